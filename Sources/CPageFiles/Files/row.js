// One row at the selected revision: its model before and after, its states; and beside it its history.

import { latest } from './asking.js';
import { element, make } from './elements.js';
import { inspected } from './inspected.js';
import { stringify } from './numbers.js';
import { sectionOffer } from './restoring.js';
import { historyCard, loadHistory } from './rowhistory.js';
import { note, quiet, quietLine, scrolledTable } from './tables.js';
import { formatCount, plain } from './texts.js';
import { isolated, modelText, placeText } from './words.js';

const askRow = latest();
const field = element('row-key');

/** Shows the row whose key is chosen. */
export function loadRow() {
  const { key, selected } = inspected;
  if (!key) {
    // What was found stays.
    if (element('row').hasChildNodes()) return;
    element('row').replaceChildren(note('Choose a row of the list, or find one: by its key, its place, or what it shows.'));
    return;
  }
  field.value = key;
  askRow('row', { key, at: selected }, (answer, error) => {
    if (error) {
      element('row').replaceChildren(note(error.message));
    } else {
      showRow(answer);
      loadHistory();
    }
  });
}

function showRow(row) {
  const { treeRevision, states } = row;
  // The history of a header names only the revisions that touched the section, and not those that touched its items.
  const offer = inspected.head?.edits && row.place != null && row.revision < row.present && sectionOffer(row.key, row.revision);
  const title = modelText(row.after ?? row.before ?? undefined);
  const name = `${row.name} at revision ${formatCount(row.revision)}`;
  const head = make('div', 'card', make('h2', {}, title && isolated(title), title ? make('span', 'quiet', `, ${name}`) : name),
    make('p', {}, whereabouts(row)), offer && make('div', 'buttons', offer), row.fault && make('p', 'bad', plain(row.fault)));
  const card = make('div', { class: 'card', id: 'row-model' }, make('div', 'models', modelsOf(row)),
    make('h3', {}, `States, ${formatCount(row.stateCount)}`),
    states.length > 0 ? scrolledTable('States', ['Scope', 'State', 'Version'], states.map(stateRow)) : quiet('none'),
    row.tree != null && make('div', {}, make('h3', {}, `Tree of components at revision ${formatCount(treeRevision ?? 0)}`),
      make('pre', { class: 'scroll', tabindex: '0' }, plain(row.tree))),
    row.treeFault && make('p', 'bad', plain(row.treeFault)));
  // The history stays where it is, with the focus in it, while the revision around it changes.
  const former = historyCard.isConnected ? historyCard.previousElementSibling : null;
  const hadFocus = former?.contains(document.activeElement);
  if (former) {
    former.replaceWith(head);
    element('row-model').replaceWith(card);
  } else {
    // Why the row is as it is comes before all of what it holds.
    element('row').replaceChildren(make('div', 'columns', make('div', 'story-of-row', head, historyCard), card));
  }
  if (hadFocus) head.querySelector('.buttons button')?.focus();
}

function whereabouts({ place, formerPlace, revision, oldest }) {
  if (place == null && formerPlace == null) return 'Not in the list.';
  if (place == null) return `Removed by this revision from ${placeText(formerPlace)}.`;
  if (formerPlace == null && revision > oldest) return `Inserted by this revision at ${placeText(place)}.`;
  const isSame = formerPlace == null || JSON.stringify(place) === JSON.stringify(formerPlace);
  return isSame ? `At ${placeText(place)}.` : `At ${placeText(place)}, before at ${placeText(formerPlace)}.`;
}

const stateRow = ({ scope, value, valueVersion }) => make('tr', {}, make('td', 'mono', plain(scope)),
  make('td', 'mono', plain(stringify(value))), make('td', 'number', String(valueVersion ?? 1)));

// ---- Models -------------------------------------------------------------------------------------------------

function modelsOf({ before, after, beforeCut, afterCut }) {
  if (before === undefined && after === undefined) return quiet('It was not in the list then.');
  if (after === undefined) return modelNode('Before it was removed', before, beforeCut);
  const isChanged = before !== undefined && stringify(before) !== stringify(after);
  if (!isChanged) return modelNode('Model', after, afterCut);
  return [modelNode('Before', before, beforeCut, after, 'taken'), modelNode('After', after, afterCut, before, 'added')];
}

const linesOf = (value) => (typeof value === 'string' ? value : stringify(value, 2)).split('\n');
const withoutComma = (line) => line.replace(/,$/, '');

/** Shows a model as JSON; lines that another one does not have are marked. */
function modelNode(title, value, isCut, other = null, kind = '') {
  const others = new Set(kind ? linesOf(other).map(withoutComma) : []);
  const lines = linesOf(value).map((line) =>
    make('span', { class: `line ${others.has(withoutComma(line)) ? '' : kind}`, dir: 'auto' }, plain(line) || ' '));
  return make('div', {}, make('h3', {}, title), make('pre', { tabindex: '0' }, lines), isCut && quietLine('Shortened.'));
}
