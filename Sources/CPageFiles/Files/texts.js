// Texts: counts as people write them, what was said of a change, and characters that are not seen.

import { isObject, stringify } from './numbers.js';

export const numberFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });
export const formatCount = (count) => numberFormat.format(count);
/** A count with its noun: `1 row`, `2 rows`. */
export const plural = (count, one, many = `${one}s`) => `${formatCount(count)} ${count === 1 ? one : many}`;

// Controls, and characters that change the direction of what follows or are not seen at all. Tab and
// newline are text, and so are the joiners of emoji and of scripts that need them.
// The server knows the same ones (`HTMLText.swift`). Tags stay where they make a flag of a part of a country.
export const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0061}-\u{e007a}]{0,5})[\u{e0001}-\u{e007f}]/u;
const allUnseen = new RegExp(unseen.source, 'gu');

export const nameOf = (character) => 'U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Returns a text in which `replace` has made something else of the characters that are not seen. */
export const replaceUnseen = (text, replace) => text.replace(allUnseen, replace);

/** Returns a text in which characters that are not seen stand by their names. */
export const plain = (text) => replaceUnseen(String(text), (character) => `⟨${nameOf(character)}⟩`);

// ---- What was said of a change --------------------------------------------------------------------------------

/** The members of user info that tell most, the best first. */
const telling = ['title', 'reason', 'message', 'summary', 'author'];

/** What a caller said of a change, by names: what tells most first, and what programs say to each other last. */
export function infoParts(info) {
  if (!isObject(info) || Array.isArray(info)) return [[null, info]];
  const rankOf = ([name, value]) => {
    const index = telling.indexOf(name);
    return isObject(value) ? telling.length + 1 : index >= 0 ? index : telling.length;
  };
  return Object.entries(info).sort((one, other) => rankOf(one) - rankOf(other));
}

export const infoValue = (value) => (typeof value === 'string' ? value : stringify(value));

/** The same in one line. Values of several members are cut, unless a text is looked for that is in them. */
export const infoText = (info, wanted = '') => infoParts(info).map(([name, value]) => {
  const text = infoValue(value), isCut = name !== null && isObject(value) && text.length > 60
    && !(wanted && text.toLowerCase().includes(wanted.toLowerCase()));
  return (name === null ? '' : `${name}: `) + (isCut ? `${text.slice(0, 24)}…` : text);
}).join(', ');
