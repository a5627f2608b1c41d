// The picture of the timeline: a bar for each revision, or for many at a time. What grows or changes the list
// stands above a line, and what is removed from it below.
//
// It is hidden from those who do not see it. `captions.js` says the same in words.

import { element, shape } from './elements.js';
import { firstRevision, inspected, isInView, span } from './inspected.js';
import { formatCount, plain } from './texts.js';

/** What is drawn: revisions one by one, or `buckets` of many at a time. */
export const drawn = { revisions: [], buckets: null, origins: new Map(), most: 0 };

const height = 98, margin = 10;
/** The room for arcs, the line, the room above and below it, and the height of the band of origins. */
const arcs = 18, up = 34, line = arcs + up, down = 16, band = 5;

/** The revision under the pointer, and its mark. */
let hovered = null, mark = null;

// ---- Places -------------------------------------------------------------------------------------------------

export const width = () => Math.max(200, element('picture').clientWidth);

/** Where a revision begins. */
const placeOf = (revision) => margin + ((revision - inspected.view.from) / span()) * (width() - 2 * margin);
const middleOf = (revision) => (placeOf(revision) + placeOf(revision + 1)) / 2;

/** The revision at a place. */
export const revisionAt = (place) =>
  Math.floor(inspected.view.from + ((place - margin) / (width() - 2 * margin)) * span());

// ---- Drawing ------------------------------------------------------------------------------------------------

const hatching = (id, size, kind) => shape(
  'pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  shape('line', { x1: 0, y1: 0, x2: 0, y2: size, class: kind }));

export function drawPicture() {
  colourOrigins();
  const w = width();
  const svg = shape('svg', { viewBox: `0 0 ${w} ${height}`, width: w, height, 'aria-hidden': 'true', focusable: 'false' },
    shape('defs', {}, hatching('hatch', 6, 'hatch'), hatching('gone', 8, 'gone-line')));
  drawSelection(svg);
  drawBars(svg);
  svg.append(shape('line', { class: 'frame', x1: 0, x2: w, y1: line, y2: line }));
  if (!drawn.buckets) {
    drawGroups(svg);
    drawArcs(svg);
  }
  drawEnds(svg);
  drawSubscribers(svg);
  drawAxis(svg);
  element('picture').replaceChildren(svg);
}

/** Gives the most frequent origins colours. Origins that occur once say nothing by their colour. */
function colourOrigins() {
  const counts = new Map();
  const count = (origin, times) => { if (origin) counts.set(origin, (counts.get(origin) ?? 0) + times); };
  for (const revision of drawn.revisions) count(revision.origin, 1);
  for (const bucket of drawn.buckets ?? []) for (const [origin, times] of bucket.origins) count(origin, times);
  const frequent = [...counts].filter(([, times]) => times > 1)
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).slice(0, 8);
  drawn.origins = new Map(frequent.map(([origin], index) => [origin, `o${index}`]));
}

function drawSelection(svg) {
  const frame = { y: 1, height: line + down + band + 2 };
  const { selected } = inspected;
  if (selected != null && isInView(selected)) {
    const left = placeOf(selected), size = Math.max(3, placeOf(selected + 1) - left);
    svg.append(shape('rect', { class: 'selected', x: left, width: size, ...frame, rx: 3 }));
  }
  mark = shape('rect', { class: 'hover', ...frame });
  svg.append(mark);
  moveMark();
}

/** Marks the revision under the pointer; null for none. The picture is not drawn anew. */
export function hover(revision) {
  hovered = revision;
  moveMark();
}

function moveMark() {
  const isShown = hovered != null && isInView(hovered);
  const left = isShown ? placeOf(hovered) : 0;
  mark?.setAttribute('x', left);
  mark?.setAttribute('width', isShown ? Math.max(3, placeOf(hovered + 1) - left) : 0);
}

// ---- Bars ---------------------------------------------------------------------------------------------------

const kindsAbove = ['inserted', 'updated', 'moved', 'states'];

/** How much of each kind a bar stands for. */
function sizesOf({ entry, from, to }) {
  const counts = entry.counts ?? {};
  // A sample stands for all.
  const share = entry.read > 0 ? (to - from + 1) / entry.read : 1;
  const sum = (...names) => share * names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const sizes = {
    inserted: sum('insertedItems', 'insertedSections'), updated: sum('updatedItems', 'updatedSections'),
    moved: sum('movedItems', 'movedSections'), states: sum('states'),
    removed: sum('removedItems', 'removedSections'),
  };
  return { ...sizes, above: kindsAbove.reduce((sum, kind) => sum + sizes[kind], 0) };
}

/** Whether a revision, or one of a bucket, cannot be read. */
const isFaulty = ({ kind, kinds, read }) => kind === 'unreadable' || kinds?.unreadable > 0 || read === 0;

/** The logarithm keeps small revisions visible beside large ones. */
function drawBars(svg) {
  const bars = (drawn.buckets ?? drawn.revisions)
    .map((entry) => ({ entry, from: entry.from ?? entry.revision, to: entry.to ?? entry.revision }))
    .filter((bar) => bar.to >= inspected.view.from && bar.from <= inspected.view.to);
  const sizes = bars.map(sizesOf);
  const most = drawn.most = Math.max(1, ...sizes.map(({ above, removed }) => Math.max(above, removed)));
  const scale = (count, room) => (count === 0 ? 0 : Math.max(2, (Math.log1p(count) / Math.log1p(most)) * room));
  bars.forEach(({ entry, from, to }, index) => {
    const left = placeOf(from), room = placeOf(to + 1) - left;
    const size = Math.max(1, room - (room > 5 ? 1 : 0));
    const { above, removed } = sizes[index];
    const group = shape('g', { class: `stack ${entry.takenBackBy ? 'undone' : ''}` });
    const add = (kind, y, height, width = size) => group.append(shape('rect', { class: kind, x: left, y, width, height }));
    const tall = scale(above, up - 2);
    let y = line;
    for (const kind of kindsAbove.filter((kind) => sizes[index][kind] > 0)) {
      const height = (sizes[index][kind] / above) * tall;
      y -= height;
      add(kind, y, height);
    }
    if (removed > 0) add('removed', line, scale(removed, down - 2));
    if (above + removed === 0) add('nothing', line - 1, 2);
    if (isFaulty(entry)) add('fault', arcs + 2, up + down - 4, Math.max(4, size));
    const origin = entry.origins ? entry.origins[0]?.[0] : entry.origin;
    if (origin) add(drawn.origins.get(origin) ?? 'o-other', line + down, band);
    svg.append(group);
  });
}

/** Brackets over the revisions of a group. */
function drawGroups(svg) {
  const shown = drawn.revisions.filter(({ revision }) => isInView(revision));
  const top = arcs - 2;
  let start = 0;
  for (let index = 1; index <= shown.length; index += 1) {
    const { group, revision } = shown[start];
    if (index < shown.length && shown[index].group === group) continue;
    if (group && index - start > 1) {
      const left = placeOf(revision) + 1, right = placeOf(shown[index - 1].revision + 1) - 2;
      svg.append(shape('path', { class: 'group', d: `M${left} ${top} v-4 H${right} v4` }));
      if (right - left > 60) {
        svg.append(shape('text', { x: left + 4, y: top - 5 }, plain(group).slice(0, Math.floor((right - left) / 7))));
      }
    }
    start = index;
  }
}

/** Arcs from an undo or redo to what it takes back. */
function drawArcs(svg) {
  const top = arcs - 2;
  const tip = placeOf(1) - placeOf(0) > 7 ? ' l-3 -4 m3 4 l4 -3' : '';
  for (const { revision, kind, takesBack } of drawn.revisions.filter(({ revision }) => isInView(revision))) {
    if (!takesBack) continue;
    const from = middleOf(revision), to = middleOf(Math.max(takesBack, inspected.view.from - 1));
    const lift = top - Math.max(5, Math.min(20, Math.abs(from - to) / 3));
    const curve = `M${from} ${top} C${from} ${lift} ${to} ${lift} ${to} ${top}${tip}`;
    svg.append(shape('path', { class: `${kind}-arc`, d: curve }));
  }
}

// ---- Ends, subscribers, and numbers -------------------------------------------------------------------------

const bottom = line + down + band;

/** The part that was compacted, and the present. */
function drawEnds(svg) {
  const { head, view } = inspected;
  if (head.oldest > 0 && view.from <= firstRevision()) {
    svg.append(shape('rect', { class: 'gone', x: 0, y: arcs, width: margin, height: bottom - arcs }));
  }
  if (view.to === head.present) {
    const right = placeOf(head.present + 1) + 1;
    svg.append(shape('line', { class: 'present', x1: right, x2: right, y1: 2, y2: bottom }));
  }
}

/** How far subscribers have seen. Names that would stand on each other are left to the text below. */
function drawSubscribers(svg) {
  const flags = inspected.head.subscribers
    .filter(({ revision }) => isInView(revision) || revision === inspected.view.from - 1)
    .sort((one, other) => one.revision - other.revision);
  let end = -Infinity;
  for (const { name, revision, lag } of flags) {
    const place = placeOf(revision + 1) - 1;
    const text = lag > 0 ? `${plain(name)} −${formatCount(lag)}` : plain(name);
    const room = Math.min(180, text.length * 6.2 + 10);
    svg.append(shape('line', { class: 'flag-pole', x1: place, x2: place, y1: arcs, y2: bottom + 7 }),
      shape('circle', { class: lag > 0 ? 'flag' : 'flag-ok', cx: place, cy: bottom + 8, r: 3.5 }));
    const left = place + room + 8 < width() ? place + 7 : place - room;
    if (left <= end) continue;
    svg.append(shape('text', { x: left, y: bottom + 12, class: lag > 0 ? 'strong' : null }, text.slice(0, 28)));
    end = left + room;
  }
}

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1e7];

function drawAxis(svg) {
  const y = height - 3, w = width();
  const step = steps.find((step) => (step / span()) * w > 70) ?? 1e8;
  for (let revision = Math.ceil(inspected.view.from / step) * step; revision <= inspected.view.to; revision += step) {
    const place = middleOf(revision), isLast = place > w - 34;
    svg.append(shape('line', { class: 'frame', x1: place, x2: place, y1: y - 12, y2: y - 9 }),
      shape('text', { x: isLast ? w - 2 : place, y, 'text-anchor': isLast ? 'end' : 'middle' }, formatCount(revision)));
  }
}
