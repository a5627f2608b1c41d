// Which rows to have here, and going elsewhere: where the reader scrolls, and where keys, searches and numbers
// lead.

import { lineLength } from './columns.js';
import { connection } from './connection.js';
import { drawPosition, setNewCount } from './facts.js';
import { focusRow } from './focus.js';
import { endRoom, goalAt, lead, setSpacers, slotHeight } from './heights.js';
import { drawLayer, layerHeight } from './layer.js';
import {
  acceptScroll, anchor, barBottom, didMove, follower, goal, isAtTop, isPlaced, pickAnchor, place, rectOf, scrollTo,
  scrollTop, seenRange, setAnchor, setGoal, settle, stopMoving, waitForRest,
} from './place.js';
import { clamp, feed, list, nearestShown, recordAtSlot, recordOfKey, records, windowEnd } from './rows.js';

// ---- Which rows to ask the server for -----------------------------------------------------------------------

/** What was asked for last. */
let asked = null;

// Rows to have on each side of those that are seen, in viewports, and those without which others are asked for.
const reachViewports = 0.7, reachViewportsMin = 0.35;
// Viewports of rows at which there are too many here.
const windowViewportsMax = 2.85;
const countMin = 4, countMax = 600;

/** The number of rows to begin with. What is seen first comes first; the rest follows at once. */
export const firstCount = () => clamp(Math.ceil(innerHeight / slotHeight * 1.2), countMin, countMax);

/** Asks for other rows if the reader comes near to the end of those that are here. */
export function steer() {
  if (!connection.isOpen || list.update === 0) return;
  const focus = focusOfWindow();
  if (!focus) return;
  const isHere = around(focus, reachViewportsMin);
  const wanted = around(focus, reachViewports);
  const count = wanted.end - wanted.first;
  const isTooMuch = records.length > count + 1
    && feed.getBoundingClientRect().height > innerHeight * windowViewportsMax;
  if (records.length > 0 && isHere.first >= list.first && isHere.end <= windowEnd() && !isTooMuch) return;
  if (wanted.first === list.first && count === records.length) return;
  ask(wanted.first, count);
}

/** What the window is to be around: slots, and how far rows that are seen go beyond the screen. */
function focusOfWindow() {
  if (goal) {
    const record = goal.key !== undefined && recordOfKey(goal.key);
    const slot = record ? record.slot : clamp(goal.slot, 0, Math.max(0, list.slots - 1));
    // Half a viewport more on both sides, as it may come to stand anywhere on the screen.
    return { from: slot, to: slot, above: -innerHeight / 2, below: -innerHeight / 2 };
  }
  const range = seenRange();
  if (!range) return null;
  const first = records[range.first], last = records[range.last];
  return {
    from: first.slot, to: last.slot,
    above: Math.max(0, barBottom - rectOf(first).top), below: Math.max(0, rectOf(last).bottom - innerHeight),
  };
}

/**
 * The slots around others that have some viewports of rows on each side, or more on one if there are no more
 * on the other. Rows that are here count as they are: a mean would say another number as soon as a very high
 * row has come, or has gone for that.
 */
function around({ from, to, above, below }, viewports) {
  let first = from, end = to + 1;
  const reach = (room, isUp) => {
    while (room > 0 && (isUp ? first > 0 : end < list.slots) && end - first < countMax) {
      room -= heightAt(isUp ? --first : end++);
    }
    return Math.max(0, room);
  };
  const missingAbove = reach(viewports * innerHeight - above, true);
  const missingBelow = reach(viewports * innerHeight - below + missingAbove, false);
  reach(missingBelow, true);
  end = Math.min(list.slots, Math.max(end, first + countMin));
  return { first: Math.max(0, Math.min(first, end - countMin)), end };
}

/** How high the row in a slot is. Where none is, it may be lower than most, so that enough are asked for. */
function heightAt(slot) {
  const record = recordAtSlot(slot);
  if (!record) return Math.min(slotHeight, innerHeight / 6);
  return record.element ? record.element.offsetHeight / lineLength(record) : 0;
}

/** Asks for the rows of a window, with the row that stays where it is. */
function ask(first, count) {
  const now = performance.now();
  // A server that gives less than was asked for is not asked again and again.
  if (asked && asked.first === first && asked.count === count && now - asked.at < 500) return;
  if (asked && asked.update === list.update && now - asked.at < 40) {
    clearTimeout(asked.timer);
    asked.timer = setTimeout(steer, 50);
    return;
  }
  asked = { first, count, at: now, update: list.update, timer: 0 };
  feed.setAttribute('aria-busy', String(!seenRange()));
  if (isAtTop() && !goal) askFor(first, count, null);
  else if (!goal) askFor(first, count, anchor && recordOfKey(anchor.key));
  else askFor(first, count, goal.key !== undefined ? goal : null);
}

/** @param place a row that the window moves with, `{key, slot}`; without one it stays at its slots */
function askFor(first, count, place) {
  const message = { window: { first, count }, shown: list.update };
  if (place) message.anchor = { key: place.key, slot: place.slot };
  connection.send(message);
}

/** The server of a new connection was asked for nothing yet. */
export function forgetAsked() { asked = null; }

// ---- Going elsewhere ---------------------------------------------------------------------------------------

/** Follows a scroll: of the reader, who comes to other rows, or of the page itself. */
export function didScroll() {
  if (!isPlaced()) {
    didMove();
    acceptScroll();
    const range = seenRange();
    if (range) {
      if (goal?.isJump) setGoal(null);
      pickAnchor(range);
      // Blank room above the first row, or no room left above others: no waiting for the end of it.
      const isBlank = list.first === 0 && lead > 0 && feed.getBoundingClientRect().top > barBottom;
      if (isBlank || (scrollTop() < innerHeight && list.first > 0)) settle();
    } else if (records.length > 0 && (!goal || goal.isJump)) jump();
  }
  if (isAtTop()) setNewCount(0);
  drawLayer();
  drawPosition();
  steer();
  waitForRest();
}

follower.didScroll = didScroll;

/** The reader went where no rows are: the height says which ones are meant. */
function jump() {
  setAnchor(null);
  setGoal({ ...goalAt(barBottom, innerHeight), isJump: true });
}

/** Goes to a row, now or when it is here. */
export function go(to) {
  setGoal({ isJump: false, align: 'center', focus: false, ...to });
  stopMoving();
  if (!reachGoal()) steer();
}

/** Shows the row that was gone to. @returns whether it is here */
export function reachGoal() {
  if (!goal) return true;
  let record = goal.key !== undefined ? recordOfKey(goal.key) : recordAtSlot(goal.slot);
  if (!record && goal.key !== undefined && goal.slot !== undefined && !goal.isSure) record = recordAtSlot(goal.slot);
  if (record && !record.element) record = nearestShown(record.slot, goal.step ?? 1);
  if (!record) return false;
  const { align, focus, isJump, top: wantedTop, then } = goal;
  setGoal(null);
  const rect = rectOf(record);
  const seenTop = barBottom + (record.row.kind === 'header' ? 0 : layerHeight()), seenBottom = innerHeight;
  let top = rect.top;
  if (align === 'top') top = wantedTop ?? seenTop;
  else if (align === 'end') top = seenBottom - rect.height - (record.slot >= list.slots - 2 ? endRoom() : 0);
  else if (align === 'center') top = Math.max(seenTop, (seenTop + seenBottom - rect.height) / 2);
  else if (rect.top < seenTop || rect.height > seenBottom - seenTop) top = seenTop;
  else if (rect.bottom > seenBottom) top = seenBottom - rect.height - 4;
  if (isJump) place(record, top, false);
  else if (Math.abs(top - rect.top) > 0.5) {
    setSpacers();
    place(record, top, true);
  }
  if (focus) focusRow(record);
  then?.(record);
  pickAnchor();
  drawLayer();
  drawPosition();
  waitForRest();
  return true;
}

/** Goes to the last row. A browser goes to where the page ends by now, and it grows while rows come. */
export const toEnd = () => go({ slot: Math.max(0, list.slots - 1), align: 'end', step: -1 });

/** Goes to the first row, and sees what is new. */
export function toTop() {
  setNewCount(0);
  go({ slot: 0, align: 'top', top: barBottom, then: () => {
    setSpacers();
    scrollTo(0);
  } });
}
