// Swipes: quick movements of a finger or a pen to a side. The numbers are those of `GestureConfiguration.pixels`.
//
// What scrolls is the browser's: it takes the pointer of a movement along an axis along which the page, or a box
// around the view, scrolls, and of one with two fingers. `touch-action` leaves it the vertical axis, so only `left`
// and `right` are swipes. A mouse selects text instead.

/** How long the way of a swipe is at least, in pixels, and how fast it is when it ends, in pixels per second. */
const wayMin = 48, speedMin = 300;
/** How far a pointer moves before its axis counts, in pixels. */
const slop = 8;
/** The last part of a movement from which its speed is taken, in milliseconds. */
const speedTime = 100;

/** The movement that may become a swipe; null if there is none. */
let trace = null;

const pointOf = ({ clientX, clientY, timeStamp }) => ({ x: clientX, y: clientY, time: timeStamp });

/**
 * Follows a pointer that has gone down on a view.
 * @param report receives the direction, `left` or `right`, if it becomes a swipe
 */
export function followSwipe(event, report) {
  if (!event.isPrimary || event.button !== 0 || event.pointerType === 'mouse' || isMagnified()) return;
  trace = { pointer: event.pointerId, start: pointOf(event), points: [pointOf(event)], hasAxis: false, report };
}

function move(event) {
  const point = pointOf(event), { start } = trace;
  trace.points.push(point);
  // The last point before the window stays, so that one that rests for long is slow.
  while (trace.points.length > 2 && point.time - trace.points[1].time > speedTime) trace.points.shift();
  const x = Math.abs(point.x - start.x), y = Math.abs(point.y - start.y);
  if (trace.hasAxis || Math.hypot(x, y) <= slop) return;
  if (x > y) trace.hasAxis = true;
  else trace = null;
}

function end(event) {
  move(event);
  if (!trace?.hasAxis) return;
  const { start, points, report } = trace, last = points.at(-1), first = points[0];
  const way = last.x - start.x;
  const speed = (last.x - first.x) / Math.max(1, last.time - first.time) * 1_000;
  const isQuick = Math.abs(speed) >= speedMin && Math.sign(speed) === Math.sign(way);
  if (Math.abs(way) >= wayMin && isQuick) report(way < 0 ? 'left' : 'right');
}

/** Calls something with the events of the pointer that is followed, wherever it is by now. */
const on = (name, act) => document.addEventListener(name, (event) => {
  if (trace?.pointer === event.pointerId) act(event);
}, { capture: true, passive: true });

on('pointermove', move);
on('pointerup', (event) => {
  end(event);
  trace = null;
});
on('pointercancel', () => { trace = null; });
// A second finger, or a new press whose end of the former one was lost. Views hear of it after this.
document.addEventListener('pointerdown', () => { trace = null; }, { capture: true, passive: true });
document.addEventListener('selectionchange', () => { if (!getSelection().isCollapsed) trace = null; });

// ---- A page that is magnified ---------------------------------------------------------------------------------

/** Whether the reader has magnified the page by two fingers. One finger then moves what is seen of it. */
const isMagnified = () => (globalThis.visualViewport?.scale ?? 1) > 1.01;

globalThis.visualViewport?.addEventListener('resize', () => {
  document.documentElement.classList.toggle('roster-magnified', isMagnified());
});
