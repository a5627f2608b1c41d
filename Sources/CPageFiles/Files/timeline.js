// The timeline: which revisions the picture shows, and what the server says of them.

import { latest } from './asking.js';
import { bucketAt, faultCount, writeCaptions } from './captions.js';
import { element } from './elements.js';
import { firstRevision, guide, inspected, span } from './inspected.js';
import { notice } from './notices.js';
import { drawn, drawPicture, width } from './picture.js';
import { formatCount, plural } from './texts.js';

const askTimeline = latest();
/** Answers to former questions. They are forgotten when there are new revisions. */
const answers = new Map();
/** The question for the revisions in view. The answer to a former one may come later, and is not drawn. */
let wanted = null;

/** Shows some revisions, as many as there are at most and few enough to be seen at least. */
export function setView(from, to) {
  const { oldest, present } = inspected.head;
  const all = Math.max(1, present - oldest);
  const count = Math.min(all, Math.max(12, Math.round(to - from + 1)));
  const first = Math.min(Math.max(Math.round(from), firstRevision()), Math.max(firstRevision(), present - count + 1));
  inspected.view = { from: first, to: first + count - 1 };
  loadTimeline();
}

export const showAll = () => setView(firstRevision(), inspected.head.present);

export function zoom(factor, around = inspected.selected ?? inspected.view.to) {
  const share = (around - inspected.view.from) / span(), count = span() * factor;
  setView(around - share * count, around + (1 - share) * count - 1);
}

export const pan = (count) => setView(inspected.view.from + count, inspected.view.to + count);

/** Draws the revisions in view, also those that are asked for first. */
export function loadTimeline() {
  const { from, to } = inspected.view, count = span();
  // A bar that is narrower than three pixels cannot be told from the next one.
  const isSingle = count <= Math.min(500, width() / 3);
  const buckets = Math.min(1_000, Math.max(20, Math.floor(width() / 4)));
  const parameters = isSingle ? { before: to + 1, limit: count } : { from, to, buckets };
  const name = wanted = JSON.stringify(parameters);
  if (answers.has(name)) return takeAnswer(answers.get(name));
  draw();
  askTimeline('revisions', parameters, (answer, error) => {
    notice('timeline', error && `the timeline cannot be read: ${error.message}`, true);
    if (error) return;
    answers.set(name, answer);
    if (answers.size > 40) answers.delete(answers.keys().next().value);
    if (name === wanted) takeAnswer(answer);
  });
}

/** What was said of revisions is old. */
export function forgetTimeline() { answers.clear(); }

function takeAnswer({ revisions, buckets }) {
  drawn.revisions = revisions ?? [];
  drawn.buckets = buckets ?? null;
  draw();
}

/** Draws what is known. */
export function draw() {
  drawPicture();
  writeCaptions();
  noteUnreadable();
}

function noteUnreadable() {
  const count = faultCount(), { from, to } = inspected.view;
  if (count === 0) return notice('rows', null);
  const broken = drawn.revisions.find(({ kind }) => kind === 'unreadable');
  const bucket = drawn.buckets?.find(({ kinds }) => kinds.unreadable);
  const where = `between revisions ${formatCount(from)} and ${formatCount(to)}`;
  notice('rows', `${plural(count, 'record')} of the journal ${where} cannot be read.`, true,
    broken ? { name: `Show revision ${broken.revision}`, run: () => guide.select(broken.revision) }
      : { name: 'Zoom in', run: () => setView(bucket.from, bucket.to) });
}

/** The revision that is meant by a place of the picture: of many at a time, the largest one. */
export const meantBy = (revision) => bucketAt(revision)?.largest?.revision ?? revision;

new ResizeObserver(() => { if (inspected.view) loadTimeline(); }).observe(element('picture'));
