// What is large, what is slow, and who lags: the largest rows and revisions, subscribers, and the slowest commits.

import { latest, Parts } from './asking.js';
import { element, make } from './elements.js';
import { inspected } from './inspected.js';
import { button, linkTo, linkToRow, note, progressOf, quiet, quietLine, scrolledTable } from './tables.js';
import { formatCount, plain, plural } from './texts.js';
import { isolated, modelText, momentText, placeText, sizeText } from './words.js';

const largestCount = 20;
const askSubscribers = latest(), askSlowest = latest();

/** Shows everything, and goes on where it was when the tab was left. */
export function loadLargest() {
  if (!inspected.head) return;
  for (const scan of scans) scan.load();
  askSubscribers('subscribers', {}, (answer, error) =>
    element('lagging').replaceChildren(...(error ? [note(error.message)] : laggingOf(answer))));
  askSlowest('pending', {}, (answer, error) =>
    element('slowest').replaceChildren(...(error ? [note(error.message)] : slowestOf(answer))));
}

// ---- Rows and revisions, part by part -----------------------------------------------------------------------

/** Merges what one part has found into what others have, the largest first. */
const mergeLargest = (known, found, sizeOf) =>
  [...known, ...found].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, largestCount);

/** Goes through all rows, or all revisions, as long as the tab is shown. */
class LargestScan {
  constructor(id, of, startName, take, draw) {
    Object.assign(this, { id, of, take, draw, parts: new Parts('largest', startName), startName });
    this.forget(null);
  }

  /** Forgets what was found. @param present the revision at which the search begins anew */
  forget(present) { Object.assign(this, { present, found: null, next: null, isStopped: false, error: null }); }

  load() {
    const { present } = inspected.head;
    // What was found of another list, or long ago, is found again.
    if (this.present !== present && !this.parts.isRunning) this.forget(present);
    if (this.found && this.next == null || this.parts.isRunning || this.isStopped) return this.show();
    this.goOn();
  }

  goOn() {
    this.isStopped = false;
    this.parts.begin({ of: this.of }, this.next, (answer, error) => {
      this.error = error?.message ?? null;
      if (answer) {
        this.found = this.take(this.found, answer);
        this.next = answer.next ?? null;
      }
      const goesOn = !error && this.next != null && inspected.tab === 'largest' && !this.isStopped;
      this.show(goesOn);
      return goesOn;
    });
    this.show(true);
  }

  stop() {
    this.isStopped = true;
    this.parts.stop();
    this.show(false);
  }

  show(isRunning = this.parts.isRunning) {
    const node = element(this.id), hadFocus = node.querySelector('.controls')?.contains(document.activeElement);
    const controls = make('div', 'controls', this.error && make('p', 'bad', plain(this.error)),
      isRunning && this.progress(), isRunning ? button('Stop', () => this.stop())
        : (this.next != null || !this.found || this.error) && button('Go on', () => this.goOn()));
    node.replaceChildren(...(this.found ? this.draw(this.found) : []), controls);
    if (hadFocus) controls.querySelector('button')?.focus();
  }

  progress() {
    const { done = 0, all = 1 } = this.found ?? {};
    return progressOf('Looking', done, all, this.found ? `${formatCount(done)} of ${formatCount(all)}` : 'Looking…');
  }
}

const bytesOf = ({ bytes }) => bytes, writtenOf = ({ written, bytes }) => written ?? bytes, changesOf = ({ changes }) => changes ?? 0;

const scans = [
  new LargestScan('largest-rows', 'rows', 'first', (former, { rows, searchedTo, end }) => ({
    rows: mergeLargest(former?.rows ?? [], rows, bytesOf), done: searchedTo - 1, all: end - 1,
  }), ({ rows }) => [rows.length === 0 ? quiet('No row has a model.')
    : scrolledTable('The largest rows', ['Row', 'What it shows', 'Where', 'Bytes', 'Share'], rows.map(({ key, place, model, bytes }) =>
      make('tr', {}, make('td', {}, linkToRow(key)), make('td', {}, isolated(modelText(model))),
        make('td', {}, place == null ? 'gone' : placeText(place)), numberCell(sizeText(bytes)), shareCell(bytes, rows[0].bytes, key))))]),
  new LargestScan('largest-revisions', 'revisions', 'before', (former, { byBytes, byChanges, searchedTo, present, oldest }) => ({
    byBytes: mergeLargest(former?.byBytes ?? [], byBytes, writtenOf),
    byChanges: mergeLargest(former?.byChanges ?? [], byChanges, changesOf),
    done: present - searchedTo + 1, all: present - oldest,
  }), ({ byBytes, byChanges }) => [make('div', 'tables',
    make('div', {}, make('h3', {}, 'That wrote most'), revisionTable('The revisions that wrote most', byBytes)),
    make('div', {}, make('h3', {}, 'That changed most'), revisionTable('The revisions that changed most', byChanges)))]),
];

const numberCell = (text) => make('td', 'number', text);
const shareCell = (size, most, name) => make('td', {},
  make('meter', { min: 0, max: Math.max(1, most), value: size, 'aria-label': `share of ${plain(name)}` }));

function revisionTable(name, revisions) {
  if (revisions.length === 0) return quiet('No revision has changes.');
  return scrolledTable(name, ['Revision', 'Committed by', 'When', 'Changes', 'Bytes'],
    revisions.map((entry) => make('tr', {}, make('td', {}, linkTo(entry.revision)), make('td', {}, isolated(entry.origin ?? '')),
      make('td', 'time', momentText(entry)),
      numberCell(entry.changes == null ? '' : formatCount(entry.changes)), numberCell(sizeText(writtenOf(entry))))));
}

// ---- Who lags -----------------------------------------------------------------------------------------------

function laggingOf({ subscribers, subscriberCount, present }) {
  if (subscriberCount === 0) return [quiet('Nothing has registered to read the journal, so nothing is kept for anyone.')];
  const [last] = subscribers, rest = subscriberCount - subscribers.length;
  const words = last.lag === 0 ? `${subscriberCount === 1 ? 'It has' : 'All have'} seen revision ${formatCount(present)}, the last one.`
    : `No compaction goes beyond revision ${formatCount(last.revision)} until “${plain(last.name)}” has seen more`
      + `${last.bytes ? `: it keeps ${keptText(last)}` : ''}.`;
  return [make('p', last.lag === 0 ? 'good' : '', words),
    scrolledTable('Who reads the journal', ['Subscriber', 'Has seen revision', 'Lags by', 'Kept for it'], subscribers.map((one) =>
      make('tr', {}, make('td', {}, isolated(one.name)),
        numberCell(one.revision > 0 ? linkTo(one.revision) : '0'),
        numberCell(one.lag === 0 ? 'nothing' : plural(one.lag, 'revision')), numberCell(one.lag === 0 ? '' : keptText(one))))),
    rest > 0 && quietLine(`${formatCount(rest)} more`)].filter(Boolean);
}

const keptText = ({ bytes, bytesAtLeast }) =>
  bytes == null ? 'unknown' : `${bytesAtLeast ? 'at least ' : ''}${sizeText(bytes)}`;

// ---- What was slow ------------------------------------------------------------------------------------------

function slowestOf({ live, recent }) {
  const timed = (recent?.finished ?? []).filter(({ milliseconds }) => milliseconds != null)
    .sort((one, other) => other.milliseconds - one.milliseconds).slice(0, largestCount);
  if (timed.length === 0) {
    return [quiet('The journal does not say how long a commit took. '), quiet(live
      ? 'The process of this server has committed nothing that it still knows.'
      : 'Only a process that has the list open for writing knows it, of its last commits.')];
  }
  return [quietLine('Of the last commits of the process of this server; the journal does not say how long a commit took.'),
    scrolledTable('The slowest commits', ['Revision', 'Kind', 'Committed by', 'Took', 'Share'],
      timed.map(({ revision, kind, origin, milliseconds }) => make('tr', {},
        make('td', {}, revision ? linkTo(revision) : ''), make('td', {}, plain(kind)), make('td', {}, isolated(origin ?? '')),
        numberCell(`${milliseconds.toFixed(1)} ms`), shareCell(milliseconds, timed[0].milliseconds, `revision ${revision}`))))];
}
