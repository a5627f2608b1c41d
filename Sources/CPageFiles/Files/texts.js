// Texts: counts as people write them, and characters that are not seen.

export const numberFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });
export const formatCount = (count) => numberFormat.format(count);
/** A count with its noun: `1 row`, `2 rows`. */
export const plural = (count, one, many = `${one}s`) => `${formatCount(count)} ${count === 1 ? one : many}`;

// Controls, and characters that change the direction of what follows or are not seen at all. Tab and
// newline are text, and so are the joiners of emoji and of scripts that need them.
export const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/;
const allUnseen = new RegExp(unseen.source, 'g');

export const nameOf = (character) => 'U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Returns a text in which `replace` has made something else of the characters that are not seen. */
export const replaceUnseen = (text, replace) => text.replace(allUnseen, replace);

/** Returns a text in which characters that are not seen stand by their names. */
export const plain = (text) => replaceUnseen(String(text), (character) => `⟨${nameOf(character)}⟩`);
