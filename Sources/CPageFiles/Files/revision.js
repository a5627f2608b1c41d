// One revision: what it changed, its operations one by one, its states, and its record in the journal.

import { latest } from './asking.js';
import { element, make } from './elements.js';
import { infoNode } from './fields.js';
import { guide, inspected } from './inspected.js';
import { notice } from './notices.js';
import { parse, stringify } from './numbers.js';
import { Player } from './player.js';
import { offerRestoration, readOnlyText } from './restoring.js';
import { button, fact, factsOf, link, linkTo, linkToRow, note, quiet, quietLine, scrolledTable } from './tables.js';
import { formatCount, plain, plural } from './texts.js';
import { chips, countsText, isolated, kindTexts, madeText, placeText, sizeText, timeText } from './words.js';

const askRevision = latest();

/** Shows the selected revision. */
export function loadRevision() {
  const revision = inspected.selected;
  if (revision === 0) {
    element('batch').replaceChildren(note('The list is empty and has no revisions yet.'));
    return;
  }
  askRevision(`revision/${revision}`, {}, (answer, error) => {
    if (error) showRefusal(error);
    else showRevision(answer);
  });
}

function showRefusal({ message, oldest }) {
  noteFaults(inspected.selected, {});
  element('batch').replaceChildren(make('div', 'note', make('p', {}, message),
    oldest != null && button('Show the oldest one that is kept', () => guide.select(oldest + 1))));
}

const digestTexts = {
  intact: ['good', 'digest matches'], altered: ['bad', 'altered: the digest does not match'],
  modelGone: ['bad', 'a model it wrote is gone'], unreadable: ['bad', 'the record cannot be read'],
  notChecked: ['warn', 'digest not checked: too many changes'],
};

function noteFaults(revision, { digest, fault }) {
  const about = (text) => text && `revision ${formatCount(revision)}: ${plain(text)}`;
  notice('digest', about(digest && `${digest}.`), true);
  notice('fault', about(fault), true);
}

function showRevision(answer) {
  const { row, revision, fault, tooLarge } = answer;
  const [digestClass, digestText] = digestTexts[row?.digestState] ?? ['', null];
  noteFaults(revision, { digest: digestClass === 'bad' ? digestText : null, fault });
  // What a person opened stays open from revision to revision.
  const summaries = (which) => [...element('batch').querySelectorAll(`details${which} > summary`)];
  const open = new Set(summaries('[open]').map((summary) => summary.dataset.name));
  element('batch').replaceChildren(make('div', 'card',
    make('h2', {}, `Revision ${formatCount(revision)}`), chipsOf(answer, digestClass, digestText), factsOfRevision(answer), waysOf(answer),
    fault && make('p', 'bad', plain(fault)), tooLarge && note(plain(tooLarge)),
    answer.operations?.length > 0 && new Player(answer).root,
    answer.states?.length > 0 && statesOf(answer),
    answer.mapping && answer.operationCount > 0 && folded('Places before and after', mappingOf(answer.mapping)),
    (answer.log || answer.logOmitted) && folded('Changeset, as a line of a log', logOf(answer)),
    row && folded(`Record in the journal, ${sizeText(row.bytes)}`, rowOf(row), digestClass === 'bad')));
  for (const summary of summaries('')) if (open.has(summary.dataset.name)) summary.parentElement.open = true;
}

const chipsOf = ({ counts, kind, takesBack, takenBackBy }, digestClass, digestText) => make('ul', 'chips', chips(counts),
  kind !== 'change' && make('li', kind === 'unreadable' ? 'bad' : 'warn', kindTexts[kind]),
  takesBack && make('li', {}, 'takes back ', linkTo(takesBack)),
  takenBackBy && make('li', 'warn', 'taken back by ', linkTo(takenBackBy)),
  digestText && make('li', digestClass, digestText));

const factsOfRevision = ({ origin, group, undo, at, committed, source, target, steps, inverse, row }) => factsOf([
  fact('Committed by', origin && originNode(origin)), fact('User info', row?.userInfo && infoNode(readInfo(row.userInfo))),
  fact('Made at', at && isolated(madeText(at), at)), fact('Committed', committed && timeText(committed)),
  fact('Group', group && groupNode(group)), fact('Scope of undo', undo === false ? 'none' : undo && isolated(undo)),
  fact('List', source && `${formatCount(source.items)} → ${plural(target.items, 'item')}, `
    + `${formatCount(source.sections)} → ${plural(target.sections, 'section')}`),
  fact('Undo at that point', stepsOf(steps, 'undo')), fact('Redo at that point', stepsOf(steps, 'redo')),
  fact('To undo it', inverse && countsText(inverse)),
]);

/** Who committed the revision, with a way to what else they did. */
const originNode = (origin) => make('span', {}, isolated(origin), ' ',
  link('find all', () => guide.find({ origin })));

/** The group of the revision, with a way to the others of it. */
const groupNode = (group) => make('span', {}, isolated(group), ' ', link('find all', () => guide.find({ group })));

/** What a caller said about the revision. A long text was shortened, and is JSON no more. */
function readInfo(text) {
  try {
    return parse(text);
  } catch {
    return text;
  }
}

/** Comparing a revision with the present one, and going back to it. */
function waysOf({ revision }) {
  const { present, edits } = inspected.head;
  if (revision >= present) return null;
  return make('div', 'buttons', button('Compare with now', () => guide.compare(revision, present)),
    edits ? button('Restore the list to this', () => offerRestoration({ to: revision })) : quietLine(readOnlyText));
}

/** What undo or redo would take back after a revision. */
function stepsOf(steps, name) {
  if (!steps) return null;
  if (steps.fault) return make('span', 'bad', plain(steps.fault));
  const revisions = steps[name], rest = steps[`${name}Count`] - 6;
  if (revisions.length === 0) return steps.compacted && name === 'undo' ? 'no longer known: compacted' : 'nothing';
  return make('span', {}, `would take back ${revisions.length > 1 ? 'revisions' : 'revision'} `,
    revisions.slice(0, 6).map((revision, index) => [index > 0 && ', ', linkTo(revision)]).flat(),
    rest > 0 && ` and ${formatCount(rest)} more`);
}

function folded(title, content, isOpen = false) {
  const summary = make('summary', {}, title);
  summary.dataset.name = title.split(',')[0];
  return make('details', { open: isOpen }, summary, content);
}

function logOf({ log, logOmitted }) {
  if (!log) return quiet(plain(logOmitted));
  const copy = button('Copy', async () => {
    try {
      await navigator.clipboard.writeText(log);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Cannot copy';
    }
  });
  return make('div', {}, make('pre', {}, plain(log)), copy);
}

function statesOf({ states, stateCount }) {
  const text = (value, absent) =>
    make('td', 'mono', value === undefined ? make('span', 'quiet', absent) : plain(stringify(value)));
  const rows = states.map(({ key, place, scope, before, after }) => make('tr', {},
    make('td', {}, linkToRow(key), place != null && ` at ${placeText(place)}`), make('td', 'mono', plain(scope)),
    text(before, 'none'), text(after, 'forgotten')));
  const rest = stateCount - states.length;
  return make('div', {}, make('h3', {}, `States, ${formatCount(stateCount)}`),
    scrolledTable('States', ['Row', 'Scope', 'Before', 'After'], rows), rest > 0 && quietLine(`${formatCount(rest)} more`));
}

/** Where rows came from and went to. */
function mappingOf(mapping) {
  const pair = ([source, target]) => `${placeText(source)} → ${placeText(target)}`;
  const texts = {
    updatedItems: ['Updated', pair], removedItems: ['Removed', placeText],
    movedItems: ['Moved', pair], insertedItems: ['Inserted', placeText],
    updatedSections: ['Sections updated', String], removedSections: ['Sections removed', String],
    movedSections: ['Sections moved', ([source, target]) => `${source} → ${target}`],
    insertedSections: ['Sections inserted', String],
  };
  return factsOf(Object.entries(texts).filter(([name]) => mapping[name]).map(([name, [title, text]]) => {
    const rest = (mapping.counts[name] ?? 0) - mapping[name].length;
    return fact(title, mapping[name].map(text).join('  ') + (rest > 0 ? `  … ${formatCount(rest)} more` : ''));
  }), 'mono');
}

/** The columns of the journal by their names in answers. */
const columns = {
  digest: 'digest', digestState: 'checked', pages: 'pages', committed: 'committed', origin: 'origin', at: 'at',
  userInfo: 'user_info', group: 'step_group', takesBack: 'takes_back', undo: 'undo', redo: 'redo',
  scope: 'step_scope', scopeUndo: 'scope_undo', scopeRedo: 'scope_redo',
  nextItem: 'next_item', nextSection: 'next_section', nextLeaf: 'next_leaf',
};

const rowOf = (row) => make('div', {},
  factsOf(Object.entries(columns).map(([name, column]) => fact(column, row[name] != null && plain(row[name]))), 'mono'),
  quietLine(`change, ${sizeText(row.changeBytes ?? 0)}`), make('pre', {}, plain(row.change ?? '')));
