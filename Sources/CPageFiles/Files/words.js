// Revisions, rows and values in words.

import { make } from './elements.js';
import { inspected } from './inspected.js';
import { isObject, stringify } from './numbers.js';
import { formatCount, plain, plural } from './texts.js';

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
export const timeText = (milliseconds) => timeFormat.format(new Date(milliseconds));

/** What a maker says of a moment: as other moments if it has a time of day, or else as it is. */
export function madeText(at) {
  const milliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(at) ? Date.parse(at) : NaN;
  return Number.isNaN(milliseconds) ? plain(at) : timeText(milliseconds);
}

/** When a revision was made, if that is said, or else committed: a log that is replayed is committed much later. */
export const momentText = ({ at, committed }) => (at ? madeText(at) : committed ? timeText(committed) : '');

export function sizeText(count) {
  if (count < 1e3) return `${count} B`;
  if (count < 1e6) return `${(count / 1e3).toFixed(1)} kB`;
  if (count < 1e9) return `${(count / 1e6).toFixed(1)} MB`;
  return `${(count / 1e9).toFixed(2)} GB`;
}

/** A text of a list, whose direction does not change the text around it. */
export const isolated = (text, title) => make('bdi', { title: title == null ? null : plain(title) }, plain(text));

/** Where a row is: the path of an item, or the section of a header or footer. */
export const placeText = (place) => (Array.isArray(place) ? `${place[0]}:${place[1]}` : `section ${place}`);

// ---- Changes ------------------------------------------------------------------------------------------------

/** The signs of changes, which are told apart without colours. */
export const signs = { inserted: '+', removed: '−', updated: '~', moved: '→' };

/** What is counted: its name in answers, the kind of change, its sign, and its noun. */
const counted = [
  ['insertedItems', 'inserted', signs.inserted, 'inserted'],
  ['removedItems', 'removed', signs.removed, 'removed'],
  ['updatedItems', 'updated', signs.updated, 'updated'],
  ['movedItems', 'moved', signs.moved, 'moved'],
  ['insertedSections', 'inserted', '§+', 'section# inserted'],
  ['removedSections', 'removed', '§−', 'section# removed'],
  ['updatedSections', 'updated', '§~', 'section# updated'],
  ['movedSections', 'moved', '§→', 'section# moved'],
  ['states', 'states', '=', 'state#'],
];

const countText = (count, text) => `${formatCount(count)} ${text.replace('#', count === 1 ? '' : 's')}`;

export function countsText(counts = {}) {
  const texts = counted.filter(([name]) => counts[name]).map(([name, , , text]) => countText(counts[name], text));
  return texts.length === 0 ? 'nothing' : texts.join(', ');
}

/** The same as items of a list in colours. */
export const chips = (counts = {}) => counted.filter(([name]) => counts[name]).map(([name, kind, sign, text]) =>
  make('li', kind, make('span', { 'aria-hidden': 'true' }, `${sign} `), countText(counts[name], text)));

export const kindTexts = {
  change: 'change', states: 'states only', undo: 'undo', redo: 'redo', nothing: 'no changes', unreadable: 'unreadable',
};

export function revisionText(revision) {
  const words = [`Revision ${formatCount(revision.revision)}: ${kindTexts[revision.kind] ?? revision.kind}`];
  if (revision.gone) words.push('its record is gone');
  if (revision.counts) words.push(countsText(revision.counts));
  if (revision.takesBack) words.push(`takes back ${revision.takesBack}`);
  if (revision.takenBackBy) words.push(`taken back by ${revision.takenBackBy}`);
  if (revision.origin) words.push(`by ${plain(revision.origin)}`);
  if (revision.group) words.push(`in group ${plain(revision.group)}`);
  if (revision.scope) words.push(`in scope ${plain(revision.scope)}`);
  if (momentText(revision)) words.push(momentText(revision));
  return words.join(', ');
}

// ---- Operations ---------------------------------------------------------------------------------------------

export function operationText({ op, section, start, count, from, to }) {
  const range = count === 1 ? `${start}` : `${start}–${start + count - 1}`;
  switch (op) {
    case 'removeItems': return `remove ${plural(count, 'item')} at ${section}:${range}`;
    case 'insertItems': return `insert ${plural(count, 'item')} at ${section}:${range}`;
    case 'updateItems': return `update ${plural(count, 'item')} at ${section}:${range}`;
    case 'moveItem': return `move the item at ${placeText(from)} to ${placeText(to)}`;
    case 'removeSections': return `remove ${plural(count, 'section')} at ${range}`;
    case 'insertSections': return `insert ${plural(count, 'section')} at ${range}`;
    case 'moveSection': return `move section ${from} to ${to}`;
    case 'updateSection': return `update section ${section}`;
    default: return op;
  }
}

// ---- Models -------------------------------------------------------------------------------------------------

const isRecord = (value) => isObject(value) && !Array.isArray(value);

/** The names of titles of models that are not like those of the list, as those of sections. */
const usualTitles = ['path', 'title', 'name', 'text', 't', 'subject', 'id'];

const isText = (value) => typeof value === 'string' && value.trim() !== '';

/** A value of a model in a few words; null if it says nothing. */
function shortText(value) {
  if (value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0)) return null;
  if (typeof value === 'string') return isText(value) ? value.slice(0, 160) : null;
  if (Array.isArray(value) && value.every((part) => !isObject(part))) return value.join(', ').slice(0, 160);
  return stringify(value).slice(0, 160);
}

/** A short name of a model: what the page of the list calls its row, or all of it. */
export function modelText(model) {
  if (model === undefined) return '';
  if (isRecord(model)) {
    for (const name of inspected.head?.titles ?? []) {
      const text = Object.hasOwn(model, name) ? shortText(model[name]) : null;
      if (text !== null) return text;
    }
    for (const name of usualTitles) {
      if (isText(model[name])) return model[name].slice(0, 160);
    }
  }
  return (isText(model) ? model : stringify(model)).slice(0, 160);
}

/** What is new in a model: the members that differ, or all of it. */
export function differenceText(former, model) {
  if (former === undefined) return modelText(model ?? undefined);
  if (!isRecord(former) || !isRecord(model)) return `${modelText(former)} → ${modelText(model)}`;
  const names = [...new Set([...Object.keys(former), ...Object.keys(model)])]
    .filter((name) => stringify(former[name]) !== stringify(model[name]));
  if (names.length === 0) return `${modelText(model)} (as before)`;
  const short = (value) =>
    value === undefined ? 'none' : (typeof value === 'string' ? value : stringify(value)).slice(0, 40);
  const texts = names.slice(0, 3).map((name) => `${name}: ${short(former[name])} → ${short(model[name])}`);
  return texts.join(', ') + (names.length > 3 ? ', …' : '');
}
