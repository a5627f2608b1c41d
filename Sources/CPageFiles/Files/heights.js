// Heights: two spacers stand for all rows that are not here, scaled where a list is higher than browsers can.

import { element } from './elements.js';
import { clamp, feed, list, records, windowEnd } from './rows.js';

const above = element('above'), below = element('below');

// Firefox collapses elements of more than 17,895,700 px to nothing, and clamps two of them at half of it.
const virtualHeightMax = 7_900_000;
// So much at both ends is never scaled, so that reading to an end by small steps just arrives there.
const unscaledLength = 600_000;

const slotHeightGuess = 72;
/** The mean height of a slot, from the rows that were measured. */
export let slotHeight = slotHeightGuess;
export let hasMeasured = false;
let measured = {};
/** Where the first row of the window begins, from the top of the room for rows. */
export let lead = 0;

/** The height that stands for some slots between the window and an end of the list. */
function heightOf(slots) {
  const length = slots * slotHeight, total = list.slots * slotHeight;
  if (total <= virtualHeightMax || length <= unscaledLength) return length;
  const scaled = total - 2 * unscaledLength;
  const room = virtualHeightMax - 2 * unscaledLength;
  if (length <= total - unscaledLength) return unscaledLength + (length - unscaledLength) * room / scaled;
  return unscaledLength + room + (length - (total - unscaledLength));
}

/** The slots that a height stands for: the inverse of `heightOf`. */
function slotsOf(height) {
  const total = list.slots * slotHeight;
  if (total <= virtualHeightMax || height <= unscaledLength) return height / slotHeight;
  const scaled = total - 2 * unscaledLength;
  const room = virtualHeightMax - 2 * unscaledLength;
  if (height <= unscaledLength + room) return (unscaledLength + (height - unscaledLength) * scaled / room) / slotHeight;
  return (total - unscaledLength + (height - unscaledLength - room)) / slotHeight;
}

/** A lead below zero hides rows above the top until the reader stops scrolling. */
export function setLead(value) {
  lead = value;
  above.style.height = `${Math.max(0, value)}px`;
  feed.style.marginTop = value < 0 ? `${value}px` : '';
}

/** The room of the rows behind the window. @returns whether it was another */
export function setRoomBelow() {
  const former = below.style.height, rest = heightOf(Math.max(0, list.slots - windowEnd()));
  below.style.height = `${Math.max(0, rest - savedByScale(rest))}px`;
  return below.style.height !== former;
}

/**
 * By how much the rows of the window are higher than the scaled room for them. Without it the page would be
 * longer while the reader is in the middle of the list, and a browser that scrolls to its end, as it was when
 * the key was pressed, would stop short of it.
 */
function savedByScale(rest) {
  const room = Math.min(list.slots * slotHeight, virtualHeightMax) - heightOf(list.first) - rest;
  return Math.max(0, (windowEnd() - list.first) * slotHeight - room);
}

/** Brings both spacers to what they stand for. @returns whether they were others */
export function setSpacers() {
  const former = lead;
  setLead(heightOf(list.first));
  return setRoomBelow() || Math.abs(former - lead) >= 0.01;
}

/** Forgets what was measured: other rows come. */
export function forgetHeights() {
  slotHeight = slotHeightGuess;
  hasMeasured = false;
  measured = {};
  setLead(0);
  setRoomBelow();
}

export function measureSlots() {
  // Once for each window: a mean that moves while nothing happens would move the scroll bar.
  if (records.length === 0 || measured.first === list.first && measured.count === records.length) return;
  measured = { first: list.first, count: records.length };
  const height = feed.getBoundingClientRect().height / records.length;
  if (height < 1) return;
  slotHeight = hasMeasured ? slotHeight * 0.8 + height * 0.2 : height;
  hasMeasured = true;
}

/**
 * Which row belongs to a place where none are.
 * @param start the place at which the first seen row begins, and `end` the last one, on the screen
 */
export function goalAt(start, end) {
  const height = above.offsetHeight + feed.offsetHeight + below.offsetHeight;
  const top = start - above.getBoundingClientRect().top;
  const rest = height - top - (end - start);
  if (rest <= 1) return { slot: list.slots - 1, align: 'end' };
  if (top < height / 2) {
    const slots = slotsOf(Math.max(0, top));
    return { slot: Math.floor(slots), align: 'top', top: start - (slots % 1) * slotHeight };
  }
  const slots = slotsOf(rest);
  return { slot: clamp(list.slots - 1 - Math.floor(slots), 0, list.slots - 1), align: 'end' };
}

/** The room below the last row. */
export const endRoom = () => element('main').getBoundingClientRect().bottom - below.getBoundingClientRect().bottom;
