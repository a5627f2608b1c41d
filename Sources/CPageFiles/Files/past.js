// The list as it was at the selected revision, beside what that revision did.

import { latest } from './asking.js';
import { element, make } from './elements.js';
import { icon } from './icons.js';
import { guide, inspected } from './inspected.js';
import { stringify } from './numbers.js';
import { button, quiet, quietLine } from './tables.js';
import { formatCount, plain, plural } from './texts.js';
import { modelText, signs } from './words.js';

const askList = latest();
const rowCount = 60;

/** Shows the rows around the first one that the selected revision touched. */
export const loadPast = () => askRows(inspected.selected, { touched: 1 });

const askRows = (revision, where) => askList('list', { at: revision, ...where, count: rowCount }, showPast);

function showPast(list, error) {
  if (error) {
    element('list').replaceChildren(make('div', 'note', make('h2', {}, 'The list at that revision'), make('p', {}, error.message)));
    return;
  }
  const rows = make('ul', 'rows', list.rows.filter((row) => row.kind !== 'footer' || row.states).map(rowItem));
  element('list').replaceChildren(make('div', 'card',
    make('h2', {}, `The list at revision ${formatCount(list.revision)}`), quietLine(summaryOf(list)), navigationOf(list),
    rows.childElementCount > 0 ? rows : quiet('Nothing is in the list here.'),
    list.removedCount > 0 && removedOf(list)));
  // The first touched row is in sight without moving the page, or where one was removed.
  const touched = list.slot == null ? null : rows.querySelector(`li[data-slot="${Number(list.slot)}"]`);
  if (touched) rows.scrollTop = touched.offsetTop - rows.clientHeight / 3;
}

function summaryOf({ items, sections, first, slots, rows, unmarked }) {
  const touched = rows.filter((row) => row.change || row.states).length;
  return `${plural(items, 'item')} in ${plural(sections, 'section')}; `
    + `rows ${formatCount(Math.min(first + 1, slots))} to ${formatCount(first + rows.length)} of ${formatCount(slots)}`
    + (touched > 0 ? `, ${touched} of them touched by the revision` : '') + (unmarked ? '; too many changes to mark' : '');
}

function navigationOf({ revision, first, rows, slots }) {
  const end = first + rows.length, isFirst = first === 0, isLast = end >= slots;
  const go = (sign, text, start, disabled) =>
    button([icon(sign), ` ${text}`], () => askRows(revision, { first: Math.max(0, start) }), { disabled });
  return make('div', 'buttons', go('first', 'Start', 0, isFirst), go('up', 'Rows before', first - rowCount, isFirst),
    go('down', 'Rows after', end, isLast), go('last', 'End', slots - rowCount, isLast),
    button('To the change', () => askRows(revision, { touched: 1 })));
}

function removedOf({ removed, removedCount }) {
  const rest = removedCount - removed.length;
  const items = removed.map((row) =>
    rowItem({ ...row, kind: 'item', change: 'removed', section: row.path[0], item: row.path[1] }));
  return make('div', {}, make('h3', {}, `Removed by the revision, ${formatCount(removedCount)}`),
    make('ul', 'rows', items), rest > 0 && quietLine(`${formatCount(rest)} more`));
}

function rowItem({ key, kind, section, item, slot, model, change, states }) {
  const place = kind === 'item' ? `${formatCount(section)}:${formatCount(item)}` : `${kind} ${formatCount(section)}`;
  const text = model == null ? (kind === 'item' ? 'no model' : '') : modelText(model);
  const title = `${key}: ${plain(stringify(model ?? null)).slice(0, 400)}`;
  return make('li', { class: `${kind} ${change ?? ''}`, 'data-slot': slot },
    make('button', { type: 'button', title, onclick: () => guide.openRow(key) },
      make('span', { class: 'mark', 'aria-label': change, role: change && 'img' }, signs[change] ?? ''),
      make('span', 'index', place), make('bdi', {}, plain(text)), states && make('span', 'states', '= state')));
}
