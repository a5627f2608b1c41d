// Selecting and copying rows: from one key to another, so that it goes on beyond the window.

import { announce } from './aloud.js';
import { connection } from './connection.js';
import { focusRow, setCurrent } from './focus.js';
import { complain, toast } from './messages.js';
import { feed, list, recordOfKey, recordOfNode, records } from './rows.js';
import { formatCount } from './texts.js';
import { follow } from './updates.js';

/** The rows that are selected: `{from, to, isAll}`. */
export let selection = null;

export function select(from, to, isAll = false) {
  selection = from && { from: { key: from.key, slot: from.slot }, to: { key: to.key, slot: to.slot }, isAll };
  drawSelection();
}

const slotNow = (place) => {
  const record = recordOfKey(place.key);
  if (record) place.slot = record.slot;
  return place.slot;
};

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

export async function copySelection() {
  const { from, to } = selection;
  const [first, last] = slotNow(from) <= slotNow(to) ? [from, to] : [to, from];
  const text = connection.ask({ copy: { from: first.key, to: last.key } }).then((answer) => answer.text);
  // A long list takes a moment.
  const timer = setTimeout(() => toast('Copying…'), 400);
  try {
    await write(text);
    toast(`Copied ${formatCount((await text).length)} characters`);
  } catch (error) {
    complain(error);
  } finally {
    clearTimeout(timer);
  }
}

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

follow({ places: () => (selection ? [selection.from, selection.to] : []), draw: drawSelection, leave: () => select(null, null) });
