// What the bar says of the list: how long it is, where the reader is, and how much is new above.

import { announce } from './aloud.js';
import { element } from './elements.js';
import { seenRange } from './place.js';
import { hasQuery } from './querying.js';
import { feed, list, records } from './rows.js';
import { formatCount, plural } from './texts.js';

const newer = element('newer');

export function drawFacts() {
  element('count').textContent = plural(list.items, 'row');
  // That of a query is the server's own.
  element('revision').textContent = hasQuery() ? '' : `revision ${list.revision}`;
  element('empty').textContent = hasQuery() ? 'No row of this list is like that.' : 'This list has no rows.';
  const isEmpty = list.items === 0 && !records.some((record) => record.element);
  element('empty').hidden = !isEmpty;
  // A feed has articles: without one it is read as what it is.
  feed.role = isEmpty ? 'group' : 'feed';
  drawPrinted();
}

/** Says on paper, which has the rows that are here, that they are a part of the list. */
function drawPrinted() {
  const items = records.filter((record) => record.item !== null), printed = element('printed');
  printed.hidden = items.length === 0 || items.length === list.items;
  if (printed.hidden) return;
  printed.textContent = `A part of the list: rows ${formatCount(items[0].item + 1)} to ${formatCount(items.at(-1).item + 1)} of ${formatCount(list.items)}.`;
}

export function drawPosition() {
  const range = seenRange();
  const record = range && records.slice(range.first, range.last + 1).find((one) => one.item !== null);
  const text = record ? formatCount(record.item + 1) : '–';
  if (element('position').textContent !== text) element('position').textContent = text;
}

/** How many rows have come above the reader, who has not seen them yet. */
export let newCount = 0;

export function setNewCount(count) {
  if (count === newCount) return;
  if (count > newCount) announce({ rows: count - newCount });
  newCount = count;
  newer.hidden = count === 0;
  element('new-count').textContent = `${formatCount(count)} new`;
}
