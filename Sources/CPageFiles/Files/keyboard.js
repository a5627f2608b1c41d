// The keyboard: arrows through the rows, and the keys of commands.

import { clearQuery, openOrder, openValues, showMatches } from './chips.js';
import { lineLength, slotBeyond } from './columns.js';
import { element } from './elements.js';
import { current, expectCurrent, isTyping } from './focus.js';
import { foldFocused, toggleSections } from './folding.js';
import { look } from './looks.js';
import { goal, seenRange, setGoal } from './place.js';
import { clamp, feed, list, recordAtSlot, records } from './rows.js';
import { cancelSearch, closeSearch, openSearch, query, search, searching, searchText } from './search.js';
import { copyRows, select, selectAll, selection } from './selection.js';
import { closeGo, goNumber, openGo } from './tools.js';
import { goToChange, isPast, leavePast, stayHere, travel } from './travel.js';
import { go, toEnd, toTop } from './window.js';

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
    setGoal(null);
    go({ key: record.key, slot: record.slot, align: 'nearest', focus: true, step });
  } else {
    // It is on its way; the focus stays until it is here, and further presses count on from here.
    expectCurrent({ key: undefined, slot: beyond });
    go({ slot: beyond, align: step > 0 ? 'end' : 'top', focus: true, step,
      then: (record) => extend && select(selection.from, record) });
  }
}

/** How many rows share a line with the one in a slot. One that is on its way stands as the nearest that is here. */
const lineLengthAt = (slot) => lineLength(recordAtSlot(slot) ?? (slot < list.first ? records[0] : records.at(-1)));

/** Where a key leads from a slot: up and down by a line, which in a grid has several rows. */
function lineKey(slot, step) {
  const record = recordAtSlot(slot), length = lineLengthAt(slot);
  return [record && length > 1 ? slotBeyond(record, step) : slot + step * length, step];
}

/** To the row beside that of a slot, in a grid. */
function sideKey(slot, step) {
  if (lineLengthAt(slot) === 1) return null;
  const isMirrored = getComputedStyle(feed).direction === 'rtl';
  return [slot + (isMirrored ? -step : step), isMirrored ? -step : step];
}

const rowKeys = {
  ArrowDown: (slot) => lineKey(slot, 1), ArrowUp: (slot) => lineKey(slot, -1),
  PageDown: (slot) => lineKey(slot, 1), PageUp: (slot) => lineKey(slot, -1),
  ArrowRight: (slot) => sideKey(slot, 1), ArrowLeft: (slot) => sideKey(slot, -1),
  Home: () => [0, 1], End: () => [list.slots - 1, -1],
};

/** What keys do at the header of a section: unfold it, fold it, or the other of both. */
const foldKeys = { ArrowRight: true, ArrowLeft: false, Enter: null };

feed.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || isTyping(event.target) || event.altKey) return;
  if (event.ctrlKey && (event.key === 'Home' || event.key === 'End')) {
    // As in the pattern of feeds: to what can be focused before and behind it.
    event.preventDefault();
    if (event.key === 'Home') lastShown(element('bar').querySelectorAll('a[href], button, input')).focus();
    else element('end').focus();
    return;
  }
  if (event.target.classList.contains('row') && !event.shiftKey && !event.ctrlKey && !event.metaKey && look) {
    const wanted = foldKeys[event.key];
    const isMirrored = wanted !== undefined && wanted !== null && getComputedStyle(feed).direction === 'rtl';
    if (wanted !== undefined && foldFocused(isMirrored ? !wanted : wanted ?? undefined)) return event.preventDefault();
  }
  if (event.key === 'Enter' && event.target.classList.contains('row')) {
    event.target.querySelector('.all')?.click();
    return;
  }
  const key = rowKeys[event.key];
  if (!key || event.ctrlKey || event.metaKey) return;
  const range = seenRange();
  const slot = goal?.focus ? goal.slot : current?.slot ?? (range ? records[range.first].slot - 1 : -1);
  const target = key(slot);
  if (!target) return;
  event.preventDefault();
  const [to, step] = target;
  moveTo(to, step, event.shiftKey && event.key.startsWith('Arrow'));
});

const lastShown = (nodes) => [...nodes].filter((node) => node.checkVisibility()).at(-1) ?? element('bar');

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || element('keys').open || element('sure').open) return;
  if (event.key === 'Escape') return escape(event);
  // Many keyboards have brackets behind AltGr or Option only, and AltGr is Ctrl with Alt on Windows.
  const isBracket = event.altKey && (event.key === '[' || event.key === ']');
  if (isTyping(event.target) || event.altKey && !isBracket) return;
  const isCommand = (event.ctrlKey || event.metaKey) && !isBracket;
  if (isCommand) {
    const isInList = feed.contains(document.activeElement) || document.activeElement === document.body;
    if (event.key === 'a' && isInList && !event.shiftKey) {
      event.preventDefault();
      selectAll();
    } else if (event.key === 'c' && selection && getSelection().isCollapsed) {
      event.preventDefault();
      copyRows('text');
    }
    return;
  }
  const command = {
    '/': openSearch, ':': openGo, '?': () => element('keys').showModal(),
    y: () => copyRows('json'), Y: () => copyRows('tsv'), n: () => goOn(1), N: () => goOn(-1),
    '[': () => travel(-1), ']': () => travel(1),
    f: () => openValues(), m: showMatches, s: openOrder, z: toggleSections, x: clearQuery,
    i: !element('inspect').hidden && (() => element('inspect').click()), Home: !event.shiftKey && toTop, End: !event.shiftKey && toEnd,
  }[event.key];
  if (!command) return;
  event.preventDefault();
  command();
});

/** To the next match of a search; without one, in the past, to the next row that the revision has changed. */
const goOn = (step) => (query || !isPast() ? search(step > 0 ? 'forward' : 'backward') : goToChange(step));

function escape(event) {
  // It closes them.
  if (['menu', 'values'].some((id) => element(id).matches(':popover-open'))) return;
  if (searching) cancelSearch();
  else if (!goNumber.hidden) closeGo(true);
  else if (event.target === searchText) closeSearch();
  else if (selection) select(null, null);
  else if (query) closeSearch();
  else if (!stayHere() && isPast()) leavePast();
}

element('keys-open').addEventListener('click', () => {
  element('menu').hidePopover();
  element('keys').showModal();
});
