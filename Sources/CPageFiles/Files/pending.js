// What waits in the list that the server's process has open, and what failed there.

import { latest } from './asking.js';
import { element, make } from './elements.js';
import { guide } from './inspected.js';
import { notice } from './notices.js';
import { stringify } from './numbers.js';
import { fact, factsOf, linkTo, note, quiet, scrolledTable } from './tables.js';
import { formatCount, plain, plural } from './texts.js';
import { isolated } from './words.js';

const askPending = latest();

export function loadPending() {
  askPending('pending', {}, (answer, error) => {
    if (error) element('pending').replaceChildren(note(error.message));
    else showPending(answer);
  });
}

function showPending(answer) {
  if (!answer.live) {
    element('pending').replaceChildren(note('The server does not have this list open for writing, so nothing waits in it. '
      + 'Its file is written by other processes; what they have not committed cannot be seen from here.'));
    return;
  }
  const { recent } = answer, failedCount = recent?.failed.length ?? 0;
  notice('failed', failedCount > 0 ? `${plural(failedCount, 'modification')} of this process failed or were refused.` : null,
    false, { name: 'Show', run: () => guide.openTab('pending') });
  element('pending').replaceChildren(make('div', 'card', make('h2', {}, 'The list in this process'), factsOfList(answer),
    recent ? recentOf(recent)
      : quiet('The application has given no RecentModifications to its list, so only numbers are known.')));
}

const factsOfList = ({ revision, pendingCount, extents, workingRange: range }) => factsOf([
  fact('Revision', formatCount(revision)), fact('Pending', formatCount(pendingCount ?? 0)),
  fact('Extents', extents && `${formatCount(Math.round(extents.length))} points, ${extents.axis}, `
    + `${plural(extents.unmeasured, 'item')} never measured`),
  fact('Working range', range && rangeText(range)),
  fact('Unreadable', range?.unreadable.length > 0 && make('span', 'bad', range.unreadable.join(', '))),
]);

function rangeText({ enteredCount, first, last, shownCount, countMax, ahead, behind, forward }) {
  const reach = ({ items, points }) => (items == null ? `${formatCount(points)} points` : plural(items, 'item'));
  const where = first == null ? '' : `, ${formatCount(first)} to ${formatCount(last ?? first)}`;
  return `${plural(enteredCount, 'item')}${where}; `
    + `${plural(shownCount, 'output')} kept of at most ${formatCount(countMax)}; `
    + `${reach(ahead)} ahead, ${reach(behind)} behind, scrolling ${forward ? 'forward' : 'backward'}`;
}

const recentOf = ({ waiting, waitingCount, failed, events, finished, missedEvents }) => [
  modifications(`Waiting, ${formatCount(waitingCount)}`, waiting, 'nothing'),
  modifications('Failed and refused', failed, 'none'),
  make('h3', {}, 'Events'), events.length > 0
    ? make('ul', 'mono', events.map((event) => make('li', {}, plain(stringify(event))))) : quiet('none'),
  modifications('Applied', finished, 'none'),
  missedEvents > 0 && make('p', 'warn', `${formatCount(missedEvents)} events were missed.`),
];

function modifications(title, entries, empty) {
  const rows = entries.map(({ id, kind, state, origin, tree, milliseconds, revision, error }) => make('tr', {},
    make('td', 'number', String(id)), make('td', {}, kind), make('td', error ? 'bad' : '', state),
    make('td', {}, isolated(origin ?? '')), make('td', {}, plain(tree ?? '')),
    make('td', 'number', milliseconds == null ? '' : `${milliseconds.toFixed(1)} ms`),
    make('td', {}, revision ? linkTo(revision) : plain(error ?? ''))));
  const headings = ['Number', 'Kind', 'State', 'Origin', 'Row', 'Took', 'Outcome'];
  return make('div', {}, make('h3', {}, title), rows.length > 0 ? scrolledTable(title, headings, rows) : quiet(empty));
}
