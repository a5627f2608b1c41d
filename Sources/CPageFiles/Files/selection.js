// Selecting and copying rows: from one key to another, so that it goes on beyond the window.

import { announce } from './aloud.js';
import { connection } from './connection.js';
import { element } from './elements.js';
import { current, focusRow, setCurrent } from './focus.js';
import { look } from './looks.js';
import { complain, toast } from './messages.js';
import { feed, itemsOf, list, recordOfKey, recordOfNode, records } from './rows.js';
import { formatCount, plural } from './texts.js';
import { follow } from './updates.js';

/** The rows that are selected: `{from, to, isAll}`. */
export let selection = null;

export function select(from, to, isAll = false) {
  const place = ({ key, slot, above, isItem }) => ({ key, slot, above, isItem });
  selection = from && { from: place(from), to: place(to), isAll };
  drawSelection();
  if (!element('selected').hidden) announce({ text: element('selected-count').textContent });
}

/** The slot of a place, which is remembered beyond the window with the number of items above it. */
const slotNow = (place) => {
  const record = recordOfKey(place.key);
  if (record) {
    place.slot = record.slot;
    place.isItem = record.item !== null;
    place.above = list.item + records.reduce((count, one) => count + (one.slot < record.slot ? itemsOf(one) : 0), 0);
  }
  return place.slot;
};

/** How many items are selected; undefined if that is not known. */
function selectedCount() {
  const { from, to, isAll } = selection;
  if (isAll) return list.items;
  const [first, last] = slotNow(from) <= slotNow(to) ? [from, to] : [to, from];
  return first.above === undefined || last.above === undefined ? undefined : last.above - first.above + Number(last.isItem);
}

export function drawSelection() {
  const ends = selection && [slotNow(selection.from), slotNow(selection.to)];
  const [low, high] = !selection ? [1, 0] : selection.isAll ? [0, Infinity] : [Math.min(...ends), Math.max(...ends)];
  for (const record of records) {
    if (!record.element) continue;
    const isSelected = record.slot >= low && record.slot <= high;
    record.element.classList.toggle('selected', isSelected);
    if (isSelected) record.element.setAttribute('aria-description', 'selected');
    else record.element.removeAttribute('aria-description');
  }
  // One row is what a click selects; nothing need be said of it.
  const count = selection ? selectedCount() ?? 0 : 0;
  element('selected').hidden = count < 2;
  element('selected-count').textContent = `${formatCount(count)} selected`;
  for (const button of element('selected').querySelectorAll('[data-copy]')) button.hidden = !look && button.dataset.copy !== 'text';
}

feed.addEventListener('mousedown', (event) => {
  // The browser would extend a selection of text.
  if (event.shiftKey && selection && getSelection().isCollapsed) event.preventDefault();
});

feed.addEventListener('click', (event) => {
  if (event.target.closest('a, button, input, textarea, select, summary, [role="button"]')) return;
  const record = recordOfNode(event.target);
  if (!record || !getSelection().isCollapsed) return;
  if (event.shiftKey && selection) select(selection.from, record);
  else select(record, record);
  if (!record.element.contains(document.activeElement)) focusRow(record);
  setCurrent(record);
});

export async function selectAll() {
  if (list.slots === 0) return;
  try {
    const [first, last] = await Promise.all([0, list.slots - 1].map((slot) => connection.ask({ seek: { slot } })));
    if (first.sought && last.sought) select(first.sought, last.sought, true);
    announce({ text: `All ${formatCount(list.items)} rows are selected` });
  } catch (error) {
    complain(error);
  }
}

const formatNames = { text: 'text', json: 'JSON', tsv: 'a table' };

/** Copies the selected rows, or the one that the keyboard is at, and says what was copied. */
export async function copyRows(format) {
  const [from, to] = selection ? [selection.from, selection.to] : [current, current];
  if (!from?.key) return;
  const [first, last] = slotNow(from) <= slotNow(to) ? [from, to] : [to, from];
  const as = look ? format : 'text';
  const answer = connection.ask({ copy: { from: first.key, to: last.key, ...(as !== 'text' && { as }) } });
  // A long list takes a moment.
  const timer = setTimeout(() => toast('Copying…'), 400);
  try {
    await write(answer.then(({ text }) => text));
    const { rows, text } = await answer;
    toast(`Copied ${plural(rows, 'row')} as ${formatNames[as]}, ${plural(text.length, 'character')}`);
  } catch (error) {
    complain(error);
  } finally {
    clearTimeout(timer);
  }
}

element('selected').addEventListener('click', ({ target }) => {
  const { copy } = target.closest('button')?.dataset ?? {};
  if (copy) copyRows(copy);
});
element('select-nothing').addEventListener('click', () => {
  select(null, null);
  const record = current && recordOfKey(current.key);
  if (record?.element) focusRow(record);
});

/** Writes to the clipboard. Some browsers allow that only in the task of the key, hence the promise. */
async function write(text) {
  if (navigator.clipboard?.write && typeof ClipboardItem !== 'undefined') {
    try {
      const blob = text.then((plain) => new Blob([plain], { type: 'text/plain' }));
      return await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } catch (error) {
      await text;
    }
  }
  const area = document.createElement('textarea');
  area.value = await text;
  area.className = 'hidden';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  focused?.focus({ preventScroll: true });
  if (!isDone) throw new Error('The browser does not allow this page to copy.');
}

follow({ places: () => (selection ? [selection.from, selection.to] : []), draw: drawSelection, turn: () => select(null, null), leave: () => select(null, null) });
