// The reader's place: the row that stays where it is through whatever happens to the list, and what the
// reader's own scrolling does to it.

import { element } from './elements.js';
import { lead, measureSlots, setLead, setSpacers } from './heights.js';
import { feed, list, parked, recordOfKey, records } from './rows.js';

const bar = element('bar');

/** The first row that is seen, and where: `{key, slot, top}`. It stays there through edits. */
export let anchor = null;
/** Where to go once its rows are here: `{key | slot, align, top, focus}`. */
export let goal = null;
/** Where the bar ends, so that rows begin to be seen. */
export let barBottom = 0;

/** What follows the reader, for the modules that do. */
export const follower = { didScroll() {}, didRest() {}, didMeasureBar() {} };

export function setAnchor(place) { anchor = place; }
export function setGoal(place) { goal = place; }

// ---- What is seen ---------------------------------------------------------------------------------------

/**
 * Where a row is in the flow of rows, also if it stands over them meanwhile.
 * @returns its `top`, `bottom` and `height`
 */
export function rectOf(record) {
  const rect = record.element.getBoundingClientRect();
  if (!record.element.classList.contains('stuck') || parked.has(record.key)) return rect;
  const next = records.slice(records.indexOf(record) + 1).find((other) => other.element);
  const bottom = next ? topOf(next) : feed.getBoundingClientRect().bottom;
  return { top: bottom - rect.height, bottom, height: rect.height };
}

export const topOf = (record) => rectOf(record).top;
export const isAtTop = () => scrollTop() <= 1 && list.first === 0;

/** The rows that are seen at least in part, below the bar: indices into `records`; null if none. */
export function seenRange() {
  let first = -1, last = -1;
  const bottom = innerHeight;
  for (let index = 0; index < records.length; index++) {
    if (!records[index].element) continue;
    const rect = rectOf(records[index]);
    if (rect.bottom > barBottom && first < 0 && rect.top < bottom) first = index;
    if (rect.top < bottom && rect.bottom > barBottom) last = index;
    if (rect.top >= bottom) break;
  }
  return first < 0 ? null : { first, last };
}

/** The rows on the screen and where they are, the best anchor first. */
export function seenAnchors() {
  const range = seenRange();
  if (!range) return [];
  const found = records.slice(range.first, range.last + 1).filter((record) => record.element)
    .map((record) => ({ record, top: topOf(record) }))
    .sort((one, other) => (one.record.row.kind === 'item' ? 0 : 1) - (other.record.row.kind === 'item' ? 0 : 1));
  const first = anchor && found.find(({ record }) => record.key === anchor.key);
  if (!first) return found;
  // Where it was placed, not where it came to lie: fractions of pixels must not add up.
  if (Math.abs(first.top - anchor.top) < 1.5) first.top = anchor.top;
  return [first, ...found.filter((other) => other !== first)];
}

/**
 * The row that is to stay where it is while others change. One that changes and begins above the screen is
 * no hold: its upper edge would stay where it is not seen, and everything that is seen would move.
 * @param seen what `seenAnchors` found
 * @param changed the records that are drawn anew
 */
export const holdOf = (seen, changed) =>
  seen.find(({ record, top }) => top >= barBottom - 1 || !changed.includes(record)) ?? seen[0];

/** Takes note of the row that is to stay where it is. Items are better than headers. */
export function pickAnchor(range = seenRange()) {
  if (!range) {
    anchor = null;
    return;
  }
  let record = records[range.first];
  for (let index = range.first; index <= range.last; index++) {
    if (records[index].element && records[index].row.kind === 'item') {
      record = records[index];
      break;
    }
  }
  anchor = { key: record.key, slot: record.slot, top: topOf(record) };
}

// ---- Scrolling by the page --------------------------------------------------------------------------------

let placedScroll = 0;

export const scrollTop = () => document.scrollingElement.scrollTop;
/** Whether the scroll position is where this module has left it. */
export const isPlaced = () => Math.abs(scrollTop() - placedScroll) < 1;
/** Takes the scroll position for one that this module has set. */
export function acceptScroll() { placedScroll = scrollTop(); }

/** A scroll is told of later than it happens. Until then it would look like rows that were displaced. */
export function noticeScroll() {
  if (!isPlaced()) follower.didScroll();
}

export function scrollTo(top) {
  document.scrollingElement.scrollTop = top;
  acceptScroll();
}

/** Relative, so that what the reader scrolled since this task began is not taken back. */
function scrollBy(distance) {
  document.scrollingElement.scrollBy({ top: distance, behavior: 'instant' });
  acceptScroll();
}

/** Brings a row to a place on the screen: by scrolling, or by the spacer alone if scrolling must wait. */
export function place(record, top, mayScroll) {
  let distance = topOf(record) - top;
  if (Math.abs(distance) < 0.01) return;
  if (mayScroll) {
    scrollBy(distance);
    distance = topOf(record) - top;
    // Scroll positions are whole pixels. More than that is the end of the list, which stays an end.
    if (Math.abs(distance) > 1.5) return;
  }
  setLead(lead - distance);
}

/** Brings spacers and scroll position back to what they stand for. No row moves on the screen. */
export function settle() {
  noticeScroll();
  if (goal || records.length === 0) return;
  const record = anchor && recordOfKey(anchor.key);
  if (!record?.element) return;
  measureSlots();
  const wasAtTop = isAtTop();
  if (!setSpacers()) return;
  if (wasAtTop) pickAnchor();
  else place(record, anchor.top, true);
}

// ---- Scrolling by the reader ------------------------------------------------------------------------------

/** Browsers scroll on between two movements of a wheel. */
const quietTime = 350;
let movedAt = -Infinity, isMoving = false, isTouched = false, idleTimer = 0;

/** Whether the reader is scrolling just now. A correction of the scroll position would end momentum. */
export const isScrolling = () => isTouched || isMoving;

/** The page is to go elsewhere: that the reader moved counts no more. */
export function stopMoving() { isMoving = false; }

/** The reader scrolls, or is about to. */
export function didMove() {
  movedAt = performance.now();
  isMoving = true;
  waitForRest();
}

export function waitForRest(time = quietTime) {
  clearTimeout(idleTimer);
  idleTimer = setTimeout(rest, time);
}

/** Settles once nothing moves. Timers say little on a busy machine: two frames without a movement do. */
function rest() {
  const isAtRest = () => !isTouched && performance.now() - movedAt >= quietTime - 1 && isPlaced();
  if (!isAtRest()) return waitForRest(60);
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (!isAtRest()) return waitForRest(60);
    isMoving = false;
    settle();
    follower.didRest();
  }));
}

addEventListener('scroll', () => follower.didScroll(), { passive: true });
// A reader who scrolls meanwhile no longer wants to go where a key was to lead.
for (const kind of ['wheel', 'touchmove']) {
  addEventListener(kind, () => {
    didMove();
    if (goal?.isJump === false) goal = null;
  }, { passive: true });
}
addEventListener('touchstart', () => { isTouched = true; }, { passive: true });
for (const end of ['touchend', 'touchcancel']) {
  addEventListener(end, (event) => {
    isTouched = event.touches.length > 0;
    didMove();
  }, { passive: true });
}

// ---- The bar ----------------------------------------------------------------------------------------------

/** Measures where the bar ends, also before the browser says that it has changed. */
export function measureBar() {
  // In fractions of pixels, as rows stand below it.
  barBottom = getComputedStyle(bar).position === 'sticky' ? bar.getBoundingClientRect().height : 0;
  document.documentElement.style.setProperty('--bar', `${barBottom}px`);
  follower.didMeasureBar();
}
new ResizeObserver(measureBar).observe(bar);
measureBar();
