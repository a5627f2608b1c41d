// Numbers of models. JavaScript rounds long ones; here they keep all of their digits.

/** A number that a JavaScript number does not hold exactly, such as an identifier above 2^53. */
export class ExactNumber {
  constructor(source) { this.source = source; }
  toString() { return this.source; }
}

/** Whether a value is an object or an array. */
export const isObject = (value) =>
  value !== null && typeof value === 'object' && !(value instanceof ExactNumber);
export const isNumber = (value) => typeof value === 'number' || value instanceof ExactNumber;

/** Only long numbers lose digits, and those that are very close to 0. */
const mayLoseDigits = /\d[\d.]{15}|\de-/;
/** What opens and closes strings, what a string has escaped, and what may be a number. */
const tokens = /\\.|"|-?\d[\d.eE+-]*/g;

/** Returns a character as often as it takes not to be in a text. */
function unusedMark(text) {
  let mark = '\ue000';
  while (text.includes(mark)) mark += '\ue000';
  return mark;
}

/** Reads JSON as the server writes it, and keeps the digits of numbers that would lose some. */
export function parse(text) {
  if (!mayLoseDigits.test(text)) return JSON.parse(text);
  // They stand behind a mark in strings while JavaScript reads the rest.
  const mark = unusedMark(text);
  let isInString = false;
  const marked = text.replace(tokens, (token) => {
    if (token === '"') isInString = !isInString;
    const isOther = isInString || token === '"' || String(Number(token)) === token;
    return isOther ? token : `"${mark}${token}"`;
  });
  if (marked === text) return JSON.parse(text);
  return JSON.parse(marked, (_, value) => typeof value === 'string' && value.startsWith(mark)
    ? new ExactNumber(value.slice(mark.length)) : value);
}

/** Writes JSON, with all digits of what `parse` has read. */
export function stringify(value, space) {
  let isExact = false;
  const text = JSON.stringify(value, (_, part) => {
    isExact ||= part instanceof ExactNumber;
    return part;
  }, space);
  if (!isExact) return text;
  const mark = unusedMark(text);
  return JSON.stringify(value, (_, part) => part instanceof ExactNumber ? mark + part : part, space)
    .replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}
