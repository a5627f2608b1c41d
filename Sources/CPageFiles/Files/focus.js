// The focus: which row the keyboard is at, and which rows stay in the document because they have the focus,
// an end of a selection of text, or a place over the others.

import { seenRange } from './place.js';
import { clamp, feed, isSticky, list, nearestShown, parked, recordOfKey, recordOfNode, records, windowEnd } from './rows.js';

/** The row that the keyboard is at: `{key, slot}`. */
export let current = null;

/** Whether keys are typed into a node. */
export const isTyping = (target) => target.closest?.('input, textarea, select, [contenteditable]') !== null;

/** Puts the keyboard at a row that may not be here yet. */
export function expectCurrent(place) { current = place; }

// ---- Rows that must stay ----------------------------------------------------------------------------------

/** The rows that must stay in the document. */
export function pinnedRecords() {
  const pins = new Set(), chosen = getSelection();
  const nodes = [document.activeElement];
  if (chosen && !chosen.isCollapsed) nodes.push(chosen.anchorNode, chosen.focusNode);
  for (const node of nodes) {
    const record = recordOfNode(node);
    if (record) pins.add(record);
  }
  return pins;
}

export function park(record) {
  parked.set(record.key, record);
  record.element.classList.add('parked');
}

export function unpark(record) {
  if (parked.delete(record.key)) record.element?.classList.remove('parked');
}

/** Rows that no longer have what they were kept for go. */
function sweepParked() {
  if (parked.size === 0) return;
  const pins = pinnedRecords();
  for (const record of parked.values()) {
    if (pins.has(record) || isSticky(record)) continue;
    parked.delete(record.key);
    record.element.remove();
    record.element = null;
    record.slot = -1;
  }
}

// ---- The row that the keyboard is at ------------------------------------------------------------------------

/** Makes a row the one that the keyboard is at. Exactly one row can be reached with Tab. */
export function setCurrent(record) {
  if (current?.key === record.key && record.element.tabIndex === 0) {
    current.slot = record.slot;
    return;
  }
  for (const other of feed.querySelectorAll('.row[tabindex="0"]')) other.tabIndex = -1;
  record.element.tabIndex = 0;
  current = { key: record.key, slot: record.slot };
}

export function focusRow(record) {
  setCurrent(record);
  record.element.focus({ preventScroll: true });
  sweepParked();
}

/** Puts the keyboard at the first row when the page is loaded, unless the reader is elsewhere, or has a screen to touch. */
export function focusFirst() {
  if (document.activeElement !== document.body || matchMedia('(pointer: coarse)').matches) return;
  const record = recordOfNode(feed.querySelector('.row[tabindex="0"]'));
  if (record) focusRow(record);
}

/** The focused row was removed: the one in its place takes the focus. */
export function refocus(slot) {
  const record = nearestShown(clamp(slot, list.first, windowEnd() - 1), 1);
  if (record) focusRow(record);
  else feed.focus({ preventScroll: true });
}

/** Keeps one row reachable, whatever is in the window. */
export function followCurrent() {
  const record = current && recordOfKey(current.key);
  if (record?.element) {
    current.slot = record.slot;
    if (record.element.tabIndex !== 0) setCurrent(record);
    return;
  }
  if (current && parked.has(current.key)) return;
  if (feed.querySelector('.row[tabindex="0"]:not(.parked)')) return;
  const range = seenRange();
  const first = range && records.slice(range.first, range.last + 1).find((one) => one.element && one.row.kind === 'item');
  if (first) first.element.tabIndex = 0;
}

feed.addEventListener('focusin', (event) => {
  const record = recordOfNode(event.target);
  if (record) setCurrent(record);
});
feed.addEventListener('focusout', () => setTimeout(sweepParked));
document.addEventListener('selectionchange', () => parked.size > 0 && setTimeout(sweepParked));
