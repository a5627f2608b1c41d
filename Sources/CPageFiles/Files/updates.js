// Updates: what the server says has changed becomes nodes in place, and the reader's place is kept.

import { announce } from './aloud.js';
import { arrangeColumns } from './columns.js';
import { drawRow, markClipped } from './contents.js';
import { drawFacts, drawPosition, newCount, setNewCount } from './facts.js';
import { current, expectCurrent, focusRow, followCurrent, park, pinnedRecords, refocus, unpark } from './focus.js';
import { foldingToSay, unfoldAll } from './folding.js';
import { forgetHeights, hasMeasured, lead, measureSlots, setRoomBelow, setSpacers } from './heights.js';
import { drawLayer } from './layer.js';
import { look } from './looks.js';
import {
  acceptScroll, anchor, goal, holdOf, isAtTop, isScrolling, noticeScroll, pickAnchor, place, scrollTo, scrollTop,
  seenAnchors, setAnchor, setGoal,
} from './place.js';
import { firstQuery, takeTravel, takeTurn } from './querying.js';
import {
  feed, isShown, isSticky, itemsOf, list, makeElement, parked, recordOfKey, recordOfNode, records, setRecords, windowEnd,
} from './rows.js';
import { plural } from './texts.js';
import { didScroll, firstCount, forgetAsked, go, reachGoal, steer, toTop } from './window.js';

/**
 * What remembers rows, with `places()` and until `turn()` or `leave()`, when other rows of the list or those of another
 * list come, or marks them, with `draw()` after each update.
 */
const followers = [];

export function follow(follower) { followers.push(follower); }

/** The rows of the former window, which runs of an update count. Empty after a new connection. */
let base = [];
/** Where the row is to be at which the page goes on: `{top}`. */
let restoring = null;

/** What the page says first: what it has, so that it goes on there. */
export function hello(savedPlace) {
  const count = firstCount();
  const message = { hello: [1], first: 0, count }, query = firstQuery();
  const folded = isLeaving() ? null : foldingToSay();
  if (query) message.query = query;
  if (folded) message.folded = folded;
  const record = anchor && recordOfKey(anchor.key);
  restoring = null;
  if (list.update > 0 && !isLeaving()) {
    message.first = list.first;
    message.count = Math.max(count, records.length);
    if (!query) message.revision = list.revision;
    if (record && !isAtTop()) {
      message.place = { key: record.key, slot: record.slot };
      restoring = { top: anchor.top };
    }
  } else if (savedPlace) {
    message.first = Math.max(0, savedPlace.slot - Math.ceil(count / 5));
    if (!query) message.revision = savedPlace.revision;
    message.place = { key: savedPlace.key, slot: savedPlace.slot };
    restoring = { top: savedPlace.top };
  }
  return message;
}

/** Whether the rows that are here are to go, since those of another list come. */
let isForAnother = false;
/** Whether the row that the keyboard was at is to have the focus again. */
let isReturning = false;

export const isLeaving = () => isForAnother;

/** The list is left. Its rows stay until those of another one come. */
export function leave() { isForAnother = true; }

/**
 * A new connection: the server knows no window of this page.
 * @param former the row that the keyboard was at when the other list was here before
 */
export function startOver(former) {
  if (isForAnother) clear(former);
  base = [];
  forgetAsked();
}

/** Removes all rows, and forgets what was said of their list. */
function clear(former) {
  isForAnother = false;
  isReturning = feed.contains(document.activeElement);
  for (const record of [...records, ...parked.values()]) record.element?.remove();
  parked.clear();
  setRecords([], { update: 0, revision: null, items: 0, sections: 0, slots: 0, first: 0, sticky: null });
  setAnchor(null);
  setGoal(null);
  setNewCount(0);
  forgetHeights();
  unfoldAll();
  scrollTo(0);
  for (const { leave } of followers) leave?.();
  expectCurrent(former ?? null);
  if (isReturning) feed.focus({ preventScroll: true });
}

/** Gives the focus back to the row that had it when the list was left. */
function focusAgain() {
  if (!isReturning) return;
  const record = current && recordOfKey(current.key);
  if (record?.element && document.activeElement === feed) focusRow(record);
  isReturning = false;
}

/** Applies an update: nodes, spacers and scroll position in one task, so that no frame is in between. */
export function apply(update) {
  const former = records, isFirst = list.update === 0, revision = list.revision, isTurn = takeTurn();
  const { isTravel, hasOtherGroups } = takeTravel();
  // Without rows there is nothing to scroll, and asking where would lay out a page that is about to change.
  if (!isFirst) noticeScroll();
  if (isTurn) forgetPlaces();
  if (isTravel) {
    setNewCount(0);
    forgetAsked();
    if (hasOtherGroups) unfoldAll();
  }
  const wasAtTop = (isFirst || isTurn || isAtTop()) && !goal;
  const seen = seenAnchors();
  const next = windowOf(update);
  const inNext = new Set(next);
  const changed = next.filter((record) => record.former !== undefined || record.slot < 0);
  const { slots: shift, items: itemShift } = renumber(next, update);
  if (isTurn || hasOtherGroups) drawHeaders(next, changed);
  if (isTurn) leaveHidden(next);
  else shiftPlaces(shift, itemShift);
  setRecords(next, update);
  base = next;

  const pins = pinnedRecords();
  const orphan = dismiss([...former, ...parked.values()], inNext, isTurn ? new Set() : pins, shift);
  for (const record of next) unpark(record);
  const sticky = keepSticky();
  if (sticky) changed.push(sticky);
  if (update.fields && look?.take(update.fields, update.items)) {
    next.forEach((record) => record.element && !changed.includes(record) && changed.push(record));
  }
  const isNews = !isFirst && !isTurn && !isTravel && revision !== null && revision !== list.revision;
  for (const record of changed) drawRow(record, isNews);
  const steady = arrange(next.filter((record) => record.element).map((record) => record.element), pins);
  numberRows();
  arrangeColumns();

  if (!hasMeasured && records.length > 0) {
    measureSlots();
    setSpacers();
  }
  keepPlace(update, seen.filter(({ record }) => inNext.has(record) && record.element),
    { changed, steady, wasAtTop, isNews });
  if (isTurn) beginAtFirst(orphan !== null);
  else if (orphan !== null) refocus(orphan);
  markClipped(changed);
  const isReached = goal ? reachGoal() : true;
  if (isReached && !anchor) pickAnchor();
  if (wasAtTop && list.first > 0 && !update.place && isReached) toTop();
  feed.setAttribute('aria-busy', String(!isReached));
  drawLayer();
  drawPosition();
  drawFacts();
  for (const { draw } of followers) draw?.();
  followCurrent();
  focusAgain();
  // The browser may have scrolled because the page became shorter; no reader did.
  acceptScroll();
  steer();
}

/** Other rows of the list come: the reader begins at the first one. */
function forgetPlaces() {
  setGoal(null);
  setNewCount(0);
  forgetAsked();
  unfoldAll();
  for (const { turn } of followers) turn?.();
}

/** Says how many rows there are now. The first one has the focus if another row had it. */
function beginAtFirst(hadFocus) {
  announce({ text: plural(list.items, 'row') });
  if (!hadFocus && !feed.contains(document.activeElement)) return;
  const first = records.find((record) => record.element && record.row.kind === 'item');
  if (first) focusRow(first);
  else feed.focus({ preventScroll: true });
}

/** Has the headers drawn, which say what rows are grouped by. */
function drawHeaders(next, changed) {
  const headers = next.filter((record) => record.element && record.row.kind === 'header');
  changed.push(...headers.filter((record) => !changed.includes(record)));
}

/** Leaves a row that is not shown. */
function leaveHidden(next) {
  if (current && !next.some(({ key }) => key === current.key)) expectCurrent(null);
}

/** The window of an update: records that are here already, or new ones. Changed ones have their `former` row. */
function windowOf(update) {
  const byKey = new Map(records.map((record) => [record.key, record]));
  for (const record of [...parked.values(), ...base]) if (!byKey.has(record.key)) byKey.set(record.key, record);
  const next = [];
  for (const part of update.rows) {
    if (Array.isArray(part)) {
      for (let index = part[0]; index < part[0] + part[1]; index++) if (base[index]) next.push(base[index]);
      continue;
    }
    let record = byKey.get(part.key);
    if (!record) record = { key: part.key, row: part, element: null, slot: -1 };
    else if (record.row !== part && isSame(record.row, part)) record.row.section = part.section;
    else record.former = record.row, record.row = part;
    next.push(record);
  }
  return next;
}

const isSame = (one, other) => JSON.stringify({ ...one, section: 0 }) === JSON.stringify({ ...other, section: 0 });

/**
 * Gives the rows of a window their slots and numbers.
 * @returns by how many slots, and by how many items, rows that stay have moved; headers and footers have slots, too
 */
function renumber(next, update) {
  let slots = null, items = null, item = update.item;
  next.forEach((record, index) => {
    const slot = update.first + index, isItem = record.row.kind === 'item';
    if (record.slot >= 0 && !parked.has(record.key)) {
      slots ??= slot - record.slot;
      if (isItem && record.item != null) items ??= item - record.item;
    }
    record.slot = slot;
    record.item = isItem ? item : null;
    item += itemsOf(record);
  });
  return { slots: slots ?? 0, items: items ?? slots ?? 0 };
}

/** Slots that are remembered move with the rows around them. */
function shiftPlaces(shift, itemShift) {
  if (shift === 0 && itemShift === 0) return;
  for (const record of parked.values()) record.slot = Math.max(0, record.slot + shift);
  const places = followers.flatMap(({ places }) => places?.() ?? []);
  for (const place of [current, goal?.isJump ? null : goal, ...places]) {
    if (place && place.slot !== undefined) place.slot = Math.max(0, place.slot + shift);
    if (place?.above !== undefined) place.above = Math.max(0, place.above + itemShift);
  }
}

/**
 * Lets go of rows that have left the window; those that have the focus or a selection of text are parked, and
 * so is the header of the section in which the window begins.
 * @returns the slot of the row that had the focus and is gone, or null
 */
function dismiss(formerRecords, inNext, pins, shift) {
  const focused = recordOfNode(document.activeElement);
  let orphan = null;
  for (const record of formerRecords) {
    if (inNext.has(record) || !record.element) continue;
    const slot = record.slot + (parked.has(record.key) ? 0 : shift);
    // Behind the end of the list is no row: it was removed.
    const isBeyond = slot < list.first || (slot >= windowEnd() && slot < list.slots);
    if ((pins.has(record) && isBeyond) || isSticky(record)) {
      record.slot = slot;
      park(record);
    } else {
      if (record === focused) orphan = slot;
      unpark(record);
      record.element.remove();
      record.element = null;
      record.slot = -1;
    }
  }
  return orphan;
}

/** Keeps the header of the section in which the window begins. @returns its record, if it is to be drawn anew */
function keepSticky() {
  const row = list.sticky;
  if (!row || !isShown(row) || recordOfKey(row.key)) return null;
  let record = parked.get(row.key);
  if (!record) {
    record = { key: row.key, row, element: null, slot: Math.max(0, list.first - 1), item: null };
    makeElement(record);
    park(record);
    return record;
  }
  if (isSame(record.row, row)) return null;
  record.former = record.row;
  record.row = row;
  return record;
}

function numberRows() {
  const count = String(list.items);
  for (const record of records) {
    if (!record.element) continue;
    if (record.item === null) continue;
    const index = String(record.item + 1);
    if (record.element.ariaPosInSet !== index) record.element.ariaPosInSet = index;
    if (record.element.ariaSetSize !== count) record.element.ariaSetSize = count;
  }
}

/**
 * Keeps the reader's place, or finds it again after a break.
 * @param seen the rows that were seen before and still are here, with their places
 */
function keepPlace(update, seen, { changed, steady, wasAtTop, isNews }) {
  if (update.place) {
    const top = restoring?.top;
    restoring = null;
    go({ key: update.place.key, slot: update.place.slot, align: 'top', top });
    // It is where it is to be.
    if (!goal) return;
  }
  if (wasAtTop && list.first === 0) {
    setSpacers();
    if (scrollTop() > 0) scrollTo(0);
    pickAnchor();
    return;
  }
  const stay = holdOf(seen.filter(({ record }) => steady.has(record.element)), changed) ?? seen[0];
  if (!isScrolling() || !stay) setSpacers();
  else setRoomBelow();
  if (stay) {
    place(stay.record, stay.top, !isScrolling());
    if (anchor?.key !== stay.record.key) setAnchor({ key: stay.record.key, slot: stay.record.slot, top: stay.top });
    if (lead > 0 && list.first === 0 && isScrolling()) didScroll();
  }
  if (isNews && !wasAtTop) setNewCount(newCount + (update.above ?? 0));
}

// ---- The order of rows ------------------------------------------------------------------------------------

/**
 * Brings rows into order, with as few moves as possible and none of a row that has the focus.
 * @returns the elements that were not moved
 */
function arrange(elements, pins) {
  const first = (slot) => [...parked.values()].filter((record) => (record.slot < list.first) === slot).map((record) => record.element);
  const wanted = [...first(true), ...elements, ...first(false)];
  const position = new Map([...feed.children].map((child, index) => [child, index]));
  const kept = wanted.filter((child) => position.has(child));
  const steady = steadyOf(kept, position, new Set([...pins].map((record) => record.element)));
  let after = null;
  for (let index = wanted.length - 1; index >= 0; index--) {
    const child = wanted[index];
    if (!steady.has(child)) {
      // `moveBefore` keeps focus, selection and the state of what is inside.
      if (position.has(child) && feed.moveBefore) feed.moveBefore(child, after);
      else feed.insertBefore(child, after);
    }
    after = child;
  }
  return steady;
}

/** The heaviest ascending sequence: rows with the focus or the selection weigh more than all others. */
function steadyOf(kept, position, heavy) {
  const places = kept.map((child) => position.get(child));
  if (places.every((place, index) => index === 0 || places[index - 1] < place)) return new Set(kept);
  const weights = [], links = [];
  let best = -1;
  for (let index = 0; index < kept.length; index++) {
    weights[index] = 0;
    links[index] = -1;
    for (let other = 0; other < index; other++) {
      if (places[other] < places[index] && weights[other] > weights[index]) {
        weights[index] = weights[other];
        links[index] = other;
      }
    }
    weights[index] += heavy.has(kept[index]) ? 10_000 : 1;
    if (best < 0 || weights[index] > weights[best]) best = index;
  }
  const steady = new Set();
  for (let index = best; index >= 0; index = links[index]) steady.add(kept[index]);
  return steady;
}
