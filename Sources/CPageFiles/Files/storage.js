// The file or the server: its size, its tables, and the check of it.

import { ask, latest } from './asking.js';
import { element, make } from './elements.js';
import { guide, inspected } from './inspected.js';
import { notice } from './notices.js';
import { button, fact, factsOf, link, note, scrolledTable } from './tables.js';
import { formatCount, plain, plural } from './texts.js';
import { sizeText } from './words.js';

const askTables = latest();

/** Whether the lists are on a server. */
let isServer = false;

/** @param parameters whether the tables of a large file are measured, too */
export function loadStorage(parameters = {}) {
  askTables('tables', parameters, (answer, error) => {
    if (error) element('storage').replaceChildren(note(error.message));
    else showStorage(answer);
  });
}

function showStorage(file) {
  isServer = file.postgres != null;
  element('storage').replaceChildren(make('div', 'card', make('h2', {}, isServer ? 'The tables on the server' : 'The file'),
    factsOf([
      fact('Size', `${sizeText(file.pages * file.pageSize)}: ${plural(file.pages, 'page')} of ${sizeText(file.pageSize)}`),
      ...(isServer ? [fact('Format', `${file.format}, PostgreSQL ${file.postgres}`)] : [
        fact('Free', `${sizeText(file.freePages * file.pageSize)} in ${plural(file.freePages, 'page')}`),
        fact('Write-ahead log', sizeText(file.walBytes)),
        fact('Format', `${file.format}, SQLite ${file.sqlite}, ${file.journalMode}`),
      ]),
    ]),
    file.walBytes > 64e6
      && make('p', 'warn', 'The write-ahead log is large: a reader that stays in a transaction keeps it from being emptied.'),
    make('h3', {}, 'Check'), make('div', { id: 'check' }), make('h3', {}, 'Tables'),
    !file.measured && make('p', {}, 'The file is large, so its tables were not measured. ',
      link('Measure them', () => loadStorage({ bytes: 1 }))),
    tablesOf(file)));
  showCheck(file.check);
}

/** The largest tables first. */
function tablesOf({ tables, rowsMax }) {
  const most = Math.max(1, ...tables.map(({ bytes }) => bytes ?? 0));
  const size = ({ bytes, rows }) => bytes ?? rows ?? 0;
  const sorted = [...tables].sort((one, other) => size(other) - size(one));
  const count = (value, suffix = '') => make('td', 'number', value == null ? '' : formatCount(value) + suffix);
  return scrolledTable('Tables', ['Table', 'Rows', 'Pages', 'Bytes', 'Share'], sorted.map(({ name, rows, pages, bytes }) =>
    make('tr', {}, make('td', 'mono', plain(name)), count(rows, rows >= rowsMax ? ' or more' : ''), count(pages),
      make('td', 'number', bytes == null ? '' : sizeText(bytes)), make('td', {}, bytes != null
        && make('meter', { min: 0, max: most, value: bytes, 'aria-label': `share of ${plain(name)}` })))));
}

// ---- The check ----------------------------------------------------------------------------------------------

let checkTimer = 0;

/** Asks how the check goes, or begins one with a `POST`. */
async function check(options) {
  try {
    showCheck(await ask('check', {}, options));
  } catch (error) {
    showCheck({ state: 'failed', error: error.message });
  }
}

function showCheck(result) {
  const isRunning = result.state === 'running', { findingCount } = result;
  clearTimeout(checkTimer);
  if (isRunning) checkTimer = setTimeout(check, 700);
  if (result.state === 'done') {
    notice('check', findingCount > 0 ? `the check of the ${isServer ? 'server' : 'file'} has ${plural(findingCount, 'finding')}.` : null, true,
      { name: 'Show', run: () => guide.openTab('storage') });
  }
  const begin = button(
    isRunning ? 'Checking…' : `Check the ${isServer ? 'lists' : 'file'}`, () => check({ method: 'POST' }), { disabled: isRunning });
  element('check')?.replaceChildren(begin, ...outcomeOf(result));
}

const said = (className, ...texts) => make('p', { class: className, role: 'status' }, ...texts);

/** What a check has come to so far. */
function outcomeOf({ state, error, list, revisions, seconds, findingCount, findings, lists }) {
  if (state === 'running') {
    const { oldest, present } = inspected.head;
    const where = list == null ? isServer ? 'the lists are copied into a file, where they are checked' : 'SQLite checks the file'
      : `list “${plain(list)}”, ${formatCount(revisions)} revisions of ${formatCount(present - oldest)}`;
    return [said(null, `${where}, ${seconds} s`)];
  }
  if (error) return [said('bad', plain(error))];
  if (state !== 'done') return [];
  if (findingCount === 0) return [said('good', `All is well, after ${seconds.toFixed(1)} s.`)];
  const of = (name) => `list “${plain(name)}”: `;
  return [said('bad', `${plural(findingCount, 'finding')}, after ${seconds.toFixed(1)} s`),
    make('ul', {}, findings.map((finding) => make('li', {}, finding.list ? of(finding.list) : '', plain(finding.message)))),
    make('ul', 'quiet', lists.map((list) => make('li', {}, of(list.name), readableText(list), '; ', intactText(list)))),
    make('p', {}, isServer ? 'Restore the database from a copy.' : 'roster salvage saves what can be read.')];
}

const readableText = ({ items, models }) => (items == null ? 'its contents cannot be read'
  : `${formatCount(Math.min(models, items))} of ${plural(items, 'item')} can be read`);
const intactText = ({ intact, revision }) => (intact == null ? 'no revision is known to be intact'
  : `revisions ${formatCount(intact)} to ${formatCount(revision)} are intact`);
