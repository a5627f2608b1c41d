// What stands in the rows: drawing them, unfolding long texts, and what grows without an update.

import { followWidth } from './columns.js';
import { connection } from './connection.js';
import { markEdits, markPast } from './edited.js';
import { unpark } from './focus.js';
import { drawLayer } from './layer.js';
import { drawContent, look } from './looks.js';
import { complain } from './messages.js';
import {
  anchor, goal, holdOf, isAtTop, isScrolling, noticeScroll, pickAnchor, place, seenAnchors, topOf,
} from './place.js';
import { feed, isShown, makeElement, recordOfKey, recordOfNode, records } from './rows.js';
import { steer } from './window.js';

/** Makes or patches the element of a row. */
export function drawRow(record, isNews) {
  const { row, former } = record;
  record.former = undefined;
  if (!isShown(row)) {
    if (record.element) {
      unpark(record);
      record.element.remove();
      record.element = null;
    }
    return;
  }
  const isNew = !record.element;
  if (isNew) makeElement(record);
  if (former) look?.forgetWhole(row.key);
  fill(record, former);
  if (isNews && former && look) markEdits(record, former);
  if (isNews) flash(record.element, isNew ? 'new' : 'changed');
  if (look?.needsWhole(row.key) && row.cut) fetchWhole(row.key);
}

/** Draws what a row contains, and what became of it. */
function fill(record, former) {
  drawContent(record.element, record.row, former);
  markPast(record);
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

/** Marks texts that are longer than what is seen of them. */
export function markClipped(drawn) {
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
  noticeScroll();
  // A key on the row itself leaves the focus there.
  const hadRow = document.activeElement === record.element;
  redraw(record, { record, top: topOf(record) });
  if (hadRow) return;
  feed.querySelector(`[data-key="${CSS.escape(key)}"] [data-unfold="${CSS.escape(part)}"]`)?.focus({ preventScroll: true });
});

/** What in a row has a press of its own. */
const pressed = 'a, button, input, select, textarea, label, summary';
/** Whether a finger is on the page, or a pen, or the mouse. */
let pointerType = 'mouse';

/** Opens the row that was pressed, or closes it at its title. @returns whether it could */
function openPressed({ target }) {
  const row = target.closest('.row.item');
  if (!row || target.closest(pressed)) return false;
  // In a row that is open, texts are selected; its title closes it.
  if (target.closest('.whole') && !target.closest('.whole .title')) return false;
  const button = row.querySelector('.all');
  button?.click();
  return button != null;
}

// A mouse presses twice, as in other lists: one press is for the keyboard, and draws a selection. A finger and a pen have no keys.
feed.addEventListener('pointerdown', (event) => { pointerType = event.pointerType; });
feed.addEventListener('dblclick', (event) => {
  // The first press has selected a word.
  if (pointerType === 'mouse' && openPressed(event)) getSelection().removeAllRanges();
});
feed.addEventListener('click', (event) => {
  if (pointerType !== 'mouse' && !event.defaultPrevented && getSelection().isCollapsed) openPressed(event);
});

/** Draws a row again, while a row stays where it is: `{record, top}`. */
function redraw(record, hold) {
  if (!record.element) return;
  fill(record);
  markClipped([record]);
  if (hold) place(hold.record, hold.top, !isScrolling());
  pickAnchor();
  steer();
}

/** Draws all rows again: they are to look different. */
export function redrawAll() {
  noticeScroll();
  const [first] = isAtTop() ? [] : seenAnchors();
  const drawn = records.filter((record) => record.element);
  for (const record of drawn) fill(record);
  markClipped(drawn);
  if (first) place(first.record, first.top, !isScrolling());
  pickAnchor();
  drawLayer();
  steer();
}

async function fetchWhole(key) {
  try {
    const answer = await connection.ask({ model: key });
    look.setWhole(key, answer.model);
    const record = recordOfKey(key);
    noticeScroll();
    const seen = seenAnchors();
    // The reader may be elsewhere by now, and is in this row only with the focus.
    const own = seen.find((one) => one.record === record && one.record === recordOfNode(document.activeElement));
    if (record) redraw(record, own ?? (isAtTop() ? null : holdOf(seen, [record])));
  } catch (error) {
    complain(error);
  }
}

feed.addEventListener('error', (event) => event.target.classList?.add('broken'), true);

// Rows grow without an update too: fonts and images arrive, the window becomes narrower.
new ResizeObserver(() => {
  noticeScroll();
  followWidth();
  if (records.length === 0 || goal) return;
  const record = anchor && recordOfKey(anchor.key);
  // At the top, the top stays, and not the first item.
  if (isAtTop()) pickAnchor();
  else if (record?.element) place(record, anchor.top, !isScrolling());
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
