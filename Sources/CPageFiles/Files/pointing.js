// The pointer and the keys on the picture of the timeline: choosing, dragging, pinching, zooming.

import { textAt } from './captions.js';
import { select, selectFirst, selectLast, step } from './choosing.js';
import { element } from './elements.js';
import { inspected, isInView, span } from './inspected.js';
import { hover, revisionAt, width } from './picture.js';
import { meantBy, pan, setView, showAll, zoom } from './timeline.js';

const area = element('picture'), tip = element('tip');

const revisionUnder = (event) => revisionAt(event.clientX - area.getBoundingClientRect().left);

/** Listens to what happens on the picture once there are revisions in it. */
const on = (kind, act, options) => area.addEventListener(kind, (event) => { if (inspected.view) act(event); }, options);

// ---- Hovering -----------------------------------------------------------------------------------------------

function showTip(event) {
  const revision = revisionUnder(event);
  if (!isInView(revision)) return hideTip();
  tip.textContent = textAt(revision);
  tip.hidden = false;
  const box = area.offsetParent.getBoundingClientRect();
  const left = Math.min(event.clientX - box.left + 12, box.width - Math.min(320, box.width) - 8);
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${area.offsetTop + 12}px`;
  hover(revision);
}

function hideTip() {
  tip.hidden = true;
  hover(null);
}

on('pointerleave', hideTip);

// ---- Pressing, dragging, pinching ---------------------------------------------------------------------------

/** Where each pressed pointer is. */
const pointers = new Map();
/** What one pointer drags, or two pinch: where they began, and what was in view. */
let drag = null, pinch = null;

function distance() {
  const [one, other] = [...pointers.values()];
  return Math.max(10, Math.abs(one - other));
}

on('pointerdown', (event) => {
  if (event.button !== 0) return;
  pointers.set(event.pointerId, event.clientX);
  const { view } = inspected;
  if (pointers.size === 2) {
    pinch = { distance: distance(), middle: (view.from + view.to) / 2, count: span() };
    drag = null;
    return;
  }
  drag = { x: event.clientX, view, count: span(), hasMoved: false };
  area.setPointerCapture(event.pointerId);
});

on('pointermove', (event) => {
  if (pointers.has(event.pointerId)) pointers.set(event.pointerId, event.clientX);
  if (pinch && pointers.size === 2) {
    const half = pinch.count * pinch.distance / distance() / 2;
    return setView(pinch.middle - half, pinch.middle + half);
  }
  if (!drag) return event.pointerType === 'mouse' ? showTip(event) : undefined;
  const moved = event.clientX - drag.x;
  if (Math.abs(moved) > 5) drag.hasMoved = true;
  if (!drag.hasMoved) return;
  const from = drag.view.from + Math.round((-moved / width()) * drag.count);
  if (inspected.view.from !== from) setView(from, from + drag.count - 1);
});

function release(event) {
  pointers.delete(event.pointerId);
  if (pointers.size < 2) pinch = null;
  const isPress = drag && !drag.hasMoved && event.type === 'pointerup';
  drag = null;
  const revision = revisionUnder(event);
  if (isPress && isInView(revision)) select(meantBy(revision));
}

on('pointerup', release);
on('pointercancel', release);
on('dblclick', (event) => zoom(0.4, revisionUnder(event)));
on('wheel', (event) => {
  // Without a modifier the page scrolls, unless it is sidewards.
  if (event.ctrlKey || event.metaKey || event.altKey) {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, revisionUnder(event));
  } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    event.preventDefault();
    pan(Math.sign(event.deltaX) * Math.max(1, Math.round(span() / 20)));
  }
}, { passive: false });

// ---- Keys ---------------------------------------------------------------------------------------------------

const part = (divisor, least) => Math.max(least, Math.round(span() / divisor));

const actions = {
  ArrowLeft: ({ shiftKey }) => (shiftKey ? pan(-part(4, 1)) : step(-1)),
  ArrowRight: ({ shiftKey }) => (shiftKey ? pan(part(4, 1)) : step(1)),
  ArrowDown: () => step(-1), ArrowUp: () => step(1),
  PageDown: () => step(-part(10, 10)), PageUp: () => step(part(10, 10)),
  Home: selectFirst, End: selectLast,
  '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), 0: showAll,
};

on('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(actions, event.key)) return;
  event.preventDefault();
  actions[event.key](event);
});
