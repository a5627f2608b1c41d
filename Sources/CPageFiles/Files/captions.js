// What the picture of the timeline shows, in words: a sentence, the value of a slider, a legend, a table.

import { element, make } from './elements.js';
import { firstRevision, guide, inspected, isInView } from './inspected.js';
import { drawn } from './picture.js';
import { link, tableOf } from './tables.js';
import { formatCount, plain, plural } from './texts.js';
import { countsText, isolated, kindTexts, madeText, revisionText, sizeText, timeText } from './words.js';

/** Writes everything that is said of the picture. */
export function writeCaptions() {
  const words = [...viewWords(), ...subscriberWords()].join(' ');
  // It has one line; what has no room in it stands in its title.
  Object.assign(element('picture-text'), { textContent: words, title: words });
  describeSlider();
  drawLegend();
  drawTable();
}

const entries = () => drawn.buckets ?? drawn.revisions;

/** How many records of the journal in the view cannot be read. */
export const faultCount = () => entries().reduce((sum, { kind, kinds }) =>
  sum + (kinds ? kinds.unreadable ?? 0 : Number(kind === 'unreadable')), 0);

const isSampled = ({ from, to, read }) => read > 0 && read < to - from + 1;

function viewWords() {
  const { head, view } = inspected;
  if (head.present === 0) return ['The list has no revisions yet.'];
  const sum = {};
  for (const { counts } of entries()) {
    for (const [name, count] of Object.entries(counts ?? {})) sum[name] = (sum[name] ?? 0) + count;
  }
  // When a change was made says more than when it was committed, where all of them say it.
  const made = entries().map(({ at, made }) => made ?? (at ? [at, at] : null)), isMade = made.every(Boolean);
  const times = isMade ? made.flat().map(madeText)
    : entries().flatMap(({ committed }) => committed ?? []).map(timeText);
  const first = times[0], last = times.at(-1);
  const when = first === undefined ? ''
    : `, ${isMade ? 'made' : 'committed'} ${first}${last === first ? '' : ` to ${last}`}`;
  const sample = entries().some(isSampled) ? ' in a sample of them' : '';
  const words = [`Revisions ${formatCount(view.from)} to ${formatCount(view.to)}${when}: ${countsText(sum)}${sample}.`];
  if (head.oldest > 0) words.push(`Revisions up to ${formatCount(head.oldest)} are compacted: what they changed is no longer known.`);
  return words;
}

function subscriberWords() {
  const { subscribers, subscriberCount } = inspected.head;
  if (subscriberCount === 0) return [];
  const texts = subscribers.slice(0, 5).map(({ name, lag }) =>
    `${plain(name)} ${lag === 0 ? 'is up to date' : `lags by ${formatCount(lag)}`}`);
  return [`${plural(subscriberCount, 'subscriber')}: ${texts.join(', ')}${subscriberCount > 5 ? ', …' : ''}.`];
}

function describeSlider() {
  const { head } = inspected, slider = element('picture');
  const revision = inspected.selected ?? head.present;
  const known = drawn.revisions.find((entry) => entry.revision === revision);
  slider.setAttribute('aria-valuemin', Math.min(firstRevision(), revision));
  slider.setAttribute('aria-valuemax', head.present);
  slider.setAttribute('aria-valuenow', revision);
  slider.setAttribute('aria-valuetext', known ? revisionText(known) : `Revision ${formatCount(revision)}`);
}

/** Says what a place of the picture stands for. */
export function textAt(revision) {
  const single = drawn.revisions.find((entry) => entry.revision === revision);
  if (single) return revisionText(single);
  const bucket = bucketAt(revision);
  if (!bucket) return `Revision ${formatCount(revision)}`;
  const sample = isSampled(bucket) ? ` in ${formatCount(bucket.read)} of them` : '';
  return `Revisions ${formatCount(bucket.from)} to ${formatCount(bucket.to)}: ${countsText(bucket.counts)}${sample}`;
}

export const bucketAt = (revision) => drawn.buckets?.find(({ from, to }) => revision >= from && revision <= to);

function drawLegend() {
  const has = (...names) => entries().some(({ counts }) => names.some((name) => counts?.[name]));
  const shown = drawn.revisions.filter(({ revision }) => isInView(revision)), { head, view } = inspected;
  const items = [
    has('insertedItems', 'insertedSections') && ['inserted', 'inserted'],
    has('updatedItems', 'updatedSections') && ['updated', 'updated'],
    has('movedItems', 'movedSections') && ['moved', 'moved'],
    has('states') && ['states', 'states'],
    has('removedItems', 'removedSections') && ['removed', 'removed (below the line)'],
    shown.some(({ takenBackBy }) => takenBackBy) && ['undone', 'taken back (pale)'],
    shown.some(({ kind }) => kind === 'undo') && ['undo-line', 'undo, to what it takes back'],
    shown.some(({ kind }) => kind === 'redo') && ['redo-line', 'redo'],
    shown.some(({ group }, index) => group && group === shown[index + 1]?.group) && ['group-line', 'group, undone together'],
    faultCount() > 0 && ['fault', 'unreadable'],
    head.oldest > 0 && view.from <= firstRevision() && ['gone', 'compacted'],
    head.subscribers.some(({ revision }) => isInView(revision) || revision === view.from - 1)
      && ['flag', 'how far a subscriber has read'],
    drawn.origins.size > 0 && ['', 'committed by (the band below):'],
    ...[...drawn.origins].map(([origin, kind]) => [kind, plain(origin)]),
    entries().length > 0 && ['', `tallest: ${plural(Math.round(drawn.most), 'change')} (logarithmic)`],
  ];
  element('legend').replaceChildren(...items.filter(Boolean).map(([kind, text]) =>
    make('span', {}, kind && make('i', { class: `swatch ${kind}`, 'aria-hidden': 'true' }), make('bdi', {}, text))));
}

function drawTable() {
  const table = element('as-table');
  if (!table.open) return;
  const rows = entries().slice(-500).reverse().map((entry) => {
    const isBucket = entry.kinds != null;
    const name = isBucket ? `${formatCount(entry.from)} to ${formatCount(entry.to)}` : formatCount(entry.revision);
    const kind = isBucket
      ? Object.entries(entry.kinds).map(([kind, count]) => `${formatCount(count)} ${kindTexts[kind]}`).join(', ')
      : kindTexts[entry.kind] ?? entry.kind;
    const origin = isBucket ? entry.origins.map(([origin]) => origin).filter(Boolean).join(', ') : entry.origin;
    const revision = isBucket ? entry.largest?.revision ?? entry.from : entry.revision;
    return make('tr', {}, make('td', {}, link(name, () => guide.select(revision))), make('td', {}, kind),
      make('td', {}, countsText(entry.counts)), make('td', {}, isolated(origin ?? '')),
      make('td', 'number', sizeText(entry.bytes ?? 0)));
  });
  table.lastElementChild.replaceChildren(tableOf(['Revision', 'Kind', 'What it did', 'Committed by', 'Record size'], rows));
}

element('as-table').addEventListener('toggle', drawTable);
