// Finding revisions: by who made them, when, what they did to which rows, and how large they are.

import { rememberAddress } from './address.js';
import { announce } from './aloud.js';
import { Parts } from './asking.js';
import { element, make } from './elements.js';
import { pathText } from './fields.js';
import { guide, inspected } from './inspected.js';
import { isObject, stringify } from './numbers.js';
import { button, note, progressOf, quietLine } from './tables.js';
import { formatCount, infoText, plain, plural } from './texts.js';
import { countsText, isolated, kindTexts, modelText, momentText, sizeText } from './words.js';

/** How many more revisions are looked for at a time. */
const foundCount = 25;
const parts = new Parts('search', 'before');
/** What was looked for last, and what was found so far; null before the first search. */
let outcome = null;

const wantedFields = {
  origin: element('find-origin'), group: element('find-group'), row: element('find-row'), text: element('find-text'), since: element('find-since'),
  until: element('find-until'), changes: element('find-changes'), bytes: element('find-bytes'),
};
const kindBoxes = [...element('find-kinds').querySelectorAll('input')];

// ---- What is looked for -------------------------------------------------------------------------------------

/** A time as the field of a form has it, in the reader's own zone. */
function fieldTime(milliseconds) {
  const time = new Date(Number(milliseconds ?? NaN));
  // An address may name anything; the server says that it is no time.
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function fillForm(wanted) {
  for (const [name, field] of Object.entries(wantedFields)) field.value = wanted[name] ?? '';
  wantedFields.since.value = fieldTime(wanted.since);
  wantedFields.until.value = fieldTime(wanted.until);
  const kinds = (wanted.kinds ?? '').split(',');
  for (const box of kindBoxes) box.checked = kinds.includes(box.value);
}

/** Reads the form. Throws an error that says which field cannot be understood. */
function readForm() {
  const said = (name) => wantedFields[name].value.trim() || null;
  const number = (name, noun) => {
    const digits = (said(name) ?? '').replace(/[\s.,_’]/g, '');
    if (!/^[0-9]{0,15}$/.test(digits)) throw new Error(`“${said(name)}” is no number of ${noun}.`);
    return digits === '' ? null : String(Number(digits));
  };
  const time = (name, extra) => {
    const field = wantedFields[name];
    if (field.validity.badInput) throw new Error('A time has a day and an hour, or is left out.');
    return field.value === '' ? null : String(new Date(field.value).getTime() + extra);
  };
  const row = said('row')?.toLowerCase() ?? null;
  if (row && !/^[ihf][1-9][0-9]{0,12}$/.test(row)) {
    throw new Error(`“${plain(said('row'))}” is no key of a row: items have keys as i12, headers as h3, footers as f3.`);
  }
  // The field has no seconds: the last minute counts as a whole.
  const since = time('since', 0), until = time('until', 59_999);
  if (since && until && Number(since) > Number(until)) throw new Error('The first time is after the last one.');
  const kinds = kindBoxes.filter((box) => box.checked).map((box) => box.value).join(',') || null;
  return withoutMissing({ origin: said('origin'), group: said('group'), row, text: said('text'), since, until, kinds,
    changes: number('changes', 'changes'), bytes: number('bytes', 'bytes') });
}

const withoutMissing = (wanted) => Object.fromEntries(Object.entries(wanted).filter(([, value]) => value != null));
const isWanted = (wanted) => wanted != null && Object.keys(wanted).length > 0;

// ---- Searching ----------------------------------------------------------------------------------------------

/** Shows what was found, or what the address asks for. */
export function loadSearch() {
  const { wanted, head } = inspected;
  if (!head) return;
  if (!isWanted(wanted)) {
    if (!outcome) {
      element('found').replaceChildren(note('Fill in what you know, and leave out the rest. ',
        'All of it must be so; of several kinds, one is enough. Without anything, all revisions are listed.'));
    }
    return;
  }
  if (outcome && JSON.stringify(outcome.wanted) === JSON.stringify(wanted)) return;
  fillForm(wanted);
  search(wanted);
}

function search(wanted) {
  outcome = { wanted, revisions: [], present: inspected.head.present, oldest: inspected.head.oldest,
    searchedTo: null, next: null, partly: 0, unreadable: 0, count: foundCount, error: null };
  searchOn(null);
}

function searchOn(before) {
  const own = outcome, { row, ...others } = own.wanted;
  own.error = null;
  parts.begin({ ...others, key: row, limit: foundCount }, before, (answer, error) => {
    if (own !== outcome) return false;
    const isFirst = own.searchedTo == null;
    if (error) {
      own.error = error.message;
    } else {
      if (own.searchedTo == null) own.present = answer.present;
      own.revisions.push(...answer.revisions);
      Object.assign(own, { oldest: answer.oldest, searchedTo: answer.searchedTo, next: answer.next ?? null });
      own.partly += answer.partly ?? 0;
      own.unreadable += answer.unreadable ?? 0;
    }
    const goesOn = !error && own.next != null && own.revisions.length < own.count && inspected.tab === 'find';
    showOutcome(goesOn && parts.isRunning);
    // On a phone the form fills the screen.
    const found = element('found');
    if (isFirst && found.getBoundingClientRect().top > innerHeight / 2) found.scrollIntoView();
    if (!goesOn) announce({ text: own.error ?? summaryOfOutcome() });
    return goesOn;
  });
  showOutcome(true);
}

function stopSearching() {
  parts.stop();
  showOutcome(false);
}

// ---- What was found -----------------------------------------------------------------------------------------

function summaryOfOutcome() {
  const { revisions, searchedTo, oldest, next } = outcome;
  if (searchedTo == null) return 'No revision was searched yet.';
  const where = next == null ? oldest > 0 ? ` of those that are kept, from ${formatCount(oldest + 1)} on` : ''
    : ` from revision ${formatCount(searchedTo)} on`;
  return revisions.length === 0 ? `No revision${where} matches.`
    : `${plural(revisions.length, 'revision')}${where}, the newest first.`;
}

function showOutcome(isRunning) {
  const { revisions, searchedTo, next, error, partly, unreadable, present, oldest } = outcome;
  const node = element('found'), hadFocus = node.contains(document.activeElement);
  const isControl = hadFocus && document.activeElement.closest('.controls, .more') != null;
  if (!node.querySelector('.found-list')) {
    node.replaceChildren(make('div', { class: 'card' }, make('div', { class: 'controls', role: 'group', 'aria-label': 'Search' }),
      make('ol', { class: 'found-list', 'aria-label': 'Revisions that were found' }), make('div', 'more')));
  }
  const [list, controls, more] = ['.found-list', '.controls', '.more'].map((selector) => node.querySelector(selector));
  if (list.outcome !== outcome) list.replaceChildren();
  list.outcome = outcome;
  // What was found stays in place, with the focus in it, while more comes.
  for (const revision of revisions.slice(list.childElementCount)) list.append(foundItem(revision));
  controls.replaceChildren(...[
    error && make('p', 'bad', plain(error)),
    !error && (searchedTo != null || !isRunning) && make('p', {}, summaryOfOutcome()),
    isRunning && progressOf('Searching', present - (searchedTo ?? present + 1) + 1, present - oldest,
      searchedTo == null ? 'Searching…' : `Searched back to revision ${formatCount(searchedTo)}`),
    partly > 0 && quietLine(`${plural(partly, 'revision')} changed so much that only a part was searched for the text.`),
    unreadable > 0 && quietLine(`${plural(unreadable, 'revision')} cannot be read.`),
    isRunning && button('Stop', stopSearching),
  ].filter(Boolean));
  more.replaceChildren(...!isRunning && next != null ? [button('Search older ones', searchOlder)] : []);
  if (isControl && !node.contains(document.activeElement)) (controls.querySelector('button') ?? more.querySelector('button'))?.focus();
}

function searchOlder() {
  const { length } = outcome.revisions;
  outcome.count = length + foundCount;
  searchOn(outcome.next);
  // The button is gone, and what comes stands in its place.
  element('found').querySelector('.controls button')?.focus({ preventScroll: true });
}

/** One revision: who, when, and what. */
function foundItem(entry) {
  const { revision, origin, kind, counts, written, bytes, rows, userInfo, takenBackBy } = entry;
  const words = [kind !== 'change' && kind !== 'states' && (kindTexts[kind] ?? kind), counts && countsText(counts),
    `${sizeText(written ?? bytes)} written`, takenBackBy && `taken back by ${formatCount(takenBackBy)}`];
  return make('li', {}, make('button', { type: 'button', onclick: () => guide.openRevision(revision) },
    make('span', 'who', make('strong', {}, `Revision ${formatCount(revision)}`), origin ? [' by ', isolated(origin)] : '',
      momentText(entry) && make('span', 'quiet', ', ', isolated(momentText(entry)))),
    make('span', 'what', words.filter(Boolean).join(', ')),
    ...rows.map(({ what, model }) => make('span', 'row', make('span', 'quiet', `${what.join(', ')}: `),
      ...modelNodes(model))),
    userInfo != null && make('span', 'row quiet', 'user info: ', ...marked(infoText(userInfo, outcome.wanted.text)))));
}

/** What a row shows, with the text that was looked for; if it is not in the title, also the field that has it. */
function modelNodes(model) {
  const title = modelText(model), text = outcome.wanted.text?.toLowerCase();
  if (!text || title.toLowerCase().includes(text)) return marked(title);
  const field = fieldWith(model, text);
  return field ? [isolated(title), make('span', 'quiet', `, ${pathText(field.path)}: `), ...marked(excerpt(field.value, text))]
    : [isolated(title)];
}

function fieldWith(value, text, path = []) {
  if (!isObject(value)) {
    const own = typeof value === 'string' ? value : stringify(value ?? null);
    return own.toLowerCase().includes(text) ? { path, value: own } : null;
  }
  for (const [key, part] of Object.entries(value)) {
    const found = fieldWith(part, text, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return null;
}

function excerpt(value, text) {
  const start = Math.max(0, value.toLowerCase().indexOf(text) - 30), end = start + 120;
  return (start > 0 ? '…' : '') + value.slice(start, end) + (end < value.length ? '…' : '');
}

/** A text in which what was looked for is marked. */
function marked(value) {
  const wanted = outcome.wanted.text, words = plain(value);
  const start = wanted ? words.toLowerCase().indexOf(wanted.toLowerCase()) : -1;
  if (start < 0) return [make('bdi', {}, words)];
  const end = start + wanted.length;
  return [make('bdi', {}, words.slice(0, start), make('mark', {}, words.slice(start, end)), words.slice(end))];
}

// ---- The form -----------------------------------------------------------------------------------------------

function submitSearch(event) {
  event?.preventDefault();
  let wanted;
  try {
    wanted = readForm();
  } catch (error) {
    parts.stop();
    outcome = null;
    element('found').replaceChildren(make('p', { class: 'note', role: 'alert' }, error.message));
    return;
  }
  if (!inspected.head) return;
  inspected.wanted = wanted;
  rememberAddress();
  search(wanted);
}

element('find-form').addEventListener('submit', submitSearch);
element('find-clear').addEventListener('click', () => {
  parts.stop();
  inspected.wanted = outcome = null;
  fillForm({});
  rememberAddress();
  element('found').replaceChildren();
  loadSearch();
  wantedFields.origin.focus();
});
