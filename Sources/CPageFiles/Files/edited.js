// Fields that change: a mark fades where they are, and a title says what was there, and who has changed the row.

import { announce } from './aloud.js';
import { current } from './focus.js';
import { plainText } from './models.js';
import { isObject, stringify } from './numbers.js';
import { plain } from './texts.js';

/** How long a field is marked. */
const markedTime = 4_000;

const memberOf = (model, name) => (isObject(model) && Object.hasOwn(model, name) ? model[name] : null);

/** The names of the members that are others than before. */
function editedNames(former, model) {
  if (!isObject(former) || !isObject(model)) return [];
  return [...new Set([...Object.keys(former), ...Object.keys(model)])]
    .filter((name) => stringify(memberOf(former, name)) !== stringify(memberOf(model, name)));
}

/** Marks the fields of a row that has changed. Of the row that the keyboard is at, the change is read aloud. */
export function markEdits({ key, row, element }, former) {
  if (!('model' in row) || !('model' in former)) return;
  const names = editedNames(former.model, row.model), by = row.by ? `, last changed by ${plain(row.by)}` : '';
  const marked = [...element.querySelectorAll('[data-column]')].filter(({ dataset }) => names.includes(dataset.column));
  for (const field of marked) {
    field.dataset.edited = '';
    field.title = `was ${plainText(memberOf(former.model, field.dataset.column))}${by}`;
  }
  setTimeout(() => marked.forEach((field) => delete field.dataset.edited), markedTime);
  if (names.length === 0 || current?.key !== key) return;
  const told = names.slice(0, 3).map((name) => `${name} is ${plainText(memberOf(row.model, name))}`);
  announce({ text: `This row has changed: ${told.join(', ')}${by}` });
}

const marks = { inserted: '+ inserted', updated: '~ updated', moved: '→ moved' };

/**
 * Marks what an earlier revision has done to a row, and to which of its fields, for as long as that revision is shown. Of a
 * long row only the beginning is here, so its fields are not compared.
 */
export function markPast({ row, element }) {
  if (!(row.mark in marks)) return delete element.dataset.mark;
  element.dataset.mark = marks[row.mark];
  if (!('was' in row) || row.cut) return;
  const names = editedNames(row.was, row.model);
  for (const field of element.querySelectorAll('[data-column]')) {
    if (!names.includes(field.dataset.column)) continue;
    field.dataset.was = '';
    field.title = `was ${plainText(memberOf(row.was, field.dataset.column))}`;
  }
}
