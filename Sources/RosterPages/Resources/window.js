// Which rows to ask the server for: those of some viewports around what is seen.

import { connection } from './connection.js';
import { slotHeight } from './heights.js';
import { anchor, goal, isAtTop, seenRange } from './place.js';
import { clamp, feed, list, recordOfKey, records, windowEnd } from './rows.js';

/** What was asked for last. */
let asked = null;
/** The key of the row with which the server moves the window. */
export let askedAnchor = null;

// Viewports of rows to ask for, and those at which there are too many here.
const windowViewports = 2.4, windowViewportsMax = 2.85;

/** The number of rows to have here, from the heights of those that are. */
export function windowCount() {
  const height = feed.getBoundingClientRect().height;
  if (records.length === 0 || height <= 1) {
    // What is seen first comes first; the rest follows at once.
    return clamp(Math.ceil(innerHeight / slotHeight * 1.2), 4, 600);
  }
  return clamp(Math.ceil(innerHeight / (height / records.length) * windowViewports), 4, 600);
}

/** Asks for other rows if the reader comes near to the end of those that are here. */
export function steer() {
  if (!connection.isOpen || list.update === 0) return;
  const count = windowCount();
  let from, to;
  if (goal) {
    const record = goal.key !== undefined && recordOfKey(goal.key);
    from = to = record ? record.slot : clamp(goal.slot, 0, Math.max(0, list.slots - 1));
  } else {
    const range = seenRange();
    if (!range) return;
    from = records[range.first].slot;
    to = records[range.last].slot;
  }
  const margin = Math.floor(count * 0.16);
  const isHere = (from - margin >= list.first || list.first === 0)
    && (to + margin < windowEnd() || windowEnd() >= list.slots);
  const isTop = isAtTop() && !goal;
  const isTooMuch = records.length > count + 1
    && feed.getBoundingClientRect().height > innerHeight * windowViewportsMax;
  if (isHere && records.length > 0 && !isTooMuch) return;
  const first = clamp(Math.round((from + to + 1) / 2 - count / 2), 0, Math.max(0, list.slots - count));
  if (first === list.first && Math.min(count, list.slots) === records.length) return;
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
  if (isTop) askFor(first, count, null);
  else if (!goal) askFor(first, count, anchor && recordOfKey(anchor.key));
  else askFor(first, count, goal.key !== undefined ? goal : null);
}

/** @param place a row that the window moves with, `{key, slot}`; without one it stays at its slots */
export function askFor(first, count, place) {
  askedAnchor = place?.key ?? null;
  const message = { window: { first, count }, shown: list.update };
  if (place) message.anchor = { key: place.key, slot: place.slot };
  connection.send(message);
}

/** The server of a new connection was asked for nothing yet. */
export function forgetAsked() { asked = null; }
