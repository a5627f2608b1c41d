// Tables, facts and links.

import { make } from './elements.js';
import { guide } from './inspected.js';
import { formatCount } from './texts.js';

/** The headings of columns of numbers. */
const numberHeadings = new Set(['Rows', 'Pages', 'Bytes', 'Number', 'Took', 'Version', 'Record size', 'Changes', 'Lags by', 'Has seen revision', 'Kept for it']);

export const tableOf = (headings, rows) => make('table', {},
  make('thead', {}, make('tr', {}, headings.map((heading) =>
    make('th', { scope: 'col', class: numberHeadings.has(heading) ? 'number' : null }, heading)))),
  make('tbody', {}, rows));

/** A table that scrolls on its own. */
export const scrolledTable = (name, headings, rows) =>
  make('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': name }, tableOf(headings, rows));

/** The name and the value of a fact in a list of facts; null without a value. */
export const fact = (name, value) =>
  value == null || value === '' || value === false ? null : [make('dt', {}, name), make('dd', {}, value)].flat();

export const factsOf = (facts, className = '') => make('dl', className, facts.filter(Boolean).flat());

export const button = (text, run, attributes = {}) => make('button', { type: 'button', onclick: run, ...attributes }, text);

export const link = (text, run) => button(text, run, { class: 'link' });
export const linkTo = (revision) => link(formatCount(revision), () => guide.select(revision));
export const linkToRow = (key) => link(key, () => guide.openRow(key));

/** How far something is: a bar with words. */
export const progressOf = (name, value, max, text) => make('div', 'progress',
  make('progress', { value: Math.max(0, Math.min(value, max)), max: Math.max(1, max), 'aria-label': name }), make('span', 'quiet small', text));

export const note = (...children) => make('p', 'note', ...children);
export const quiet = (...children) => make('p', 'quiet', ...children);
export const quietLine = (...children) => make('p', 'quiet small', ...children);
