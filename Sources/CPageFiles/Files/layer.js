// The layer over the rows: the header of the section that is seen stays below the bar, pushed away by the
// next one. It is the row itself and no copy, so that its controls work, keep the focus, and are read once.
// While the row is in the window, it keeps its room in the flow of the rows; otherwise it is parked.

import { barBottom, follower, topOf } from './place.js';
import { feed, list, parked, records } from './rows.js';

// Of the room above the title of a header, so much is kept below the bar.
const keptPadding = 7;
// Fractions of pixels add up to differences that are none.
const slack = 0.1;

/** The record of the header that stands over the rows, how much of it is hidden by the bar, and its height. */
let stuck = null, lift = 0, formerHeight = 36;

/** The room that the layer takes above a row in the middle of a section. */
export function layerHeight() {
  if (stuck?.element) formerHeight = stuck.element.offsetHeight - lift;
  const row = list.sticky;
  return row && ('model' in row || 'views' in row) ? formerHeight : 0;
}

/** Puts the header of the first seen section over the rows. */
export function drawLayer() {
  const { header, next } = headersAround();
  if (header !== stuck) release();
  if (!header) return keepRoom(0);
  const { element } = header;
  if (!element.classList.contains('stuck')) {
    stuck = header;
    lift = Math.max(0, parseFloat(getComputedStyle(element).paddingBlockStart) - keptPadding);
    element.classList.add('stuck');
  }
  const top = `${barBottom - lift}px`;
  if (element.style.insetBlockStart !== top) element.style.insetBlockStart = top;
  keepRoom(element.offsetHeight - lift);
  const push = next === null ? 0 : Math.min(0, next - (barBottom - lift + element.offsetHeight));
  element.style.transform = push < 0 ? `translateY(${push}px)` : '';
}

// A header that has stood below a higher bar would cover the first rows until the reader scrolls.
follower.didMeasureBar = drawLayer;

let room = 0;

/** What comes over the rows keeps clear of the layer, as do controls that get the focus. */
function keepRoom(height) {
  if (Math.abs(height - room) < 0.5) return;
  room = height;
  document.documentElement.style.setProperty('--layer', `${height}px`);
}

/** The header of the section in which the rows below the bar begin, and where the next section begins. */
function headersAround() {
  const sticky = list.sticky && parked.get(list.sticky.key);
  let header = sticky?.element && feed.getBoundingClientRect().top < barBottom ? sticky : null;
  for (let index = 0; index < records.length; index++) {
    if (records[index].row.kind !== 'header') continue;
    const top = beginOf(index);
    // A section without a header has none over its rows.
    if (top >= barBottom + slack) return { header, next: top };
    // At its own place it needs none over it.
    header = top < barBottom - slack && records[index].element ? records[index] : null;
  }
  return { header, next: null };
}

/** Where a section begins: at its header, or at the first row after that if it has none. */
function beginOf(index) {
  for (; index < records.length; index++) if (records[index].element) return topOf(records[index]);
  return feed.getBoundingClientRect().bottom;
}

/** Puts the header back into its place. */
function release() {
  if (stuck?.element) {
    stuck.element.classList.remove('stuck');
    stuck.element.style.insetBlockStart = stuck.element.style.transform = '';
  }
  stuck = null;
}
