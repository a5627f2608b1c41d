// Going elsewhere: where the reader scrolls, and where keys, searches and numbers lead.

import { drawPosition, setNewCount } from './facts.js';
import { focusRow } from './focus.js';
import { endRoom, goalAt, lead, setSpacers } from './heights.js';
import { drawLayer, layerHeight } from './layer.js';
import {
  acceptScroll, barBottom, didMove, follower, goal, isAtTop, isPlaced, pickAnchor, place, rectOf, scrollTo, scrollTop,
  seenRange, setAnchor, setGoal, settle, stopMoving, waitForRest,
} from './place.js';
import { feed, list, nearestShown, recordAtSlot, recordOfKey, records } from './rows.js';
import { steer } from './window.js';

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

/** Goes to the first row, and sees what is new. */
export function toTop() {
  setNewCount(0);
  go({ slot: 0, align: 'top', top: barBottom, then: () => {
    setSpacers();
    scrollTo(0);
  } });
}
