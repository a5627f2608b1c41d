// What differs between two values, field by field, and between two lists, row by row.

import { make } from './elements.js';
import { isObject, stringify } from './numbers.js';
import { linkToRow, quiet, quietLine, scrolledTable } from './tables.js';
import { formatCount, infoParts, infoValue, plain, plural } from './texts.js';
import { isolated, modelText, placeText, signs, sizeText } from './words.js';

/** A field by the keys and indexes that lead to it: `author.name`, `tags[2]`. */
export function pathText(path) {
  if (path.length === 0) return 'all of it';
  return path.map((key, index) => {
    if (typeof key === 'number') return `[${key}]`;
    const name = plain(key);
    if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name)) return index > 0 || name.trim() === '' ? `[${JSON.stringify(name)}]` : name;
    return index > 0 ? `.${name}` : name;
  }).join('');
}

/** One side of a field; of a long value its beginning, and how large it is. */
function sideNode(value, bytes) {
  if (value === undefined) return make('span', 'quiet', 'nothing');
  const text = typeof value === 'string' && value.trim() !== '' ? value : stringify(value);
  return make('span', {}, isolated(text), bytes && make('span', 'quiet small', ` ${sizeText(bytes)} in all`));
}

/** The fields of an answer as a table. */
export function fieldsOf({ fields, fieldCount }, name = 'Fields') {
  if (fieldCount === 0) return quietLine('Written again as it was.');
  const rest = fieldCount - fields.length;
  return make('div', {}, scrolledTable(name, ['Field', 'Before', 'After'], fields.map(({ path, before, beforeBytes, after, afterBytes }) =>
    make('tr', {}, make('td', 'field', isolated(pathText(path))),
      make('td', {}, sideNode(before, beforeBytes)), make('td', {}, sideNode(after, afterBytes))))),
    rest > 0 && quietLine(`and ${plural(rest, 'more field')}`));
}

/** States that differ, by their scopes. */
export const changedStates = (states) => states.map(({ scope, ...changes }) => make('div', {},
  make('p', 'small states', '= state of ', make('span', 'mono', plain(scope))), fieldsOf(changes, `State of ${plain(scope)}`)));

const placesOf = ({ from, to }) => {
  if (from == null) return to == null ? '' : ` at ${placeText(to)}`;
  if (to == null) return ` from ${placeText(from)}`;
  return JSON.stringify(from) === JSON.stringify(to) ? ` at ${placeText(to)}` : ` ${placeText(from)} → ${placeText(to)}`;
};

/** What became of a row: `~ updated`, `→ moved`. */
export const whatChips = (what) => make('ul', 'chips', what.map((change) =>
  make('li', change, make('span', { 'aria-hidden': 'true' }, `${signs[change] ?? '='} `), change)));

/** The rows of an answer that differ, with their fields. */
export function differingRows({ rows, rowCount }) {
  if (rowCount === 0) return quiet('Nothing differs: the rows are the same.');
  return make('ol', { class: 'story', 'aria-label': 'Rows that differ' }, rows.map((row) => {
    const isUpdated = row.what.includes('updated');
    return make('li', row.what[0], make('p', {}, linkToRow(row.key), ' ', isolated(modelText(row.model)),
      make('span', 'quiet', placesOf(row))), whatChips(row.what), isUpdated && fieldsOf(row), ...changedStates(row.states ?? []));
  }));
}

/** What a caller said about a change, in words: a line for each member. Values of several members are opened. */
export const infoNode = (info) => infoParts(info).map(([name, value]) => {
  const label = name === null ? '' : `${plain(name)}: `, text = infoValue(value);
  return name !== null && isObject(value) && text.length > 60
    ? make('details', 'info', make('summary', {}, isolated(name)), isolated(text))
    : make('div', 'info', label, isolated(text));
});

/** Which of the rows that differ are shown. */
export const windowText = ({ first, rows, rowCount }) => rows.length === rowCount ? ''
  : `rows ${formatCount(first + 1)} to ${formatCount(first + rows.length)} of ${formatCount(rowCount)}`;
