// The list as this page knows it: the rows of its window in order, those outside of it that must stay, and
// what the last update said of the rest.
//
// Positions are *slots*: each section has one for its header, one for each item, and one for its footer.

import { element } from './elements.js';

export const feed = element('feed');
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** The rows of the window in order, also those with nothing to show: `{key, row, slot, element, item, cell}`. */
export let records = [];
/** Rows outside of the window that keep the focus or an end of the selection of text. */
export const parked = new Map();
/** What the last update said of the list. */
export const list = { update: 0, revision: null, items: 0, sections: 0, slots: 0, first: 0, sticky: null,
  section: 0, index: 0, columns: {} };

/** Takes the rows of a window, and what an update says of the list. */
export function setRecords(next, update) {
  records = next;
  Object.assign(list, { section: 0, index: 0, columns: {} }, update, { rows: undefined });
}

export const windowEnd = () => list.first + records.length;
export const recordOfKey = (key) => records.find((record) => record.key === key) ?? null;
export const recordAtSlot = (slot) => records[slot - list.first] ?? null;

const elementRecords = new WeakMap();
/** The row that a node is in, also while an update takes it away. */
export const recordOfNode = (node) => {
  const row = node && (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest('#feed > .row');
  return row ? elementRecords.get(row) ?? null : null;
};

/** Makes the element of a row, without contents. */
export function makeElement(record) {
  const { key, kind } = record.row;
  record.element = document.createElement('article');
  elementRecords.set(record.element, record);
  record.element.className = `row ${kind}`;
  record.element.dataset.key = key;
  record.element.tabIndex = -1;
  record.element.setAttribute('aria-labelledby', `title-${key}`);
}

/** The nearest row with something to show, first in one direction. */
export function nearestShown(slot, step) {
  for (const direction of [step, -step]) {
    for (let index = slot - list.first; index >= 0 && index < records.length; index += direction) {
      if (records[index].element) return records[index];
    }
  }
  return null;
}

/** Whether a row is the header of the section in which the window begins, which stays for the layer. */
export const isSticky = (record) => record.key === list.sticky?.key;

/** How many items a row stands for: folded ones have no rows. */
export const itemsOf = ({ row }) => (row.kind === 'item' ? 1 : row.folded ?? 0);

/** Whether a row has something to show: a section may have no header or footer. */
export const isShown = (row) => 'folded' in row || 'model' in row || 'views' in row || 'fault' in row;
