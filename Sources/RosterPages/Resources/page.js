// The page of a list: a window of its rows, live. The server says what is in the window and what has
// changed; this module keeps the DOM nodes of rows by key, keeps the reader's place, and asks for other
// rows when the reader goes there.
//
// Positions are *slots*: each section has one for its header, one for each item, and one for its footer.
// Rows are in flow between two spacers, which stand for all rows that are not here.

import { ModelLook, formatCount, parse, patch, refreshTimes, setText } from './models.js';

const element = (id) => document.getElementById(id);
const bar = element('bar'), feed = element('feed'), main = element('main');
const above = element('above'), below = element('below');
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const name = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');

// ---- The list as this page knows it ------------------------------------------------------------------

/** The rows of the window in order, also those with nothing to show: `{key, row, slot, element, item}`. */
let records = [];
/** Rows outside of the window that keep the focus or an end of the selection of text. */
const parked = new Map();
/** What the last update said of the list. */
let list = { update: 0, revision: null, items: 0, sections: 0, slots: 0, first: 0, sticky: null };
let look = null, views = null, canEdit = false;
/** The row that the keyboard is at: `{key, slot}`. */
let current = null;
/** Where to go once its rows are here: `{key | slot, align, top, focus}`. */
let goal = null;

const windowEnd = () => list.first + records.length;
const recordOfKey = (key) => records.find((record) => record.key === key) ?? null;
const recordAtSlot = (slot) => records[slot - list.first] ?? null;
const elementRecords = new WeakMap();
/** The row that a node is in, also while an update takes it away. */
const recordOfNode = (node) => {
  const row = node && (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest('#feed > .row');
  return row ? elementRecords.get(row) ?? null : null;
};

// ---- Heights: spacers, scale, place ------------------------------------------------------------------

// Firefox collapses elements of more than 17,895,700 px to nothing, and clamps two of them at half of it.
const virtualHeightMax = 7_900_000;
// So much at both ends is never scaled, so that reading to an end by small steps just arrives there.
const unscaledLength = 600_000;

/** The mean height of a slot, from the rows that were measured. */
let slotHeight = 72, hasMeasured = false, measured = {};
/** Where the first row of the window begins, from the top of the room for rows. */
let lead = 0;
/** The first row that is seen, and where: `{key, top}`. It stays there through edits. */
let anchor = null;
let barBottom = 0;
let placedScroll = 0, movedAt = -Infinity, isMoving = false, isTouched = false, idleTimer = 0;

const scrollTop = () => document.scrollingElement.scrollTop;
/** Browsers scroll on between two movements of a wheel. */
const quietTime = 350;
/** Whether the reader is scrolling just now. A correction of the scroll position would end momentum. */
const isScrolling = () => isTouched || isMoving;

/** The reader scrolls, or is about to. */
function didMove() {
  movedAt = performance.now();
  isMoving = true;
  waitForRest();
}

function waitForRest(time = quietTime) {
  clearTimeout(idleTimer);
  idleTimer = setTimeout(rest, time);
}

/** Settles once nothing moves. Timers say little on a busy machine: two frames without a movement do. */
function rest() {
  const isAtRest = () => !isTouched && performance.now() - movedAt >= quietTime - 1
    && Math.abs(scrollTop() - placedScroll) < 1;
  if (!isAtRest()) return waitForRest(60);
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (!isAtRest()) return waitForRest(60);
    isMoving = false;
    settle();
    steer();
    savePlace();
  }));
}
const isAtTop = () => scrollTop() <= 1 && list.first === 0;

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
function setLead(value) {
  lead = value;
  above.style.height = `${Math.max(0, value)}px`;
  feed.style.marginTop = value < 0 ? `${value}px` : '';
}

function setSpacers() {
  setLead(heightOf(list.first));
  below.style.height = `${heightOf(Math.max(0, list.slots - windowEnd()))}px`;
}

/** A scroll is told of later than it happens. Until then it would look like rows that were displaced. */
function noticeScroll() {
  if (Math.abs(scrollTop() - placedScroll) >= 1) didScroll();
}

function scrollTo(top) {
  document.scrollingElement.scrollTop = top;
  placedScroll = scrollTop();
}

/** Relative, so that what the reader scrolled since this task began is not taken back. */
function scrollBy(distance) {
  document.scrollingElement.scrollBy({ top: distance, behavior: 'instant' });
  placedScroll = scrollTop();
}

const topOf = (record) => record.element.getBoundingClientRect().top;

/** Brings a row to a place on the screen: by scrolling, or by the spacer alone if scrolling must wait. */
function place(record, top, mayScroll) {
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

/** The rows that are seen at least in part, below the bar: indices into `records`; null if none. */
function seenRange() {
  let first = -1, last = -1;
  const bottom = innerHeight;
  for (let index = 0; index < records.length; index++) {
    if (!records[index].element) continue;
    const rect = records[index].element.getBoundingClientRect();
    if (rect.bottom > barBottom && first < 0 && rect.top < bottom) first = index;
    if (rect.top < bottom && rect.bottom > barBottom) last = index;
    if (rect.top >= bottom) break;
  }
  return first < 0 ? null : { first, last };
}

/** Takes note of the row that is to stay where it is. Items are better than headers. */
function pickAnchor(range = seenRange()) {
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

/** Brings spacers and scroll position back to what they stand for. No row moves on the screen. */
function settle() {
  noticeScroll();
  if (goal || records.length === 0) return;
  const record = anchor && recordOfKey(anchor.key);
  if (!record?.element) return;
  measureSlots();
  const former = lead, formerBelow = below.style.height;
  setSpacers();
  if (Math.abs(former - lead) < 0.01 && formerBelow === below.style.height) return;
  place(record, anchor.top, true);
}

function measureSlots() {
  // Once for each window: a mean that moves while nothing happens would move the scroll bar.
  if (records.length === 0 || measured.first === list.first && measured.count === records.length) return;
  measured = { first: list.first, count: records.length };
  const height = feed.getBoundingClientRect().height / records.length;
  if (height < 1) return;
  slotHeight = hasMeasured ? slotHeight * 0.8 + height * 0.2 : height;
  hasMeasured = true;
}

// ---- Which rows to ask for ---------------------------------------------------------------------------

let asked = null;

// Viewports of rows to ask for, and those at which there are too many here.
const windowViewports = 2.4, windowViewportsMax = 2.85;

/** The number of rows to have here, from the heights of those that are. */
function windowCount() {
  const height = feed.getBoundingClientRect().height;
  if (records.length === 0 || height <= 1) {
    // What is seen first comes first; the rest follows at once.
    return clamp(Math.ceil(innerHeight / slotHeight * 1.2), 4, 600);
  }
  return clamp(Math.ceil(innerHeight / (height / records.length) * windowViewports), 4, 600);
}

/** Asks for other rows if the reader comes near to the end of those that are here. */
function steer() {
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

let askedAnchor = null;

/** @param place a row that the window moves with, `{key, slot}`; without one it stays at its slots */
function askFor(first, count, place) {
  askedAnchor = place?.key ?? null;
  const message = { window: { first, count }, shown: list.update };
  if (place) message.anchor = { key: place.key, slot: place.slot };
  connection.send(message);
}

function didScroll() {
  const isOwn = Math.abs(scrollTop() - placedScroll) < 1;
  if (!isOwn) {
    didMove();
    placedScroll = scrollTop();
    const range = seenRange();
    if (range) {
      if (goal?.isJump) goal = null;
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

/** The reader went where no rows are: the height says which ones are meant. */
function jump() {
  const height = above.offsetHeight + feed.offsetHeight + below.offsetHeight;
  const top = barBottom - above.getBoundingClientRect().top;
  const rest = height - top - (innerHeight - barBottom);
  anchor = null;
  if (rest <= 1) {
    goal = { slot: list.slots - 1, align: 'end', isJump: true };
  } else if (top < height / 2) {
    const slots = slotsOf(Math.max(0, top));
    goal = { slot: Math.floor(slots), align: 'top', top: barBottom - (slots % 1) * slotHeight, isJump: true };
  } else {
    const slots = slotsOf(rest);
    goal = { slot: clamp(list.slots - 1 - Math.floor(slots), 0, list.slots - 1), align: 'end', isJump: true };
  }
}

/** Goes to a row, now or when it is here. */
function go(to) {
  goal = { isJump: false, align: 'center', focus: false, ...to };
  isMoving = false;
  if (!reachGoal()) steer();
}

/** Shows the row that was gone to. @returns whether it is here */
function reachGoal() {
  if (!goal) return true;
  let record = goal.key !== undefined ? recordOfKey(goal.key) : recordAtSlot(goal.slot);
  if (!record && goal.key !== undefined && goal.slot !== undefined && !goal.isSure) record = recordAtSlot(goal.slot);
  if (record && !record.element) record = nearestShown(record.slot, goal.step ?? 1);
  if (!record) return false;
  const { align, focus, isJump } = goal, wantedTop = goal.top;
  const doneGoal = goal;
  goal = null;
  const rect = record.element.getBoundingClientRect();
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
  doneGoal.then?.(record);
  pickAnchor();
  drawLayer();
  drawPosition();
  waitForRest();
  return true;
}

/** The room below the last row. */
const endRoom = () => main.getBoundingClientRect().bottom - below.getBoundingClientRect().bottom;

/** The nearest row with something to show, first in one direction. */
function nearestShown(slot, step) {
  for (const direction of [step, -step]) {
    for (let index = slot - list.first; index >= 0 && index < records.length; index += direction) {
      if (records[index].element) return records[index];
    }
  }
  return null;
}

// ---- Updates ------------------------------------------------------------------------------------------

/** Applies an update: nodes, spacers and scroll position in one task, so that no frame is in between. */
function apply(update) {
  noticeScroll();
  const wasAtTop = isAtTop() && !goal;
  const former = records, isFirst = list.update === 0, revision = list.revision;
  const seen = seenAnchors();
  const byKey = new Map(former.map((record) => [record.key, record]));
  for (const record of [...parked.values(), ...base]) if (!byKey.has(record.key)) byKey.set(record.key, record);

  // The new window.
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
  const inNext = new Set(next);
  if (!wasAtTop && !goal && !update.place && isAstray(seen, inNext)) {
    base = next;
    // The server sends it only when it has changed.
    if ('sticky' in update) list.sticky = update.sticky;
    return;
  }
  const changed = next.filter((record) => record.former !== undefined || record.slot < 0);
  let shift = null, item = update.item;
  next.forEach((record, index) => {
    const slot = update.first + index;
    if (record.slot >= 0 && shift === null && !parked.has(record.key)) shift = slot - record.slot;
    record.slot = slot;
    record.item = record.row.kind === 'item' ? item++ : null;
  });
  shiftPlaces(shift ?? 0);
  list = { ...list, ...update, rows: undefined };
  records = base = next;

  // What leaves: removed, or parked if it has the focus or the selection of text.
  const focused = recordOfNode(document.activeElement);
  const pins = pinnedRecords();
  let orphan = null;
  for (const record of [...former, ...parked.values()]) {
    if (inNext.has(record) || !record.element) continue;
    const slot = record.slot + (parked.has(record.key) ? 0 : shift ?? 0);
    const isBeyond = slot < list.first || slot >= windowEnd();
    if (pins.has(record) && isBeyond) {
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
  for (const record of next) unpark(record);

  const isOtherView = !seen.some(({ record }) => inNext.has(record));
  look?.learn(next.filter((record) => record.row.kind === 'item').map((record) => record.row.model), isOtherView)
    && next.forEach((record) => record.element && !changed.includes(record) && changed.push(record));
  const isNews = !isFirst && revision !== null && revision !== list.revision;
  for (const record of changed) drawRow(record, isNews);
  const steady = arrange(next.filter((record) => record.element).map((record) => record.element), pins);
  numberRows();

  if (!hasMeasured && records.length > 0) {
    measureSlots();
    setSpacers();
  }

  // The reader's place.
  if (update.place) {
    const saved = restoring;
    restoring = null;
    go({ key: update.place.key, slot: update.place.slot, align: 'top', top: saved?.top, then: saved?.then });
  }
  if (update.place && !goal) {
    // It is where it is to be.
  } else if (wasAtTop && list.first === 0) {
    setSpacers();
    if (scrollTop() > 0) scrollTo(0);
    pickAnchor();
  } else {
    const stay = seen.find(({ record }) => inNext.has(record) && record.element && steady.has(record.element))
      ?? seen.find(({ record }) => inNext.has(record) && record.element);
    if (!isScrolling() || !stay) setSpacers();
    else below.style.height = `${heightOf(Math.max(0, list.slots - windowEnd()))}px`;
    if (stay) {
      place(stay.record, stay.top, !isScrolling());
      if (anchor?.key !== stay.record.key) anchor = { key: stay.record.key, slot: stay.record.slot, top: stay.top };
      if (lead > 0 && list.first === 0 && isScrolling()) didScroll();
    }
    if (isNews && !wasAtTop) setNewCount(newCount + (update.above ?? 0));
  }
  if (orphan !== null) refocus(orphan);
  markClipped(changed);
  const isReached = goal ? reachGoal() : true;
  if (isReached && !anchor) pickAnchor();
  if (wasAtTop && list.first > 0 && !update.place && isReached) toTop();
  feed.setAttribute('aria-busy', String(!isReached));
  drawSelection();
  drawLayer();
  drawPosition();
  drawFacts();
  drawMatches();
  followCurrent();
  // The browser may have scrolled because the page became shorter; no reader did.
  placedScroll = scrollTop();
  steer();
}

let strayCount = 0;

/**
 * Whether the window has gone away with its anchor, which was moved, while the other rows on the screen
 * are elsewhere. Then the page asks for them instead, and shows nothing of that journey.
 */
function isAstray(seen, inNext) {
  const others = seen.filter(({ record }) => record.key !== askedAnchor);
  const isLost = others.length > 0 && !others.some(({ record }) => inNext.has(record));
  // They may all have been removed: then it is no journey, and asking does not end it.
  if (!isLost || strayCount === 3) {
    strayCount = 0;
    return false;
  }
  strayCount += 1;
  const { record } = others.find(({ record }) => record.row.kind === 'item') ?? others[0];
  askFor(list.first, records.length, record);
  return true;
}

/** The former window of the server: runs of an update count in it. Empty after a new connection. */
let base = [];
let restoring = null;

const isSame = (one, other) => JSON.stringify({ ...one, section: 0 }) === JSON.stringify({ ...other, section: 0 });

/** The rows on the screen and where they are, the best anchor first. */
function seenAnchors() {
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

/** Slots that are remembered move with the rows around them. */
function shiftPlaces(shift) {
  if (shift === 0) return;
  for (const record of parked.values()) record.slot = Math.max(0, record.slot + shift);
  for (const place of [current, selection?.from, selection?.to, goal?.isJump ? null : goal]) {
    if (place && place.slot !== undefined) place.slot = Math.max(0, place.slot + shift);
  }
}

/** Makes or patches the element of a row. */
function drawRow(record, isNews) {
  const { row, former } = record;
  const isShown = 'model' in row || 'views' in row || 'fault' in row;
  record.former = undefined;
  if (!isShown) {
    if (record.element) {
      unpark(record);
      record.element.remove();
      record.element = null;
    }
    return;
  }
  const isNew = !record.element;
  if (isNew) {
    record.element = document.createElement('article');
    elementRecords.set(record.element, record);
    record.element.className = `row ${row.kind}`;
    record.element.dataset.key = row.key;
    record.element.tabIndex = -1;
    record.element.setAttribute('aria-labelledby', `title-${row.key}`);
  }
  if (former) look?.forgetWhole(row.key);
  drawContent(record, former);
  if (isNews) flash(record.element, isNew ? 'new' : 'changed');
  if (look?.needsWhole(row.key) && row.cut) fetchWhole(row.key);
}

function drawContent(record, former) {
  const { row, element: target } = record;
  const hadFocus = target.contains(document.activeElement);
  if ('fault' in row) {
    const note = setText(document.createElement('p'), `This row cannot be shown: ${row.fault}`);
    note.className = 'title quiet';
    note.id = `title-${row.key}`;
    target.replaceChildren(note);
  } else if ('views' in row) {
    target.classList.add('views');
    views?.mountRow(target, row.views, former?.views, (event) =>
      connection.ask({ event: { row: row.key, ...event } }).catch(complain));
    target.removeAttribute('aria-labelledby');
    target.setAttribute('aria-label', target.textContent.slice(0, 120) || 'Row');
  } else if (look) {
    patch(target, look.content(row));
    target.classList.toggle('pictured', target.firstElementChild?.className === 'picture');
  }
  if (hadFocus && !target.contains(document.activeElement)) target.focus({ preventScroll: true });
}

/** Shows for a moment that a row is new or changed. */
function flash(target, kind) {
  target.classList.remove('new', 'changed');
  // Without a look at the layout the animation would not begin anew.
  if (target.isConnected) void target.offsetWidth;
  target.classList.add(kind);
}
feed.addEventListener('animationend', (event) => {
  if (event.target.parentElement === feed) event.target.classList.remove('new', 'changed');
});

/**
 * Brings the rows into order, with as few moves as possible and none of a row that has the focus.
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

/** The rows that must stay in the document. */
function pinnedRecords() {
  const pins = new Set(), chosen = getSelection();
  const nodes = [document.activeElement];
  if (chosen && !chosen.isCollapsed) nodes.push(chosen.anchorNode, chosen.focusNode);
  for (const node of nodes) {
    const record = recordOfNode(node);
    if (record) pins.add(record);
  }
  return pins;
}

function park(record) {
  parked.set(record.key, record);
  record.element.classList.add('parked');
}

function unpark(record) {
  if (parked.delete(record.key)) record.element?.classList.remove('parked');
}

/** Rows that no longer have what they were kept for go. */
function sweepParked() {
  if (parked.size === 0) return;
  const pins = pinnedRecords();
  for (const record of parked.values()) {
    if (pins.has(record)) continue;
    parked.delete(record.key);
    record.element.remove();
    record.element = null;
    record.slot = -1;
  }
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

/** Marks texts that are longer than what is seen of them. */
function markClipped(drawn) {
  const blocks = drawn.filter((record) => record.element?.isConnected)
    .flatMap((record) => [...record.element.querySelectorAll('.folding:not(.unfolded)')]);
  // All reads before all writes.
  const isLong = blocks.map((block) => block.firstChild.scrollHeight > block.firstChild.clientHeight + 2
    || block.firstChild.textContent.endsWith('…'));
  blocks.forEach((block, index) => block.toggleAttribute('data-clipped', isLong[index]));
}

// ---- What is unfolded ---------------------------------------------------------------------------------

feed.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-unfold]');
  const record = button && recordOfNode(button);
  if (!record || !look) return;
  const { key } = record, part = button.dataset.unfold;
  const isUnfolded = look.toggle(key, part);
  if (isUnfolded && record.row.cut && look.needsWhole(key)) fetchWhole(key);
  redraw(record);
  feed.querySelector(`[data-key="${CSS.escape(key)}"] [data-unfold="${CSS.escape(part)}"]`)?.focus({ preventScroll: true });
});

/** Draws a row again, which keeps its upper edge. */
function redraw(record) {
  if (!record.element) return;
  noticeScroll();
  const top = topOf(record);
  drawContent(record);
  markClipped([record]);
  place(record, top, !isScrolling());
  pickAnchor();
  steer();
}

async function fetchWhole(key) {
  try {
    const answer = await connection.ask({ model: key });
    look.setWhole(key, answer.model);
    const record = recordOfKey(key);
    if (record) redraw(record);
  } catch (error) {
    complain(error);
  }
}

feed.addEventListener('error', (event) => event.target.classList?.add('broken'), true);

// Rows grow without an update too: fonts and images arrive, the window becomes narrower.
new ResizeObserver(() => {
  noticeScroll();
  if (records.length === 0 || goal) return;
  const record = anchor && recordOfKey(anchor.key);
  if (record?.element && !isAtTop()) place(record, anchor.top, !isScrolling());
  drawLayer();
  steer();
}).observe(feed);

let formerWidth = innerWidth;
addEventListener('resize', () => {
  if (innerWidth !== formerWidth) {
    formerWidth = innerWidth;
    markClipped(records);
  }
  steer();
});

new ResizeObserver(measureBar).observe(bar);
function measureBar() {
  const isSticky = getComputedStyle(bar).position === 'sticky';
  const bottom = isSticky ? bar.offsetHeight : 0;
  document.documentElement.style.setProperty('--bar', `${bottom}px`);
  barBottom = bottom;
}
measureBar();

// ---- The layer: the header of the section that is seen -------------------------------------------------

const layerRow = element('layer-row');
let layerContent = null, formerLayerHeight = 36;

/** The room that the layer takes above a row in the middle of a section. */
function layerHeight() {
  if (!layerRow.hidden) formerLayerHeight = layerRow.offsetHeight;
  const row = list.sticky;
  return row && ('model' in row || 'views' in row) ? formerLayerHeight : 0;
}

/** Shows the header of the first seen section over the rows, pushed away by the next one. */
function drawLayer() {
  let row = list.sticky, next = null, isOwn = false;
  for (const record of records) {
    if (record.row.kind !== 'header') continue;
    const top = record.element ? topOf(record) : null;
    if (top === null || top <= barBottom) {
      if (top !== null) [row, isOwn] = [record.row, top === barBottom];
    } else {
      next = top;
      break;
    }
  }
  const isShown = row && ('model' in row || 'views' in row) && !isOwn && list.sections > 0
    && feed.getBoundingClientRect().top < barBottom;
  layerRow.hidden = !isShown;
  if (!isShown) return;
  if (layerContent !== row) {
    const former = layerContent;
    layerContent = row;
    // A copy of controls is to look at; those of the list itself are a scroll away.
    layerRow.inert = 'views' in row;
    layerRow.classList.toggle('views', 'views' in row);
    if ('views' in row) views?.mountRow(layerRow, row.views, former?.key === row.key ? former.views : undefined, () => {});
    else if (look) {
      patch(layerRow, look.content(row));
      // It stands in the list already, under this name.
      layerRow.querySelector('[id]')?.removeAttribute('id');
    }
  }
  const push = next === null ? 0 : Math.min(0, next - barBottom - layerRow.offsetHeight);
  layerRow.style.transform = push < 0 ? `translateY(${push}px)` : '';
}

// ---- The bar: facts, position, news ----------------------------------------------------------------------

let newCount = 0;
const newer = element('newer');

function drawFacts() {
  element('count').textContent = `${formatCount(list.items)} ${list.items === 1 ? 'row' : 'rows'}`;
  element('revision').textContent = `revision ${list.revision}`;
  element('empty').hidden = list.items > 0 || records.some((record) => record.element);
}

function drawPosition() {
  const range = seenRange();
  const record = range && records.slice(range.first, range.last + 1).find((one) => one.item !== null);
  const text = record ? formatCount(record.item + 1) : '–';
  if (element('position').textContent !== text) element('position').textContent = text;
}

function setNewCount(count) {
  if (count === newCount) return;
  if (count > newCount) announce({ rows: count - newCount });
  newCount = count;
  newer.hidden = count === 0;
  newer.textContent = `${formatCount(count)} new`;
}

newer.addEventListener('click', () => {
  toTop();
  if (document.activeElement === newer || document.activeElement === document.body) feed.focus({ preventScroll: true });
});

function toTop() {
  setNewCount(0);
  go({ slot: 0, align: 'top', top: barBottom, then: () => {
    setSpacers();
    scrollTo(0);
  } });
}

// One message in some seconds at most: a listener hears the outcome, not each step.
let news = { rows: 0, text: null }, announcedAt = -Infinity, announceTimer = 0;
function announce({ rows = 0, text = null }) {
  news = { rows: news.rows + rows, text: text ?? news.text };
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    const parts = [news.text, news.rows ? `${formatCount(news.rows)} new ${news.rows === 1 ? 'row' : 'rows'}` : null];
    element('live').textContent = parts.filter(Boolean).join('. ');
    announcedAt = performance.now();
    news = { rows: 0, text: null };
  }, Math.max(250, announcedAt + 5_000 - performance.now()));
}

let toastTimer = 0;
function toast(text) {
  const note = element('toast');
  note.textContent = text;
  note.hidden = false;
  announce({ text });
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { note.hidden = true; }, 4_000);
}

const complain = (error) => toast(error?.message ?? String(error));

const stateTexts = { connecting: 'Connecting', live: 'Live', reconnecting: 'Reconnecting', over: 'Ended' };
function showState(state) {
  const former = element('state').dataset.state;
  if (former === state) return;
  element('state').dataset.state = state;
  element('state-text').textContent = stateTexts[state];
  if (state === 'reconnecting') announce({ text: 'Reconnecting' });
  if (state === 'live' && former === 'reconnecting') announce({ text: 'Live again' });
}

function showFault(text) {
  element('fault').hidden = !text;
  element('fault').textContent = text ?? '';
}

// ---- The connection ---------------------------------------------------------------------------------------

/** Follows the list, over any number of sockets: when one breaks, another one goes on from what is here. */
class Connection {
  #socket = null;
  #attempt = 0;
  #timer = 0;
  #questions = new Map();
  #lastQuestion = 0;
  #received = 0;
  isOpen = false;

  open() {
    clearTimeout(this.#timer);
    const address = new URL(location.pathname.replace(/\/$/, '') + '/feed', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = this.#socket = new WebSocket(address, 'roster.1');
    socket.onopen = () => this.send(hello(), true);
    socket.onmessage = (event) => {
      performance.mark('roster:message');
      this.#receive(parse(event.data));
    };
    socket.onclose = () => { if (socket === this.#socket) this.#didClose(); };
  }

  /** Tries at once: the network is back, or the page is visible again. */
  hurry() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.open();
  }

  send(message, isHello = false) {
    if (!this.isOpen && !isHello) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Asks something and returns the answer. `progress` is called for what is said in between. */
  ask(question, progress) {
    const id = ++this.#lastQuestion;
    const answer = new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new Error('There is no connection to the server.'));
        return;
      }
      this.#questions.set(id, { resolve, reject, progress, message: { id, ...question }, isSent: false });
      this.#sendQuestions();
    });
    answer.id = id;
    return answer;
  }

  /** The server refuses more than eight open questions. */
  #sendQuestions() {
    let open = 0;
    for (const question of this.#questions.values()) {
      if (++open > 6) return;
      if (question.isSent) continue;
      question.isSent = true;
      this.send(question.message);
    }
  }

  cancel(id) {
    if (this.#questions.get(id)?.isSent) this.send({ cancel: id });
    this.#questions.delete(id);
    this.#sendQuestions();
  }

  #receive(message) {
    if ('update' in message) return this.#update(message);
    if ('error' in message) {
      showFault(message.error);
      return;
    }
    if ('roster' in message) return begin(message);
    const question = this.#questions.get(message.id);
    if (!question) return;
    if ('searching' in message) return question.progress?.(message.searching);
    this.#questions.delete(message.id);
    this.#sendQuestions();
    if ('refused' in message) question.reject(new Error(message.refused));
    else question.resolve(message);
  }

  #update(update) {
    ready.then(() => {
      if (!this.isOpen) {
        this.isOpen = true;
        this.#attempt = 0;
        base = [];
        asked = null;
        showFault(null);
        showState('live');
      }
      this.#received = update.update;
      apply(update);
      performance.mark('roster:applied');
      measure(update);
      this.#acknowledge(update.update);
    });
  }

  /** A hidden page asks for one update in a second, which has all that happened in it. */
  #acknowledge(shown) {
    const send = () => { if (shown === this.#received) this.send({ shown }); };
    if (document.hidden) setTimeout(send, 1_000);
    else requestAnimationFrame(send);
  }

  #didClose() {
    this.isOpen = false;
    for (const { reject } of this.#questions.values()) reject(new Error('The connection to the server broke.'));
    this.#questions.clear();
    showState('reconnecting');
    // Twice as long each time, and never all pages at once.
    const delay = Math.min(15_000, 200 * 2 ** this.#attempt++) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.open(), delay);
  }
}

let ready = Promise.resolve();

function hello() {
  const count = windowCount();
  const message = { hello: [1], first: 0, count };
  const record = anchor && recordOfKey(anchor.key);
  if (list.update > 0) {
    message.first = list.first;
    message.count = Math.max(count, records.length);
    message.revision = list.revision;
    if (record && !isAtTop()) {
      message.place = { key: record.key, slot: record.slot };
      restoring = { top: anchor.top };
    }
  } else if (savedPlace) {
    message.first = Math.max(0, savedPlace.slot - Math.ceil(count / 5));
    message.revision = savedPlace.revision;
    message.place = { key: savedPlace.key, slot: savedPlace.slot };
    restoring = { top: savedPlace.top };
  }
  return message;
}

function begin(message) {
  document.title = message.title;
  setText(element('title'), message.title);
  canEdit = message.edits;
  element('edits').hidden = !canEdit;
  element('search').hidden = !message.search;
  if (message.look === 'views') {
    if (!views) ready = loadViews();
  } else if (!look) {
    look = new ModelLook(message.template, element('columns'), document.documentElement);
    const memory = readStored(lookKey);
    if (memory) look.remember(memory);
  }
}

/** What draws the views of components is only there for lists that have some. */
async function loadViews() {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = '/assets/views.css';
  const hasLoaded = new Promise((resolve) => { sheet.onload = sheet.onerror = resolve; });
  document.head.append(sheet);
  [views] = await Promise.all([import('./views.js'), hasLoaded]);
}

let measureCount = 0;
function measure(update) {
  performance.measure('roster:apply', {
    start: 'roster:message', end: 'roster:applied', detail: { update: update.update, revision: update.revision },
  });
  performance.clearMarks('roster:message');
  performance.clearMarks('roster:applied');
  if (++measureCount % 512 === 0) performance.clearMeasures('roster:apply');
}

// ---- The place over reloads --------------------------------------------------------------------------------

const placeKey = `roster place ${location.pathname}`, lookKey = `roster look ${location.pathname}`;
let savedPlace = null, savedText = null;

function savePlace() {
  if (list.update === 0 || goal) return;
  const record = anchor && recordOfKey(anchor.key);
  const place = record && !isAtTop()
    ? { key: record.key, slot: record.slot, top: anchor.top, revision: list.revision } : null;
  const text = JSON.stringify(place);
  if (text === savedText) return;
  savedText = text;
  history.replaceState({ ...history.state, place }, '');
  store(placeKey, place);
  if (look) store(lookKey, look.memory);
}

function readPlace() {
  if (history.state && 'place' in history.state) return history.state.place;
  return performance.getEntriesByType('navigation')[0]?.type === 'reload' ? readStored(placeKey) : null;
}

// Storage may be forbidden. The history still has the place then.
function store(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch { /* It is kept no longer than the page. */ }
}

function readStored(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}

// ---- The keyboard -------------------------------------------------------------------------------------------

const isTyping = (target) => target.closest?.('input, textarea, select, [contenteditable]') !== null;

/** Makes a row the one that the keyboard is at. Exactly one row can be reached with Tab. */
function setCurrent(record) {
  if (current?.key === record.key && record.element.tabIndex === 0) {
    current.slot = record.slot;
    return;
  }
  for (const other of feed.querySelectorAll('.row[tabindex="0"]')) other.tabIndex = -1;
  record.element.tabIndex = 0;
  current = { key: record.key, slot: record.slot };
}

function focusRow(record) {
  setCurrent(record);
  record.element.focus({ preventScroll: true });
  sweepParked();
}

/** The focused row was removed: the one in its place takes the focus. */
function refocus(slot) {
  const record = nearestShown(clamp(slot, list.first, windowEnd() - 1), 1);
  if (record) focusRow(record);
  else feed.focus({ preventScroll: true });
}

/** Keeps one row reachable, whatever is in the window. */
function followCurrent() {
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

/** Moves to the row at a slot, or to the next one that shows something. */
function moveTo(slot, step, extend) {
  const target = clamp(slot, 0, list.slots - 1);
  let index = target - list.first;
  while (records[index] && !records[index].element) index += step;
  const record = records[index];
  const beyond = list.first + index;
  if (!record && (beyond < 0 || beyond >= list.slots)) return;
  if (extend && !selection) select(current, current);
  if (record) {
    if (extend) select(selection.from, record);
    goal = null;
    go({ key: record.key, slot: record.slot, align: 'nearest', focus: true, step });
  } else {
    // It is on its way; the focus stays until it is here, and further presses count on from here.
    current = { key: undefined, slot: beyond };
    go({ slot: beyond, align: step > 0 ? 'end' : 'top', focus: true, step,
      then: (record) => extend && select(selection.from, record) });
  }
}

const rowKeys = {
  ArrowDown: (slot) => [slot + 1, 1], ArrowUp: (slot) => [slot - 1, -1],
  PageDown: (slot) => [slot + 1, 1], PageUp: (slot) => [slot - 1, -1],
  Home: () => [0, 1], End: () => [list.slots - 1, -1],
};

feed.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || isTyping(event.target) || event.altKey) return;
  if (event.ctrlKey && (event.key === 'Home' || event.key === 'End')) {
    // As in the pattern of feeds: to what can be focused before and behind it.
    event.preventDefault();
    if (event.key === 'Home') lastShown(bar.querySelectorAll('a[href], button, input')).focus();
    else element('end').focus();
    return;
  }
  const key = rowKeys[event.key];
  if (!key || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const range = seenRange();
  const slot = goal?.focus ? goal.slot : current?.slot ?? (range ? records[range.first].slot - 1 : -1);
  const [to, step] = key(slot);
  moveTo(to, step, event.shiftKey && event.key.startsWith('Arrow'));
});

const lastShown = (nodes) => [...nodes].filter((node) => node.checkVisibility()).at(-1) ?? bar;

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented) return;
  if (event.key === 'Escape') return escape(event);
  if (isTyping(event.target) || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand) {
    const isInList = feed.contains(document.activeElement) || document.activeElement === document.body;
    if (event.key === 'a' && isInList && !event.shiftKey) {
      event.preventDefault();
      selectAll();
    } else if (event.key === 'c' && selection && getSelection().isCollapsed) {
      event.preventDefault();
      copySelection();
    }
    return;
  }
  const command = { '/': openSearch, ':': openGo, n: () => search('forward'), N: () => search('backward') }[event.key];
  if (!command) return;
  event.preventDefault();
  command();
});

function escape(event) {
  if (searching) cancelSearch();
  else if (!element('go-number').hidden) closeGo(true);
  else if (event.target === searchText) closeSearch();
  else if (selection) select(null, null);
  else if (query) closeSearch();
}

// ---- Selecting and copying -------------------------------------------------------------------------------------

/** Rows from one to another, as keys, so that it goes on beyond the window: `{from, to, isAll}`. */
let selection = null;

function select(from, to, isAll = false) {
  selection = from && { from: { key: from.key, slot: from.slot }, to: { key: to.key, slot: to.slot }, isAll };
  drawSelection();
}

const slotNow = (place) => {
  const record = recordOfKey(place.key);
  if (record) place.slot = record.slot;
  return place.slot;
};

function drawSelection() {
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

async function selectAll() {
  if (list.slots === 0) return;
  try {
    const [first, last] = await Promise.all([0, list.slots - 1].map((slot) => connection.ask({ seek: { slot } })));
    if (first.sought && last.sought) select(first.sought, last.sought, true);
    announce({ text: `All ${formatCount(list.items)} rows are selected` });
  } catch (error) {
    complain(error);
  }
}

async function copySelection() {
  const { from, to } = selection;
  const [first, last] = slotNow(from) <= slotNow(to) ? [from, to] : [to, from];
  const text = connection.ask({ copy: { from: first.key, to: last.key } }).then((answer) => answer.text);
  try {
    await write(text);
    const lines = (await text).length;
    toast(`Copied ${formatCount(lines)} characters`);
  } catch (error) {
    complain(error);
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

// ---- Searching ---------------------------------------------------------------------------------------------------

const searchText = element('search-text'), searchResult = element('search-result');
const searchProgress = element('search-progress');
let query = '', searching = null, typingTimer = 0, found = null;

function openSearch() {
  if (element('search').hidden) return;
  searchText.focus();
  searchText.select();
}

/** Leaves the search, with the focus on what was found. */
function closeSearch() {
  query = '';
  found = null;
  searchText.value = '';
  searchResult.textContent = '';
  showSearchButtons();
  drawMatches();
  const record = current && recordOfKey(current.key);
  if (record?.element) record.element.focus({ preventScroll: true });
  else feed.focus({ preventScroll: true });
}

function showSearchButtons() {
  element('search-backward').hidden = element('search-forward').hidden = !query;
  searchProgress.hidden = !searching;
}

function cancelSearch() {
  if (!searching) return;
  connection.cancel(searching.id);
  searching = null;
  searchResult.textContent = '';
  showSearchButtons();
}

/** Asks the server, which has all models, for the next match. */
async function search(direction, from = found?.key ?? placeToSearchFrom(), mayWrap = true) {
  if (!query) return;
  cancelSearch();
  const question = searching = connection.ask({ find: from ? { text: query, from, direction } : { text: query, direction } }, (progress) => {
    if (searching === question) searchProgress.value = progress;
  });
  searchProgress.value = 0;
  // A search that is answered at once shows no bar.
  setTimeout(() => searching === question && showSearchButtons(), 150);
  try {
    const answer = await question;
    if (searching !== question) return;
    searching = null;
    showSearchButtons();
    if (!answer.found && from && mayWrap) return search(direction, null, false);
    found = answer.found;
    searchResult.textContent = found ? `row ${formatCount(found.item + 1)}` : 'no match';
    drawMatches();
    if (found) {
      current = { key: found.key, slot: found.slot };
      go({ key: found.key, slot: found.slot, align: 'center', focus: !isTyping(document.activeElement), then: drawMatches });
    }
  } catch (error) {
    if (searching !== question) return;
    searching = null;
    showSearchButtons();
    complain(error);
  }
}

/** The row before the first one that is seen, so that a match in sight is found first. */
function placeToSearchFrom() {
  const range = seenRange();
  const record = range && records.slice(0, range.first).findLast((one) => one.row.kind === 'item');
  return record?.key ?? null;
}

searchText.addEventListener('input', () => {
  clearTimeout(typingTimer);
  query = searchText.value.trim();
  showSearchButtons();
  if (query) typingTimer = setTimeout(() => search('forward', placeToSearchFrom()), 220);
  else {
    cancelSearch();
    found = null;
    searchResult.textContent = '';
    drawMatches();
  }
});
element('search').addEventListener('submit', (event) => event.preventDefault());
searchText.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !query) return;
  event.preventDefault();
  clearTimeout(typingTimer);
  search(event.shiftKey ? 'backward' : 'forward');
});
element('search-forward').addEventListener('click', () => search('forward'));
element('search-backward').addEventListener('click', () => search('backward'));

/** Marks what was looked for in the rows that are here, without touching them. */
function drawMatches() {
  for (const record of records) {
    record.element?.classList.toggle('found', Boolean(found) && record.key === found.key);
  }
  if (!CSS.highlights) return;
  CSS.highlights.delete('match');
  const text = query.toLowerCase();
  if (!text) return;
  const ranges = [];
  const walker = document.createTreeWalker(feed, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && ranges.length < 500) {
    const node = walker.currentNode, content = node.data.toLowerCase();
    if (content.length !== node.data.length) continue;
    for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + text.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      ranges.push(range);
    }
  }
  CSS.highlights.set('match', new Highlight(...ranges));
}

// ---- Going to a number, undo --------------------------------------------------------------------------------------

const goNumber = element('go-number');

function openGo() {
  goNumber.hidden = false;
  element('go-open').hidden = true;
  goNumber.value = '';
  goNumber.placeholder = `1–${formatCount(list.items)}`;
  goNumber.focus();
}

function closeGo(isDismissed) {
  goNumber.hidden = true;
  element('go-open').hidden = false;
  if (isDismissed) element('go-open').focus();
}

element('go-open').addEventListener('click', openGo);
goNumber.addEventListener('blur', () => closeGo(false));
element('go').addEventListener('submit', async (event) => {
  event.preventDefault();
  const number = parseInt(goNumber.value.replace(/\D/g, ''), 10);
  feed.focus({ preventScroll: true });
  closeGo(false);
  if (!number || list.items === 0) return;
  try {
    const { sought } = await connection.ask({ seek: { item: clamp(number, 1, list.items) - 1 } });
    if (sought) go({ ...sought, align: 'top', focus: true });
  } catch (error) {
    complain(error);
  }
});

element('end').addEventListener('click', () => {
  toTop();
  feed.focus({ preventScroll: true });
});

for (const command of ['undo', 'redo']) {
  element(command).addEventListener('click', () => connection.ask({ [command]: true }).catch(complain));
}

// ---- Start ---------------------------------------------------------------------------------------------------------

element('inspect').href = `/inspect/${encodeURIComponent(name)}`;
history.scrollRestoration = 'manual';
savedPlace = readPlace();

const connection = new Connection();
connection.open();

addEventListener('scroll', didScroll, { passive: true });
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
addEventListener('pagehide', savePlace);
addEventListener('online', () => connection.hurry());
document.addEventListener('visibilitychange', () => {
  if (document.hidden) savePlace();
  else connection.hurry();
});
setInterval(() => document.hidden || refreshTimes(feed), 30_000);
