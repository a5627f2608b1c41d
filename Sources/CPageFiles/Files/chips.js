// What readers do with the query: the names of columns sort, the values of a row filter, a chip in the bar takes
// each part back, and the menu has all of it for those who see no columns.

import { redrawAll } from './contents.js';
import { element, make } from './elements.js';
import { current, focusRow } from './focus.js';
import { look } from './looks.js';
import { plainText, setText } from './models.js';
import {
  canQuery, fault, groupedBy, hasQuery, noneWith, onlyWith, rowQuery, sortedBy, sortedOnBy, wantQuery, withoutCondition,
  withoutParts, withText,
} from './querying.js';
import { feed, recordOfKey, recordOfNode } from './rows.js';
import { query } from './search.js';
import { plain } from './texts.js';

const chips = element('chips'), values = element('values');

/** Takes what is shown now, or a list that begins. */
export function drawQuery() {
  const mayRedraw = look?.arrange({ canQuery, sort: rowQuery.sort ?? null, group: rowQuery.group ?? null });
  drawChips();
  element('behind').hidden = fault === null;
  element('behind').textContent = fault === null ? '' : plain(fault);
  element('order').hidden = !canQuery || !look;
  element('fold-all').hidden = !look;
  if (mayRedraw) redrawAll();
}

// ---- Chips ------------------------------------------------------------------------------------------

/** The parts of the query: what each says, and the query without it. */
function partsOfQuery() {
  const parts = (rowQuery.where ?? []).map((condition) => {
    const { oneOf, noneOf } = condition, column = plain(condition.column);
    const texts = (oneOf ?? noneOf).map(plainText);
    const told = oneOf ? `${column} is ${texts.join(' or ')}` : `${column} is not ${texts.join(' or ')}`;
    const text = `${column} ${oneOf ? '=' : '≠'} ${texts.join(', ')}`;
    return { text, told, without: () => withoutCondition(condition) };
  });
  const { text, sort, group } = rowQuery;
  if (text) parts.push({ text: `“${text}”`, told: `rows with ${plain(text)}`, without: () => withText(null) });
  if (group !== undefined) {
    const grouped = `grouped by ${plain(group)}`;
    parts.push({ text: grouped, told: grouped, without: () => groupedBy(null) });
  }
  if (sort) {
    const direction = sort.descending ? 'descending' : 'ascending';
    const column = plain(sort.column);
    parts.push({ text: `${column}, ${direction}`, told: `sorted by ${column}, ${direction}`,
      without: () => sortedBy(null) });
  }
  return parts;
}

function drawChips() {
  const hadFocus = chips.contains(document.activeElement), parts = hasQuery() ? partsOfQuery() : [];
  const index = [...chips.querySelectorAll('button')].indexOf(document.activeElement);
  chips.hidden = parts.length === 0;
  const buttons = parts.map(({ text, told, without }) => make('button', {
    type: 'button', class: 'chip', title: `Take back: ${told}`, 'aria-label': `Take back: ${told}`,
    onclick: () => wantQuery(without()),
  }, setText(make('span'), text), make('span', { class: 'cross', 'aria-hidden': 'true' }, '×')));
  if (buttons.length > 1) buttons.push(make('button', { type: 'button', class: 'clear', onclick: clearQuery }, 'Clear'));
  chips.replaceChildren(...buttons.map((button) => make('li', {}, button)));
  if (!hadFocus) return;
  // The chip that was pressed is gone: the next one, or the rows.
  if (buttons.length > 0) buttons[Math.min(index, buttons.length - 1)].focus();
  else focusRows();
}

/** Shows all of the list, at the same revision. */
export function clearQuery() {
  if (hasQuery()) wantQuery(withoutParts());
}

function focusRows() {
  const record = current && recordOfKey(current.key);
  if (record?.element) focusRow(record);
  else feed.focus({ preventScroll: true });
}

// ---- Columns ----------------------------------------------------------------------------------------

element('columns').addEventListener('click', ({ target }) => {
  const { column } = target.closest('button')?.dataset ?? {};
  if (column !== undefined) wantQuery(sortedOnBy(column));
});

const sortColumn = element('sort-column'), groupColumn = element('group-column');
const descending = element('sort-descending');

/** Fills what the menu has for those who sort and group there. */
export function drawOrder() {
  const names = look?.names ?? [];
  for (const [select, none, chosen] of [
    [sortColumn, 'as in the list', rowQuery.sort?.column], [groupColumn, 'sections of the list', rowQuery.group],
  ]) {
    const all = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names];
    select.replaceChildren(make('option', { value: '' }, none), ...all.map((name, index) =>
      make('option', { value: index + 1, selected: name === chosen }, name)));
    select.names = all;
  }
  descending.checked = rowQuery.sort?.descending ?? false;
  descending.disabled = !rowQuery.sort;
}

/** The name that is chosen; null if none is. A name may be any text, also an empty one. */
const chosenIn = (select) => (select.value === '' ? null : select.names[Number(select.value) - 1]);

sortColumn.addEventListener('change', () => wantQuery(sortedBy(chosenIn(sortColumn), descending.checked)));
descending.addEventListener('change', () => wantQuery(sortedBy(chosenIn(sortColumn), descending.checked)));
groupColumn.addEventListener('change', () => wantQuery(groupedBy(chosenIn(groupColumn))));

/** Opens the menu where rows are sorted. */
export function openOrder() {
  if (element('order').hidden) return;
  element('menu').showPopover();
  sortColumn.focus();
}

// ---- Values of a row --------------------------------------------------------------------------------

/** Shows what the row that the keyboard is at can be filtered by. */
export function openValues(record = current && recordOfKey(current.key)) {
  const fields = canQuery && record?.element && record.row.kind === 'item' ? look?.values(record.row) ?? [] : [];
  if (fields.length === 0) return;
  const choose = (next) => () => {
    values.hidePopover();
    wantQuery(next());
  };
  const choice = (text, told, next) =>
    make('button', { type: 'button', title: told, 'aria-label': told, onclick: choose(next) }, text);
  element('values-list').replaceChildren(...fields.map(([name, value]) => {
    const text = plainText(value), told = plain(name);
    return make('li', {}, setText(make('span', 'name'), name), setText(make('span', 'value'), text),
      choice('Only', `Only rows whose ${told} is ${text}`, () => onlyWith(name, value)),
      choice('Not', `No rows whose ${told} is ${text}`, () => noneWith(name, value)),
      choice('Group', `Group by ${told}`, () => groupedBy(name)));
  }));
  if (!record.element.contains(document.activeElement)) focusRow(record);
  values.showPopover();
  // Beside the row, as far as there is room.
  const { top, bottom } = record.element.getBoundingClientRect(), height = values.offsetHeight;
  const below = bottom + height + 8 <= innerHeight;
  values.style.insetBlockStart = `${Math.max(8, below ? bottom : top - height)}px`;
  values.querySelector('button').focus();
}

feed.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-values]');
  if (button) openValues(recordOfNode(button));
});

// ---- What is searched -------------------------------------------------------------------------------

/** Shows only rows with the text that is searched. */
export function showMatches() {
  if (!canQuery || !query) return;
  wantQuery(withText(query));
}

element('search-only').addEventListener('click', showMatches);
