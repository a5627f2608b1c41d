// Finding a row: by its key, by its place, or by what it shows.

import { latest } from './asking.js';
import { element, make } from './elements.js';
import { guide, inspected } from './inspected.js';
import { button, link, note, quietLine } from './tables.js';
import { formatCount, plain } from './texts.js';
import { isolated, modelText, placeText } from './words.js';

const askFound = latest();
const foundField = element('row-key');

element('row-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = foundField.value.trim();
  if (text === '') element('row').replaceChildren(note('Name a row by its key, by its place, or by what it shows.'));
  else if (/^[ihf][0-9]+$/.test(text)) guide.openRow(text);
  else findRows(text, 0, []);
});

/** Searches the list at the selected revision. @param found the rows that were found so far */
function findRows(text, first, found) {
  inspected.key = null;
  askFound('find', { text, at: inspected.selected, first }, (answer, error) => {
    // A row was opened meanwhile.
    if (inspected.key !== null) return;
    if (error) return element('row').replaceChildren(note(error.message));
    const rows = [...found, ...answer.rows];
    if (rows.length === 1 && answer.next == null) guide.openRow(rows[0].key);
    else showFound(text, answer, rows);
  });
}

function showFound(text, { revision, searchedTo, slots, next }, rows) {
  const where = next == null ? `revision ${formatCount(revision)}`
    : `the first ${formatCount(searchedTo)} of ${formatCount(slots)} rows of revision ${formatCount(revision)}`;
  element('row').replaceChildren(make('div', 'card', make('h2', {}, 'Found: ', isolated(text)),
    quietLine(rows.length === 0 ? `No row in ${where} shows it.` : `${formatCount(rows.length)} in ${where}.`),
    rows.length > 0 && make('ul', 'rows', rows.map(({ key, place, model }) => make('li', {},
      make('button', { type: 'button', onclick: () => guide.openRow(key) },
        make('span', 'index', placeText(place)), make('bdi', {}, plain(modelText(model))))))),
    next != null && link('Search on', () => findRows(text, next, rows)),
    // It may have been removed, or read otherwise before.
    next == null && rows.length === 0 && button('Find revisions that wrote or removed it', () => guide.find({ text }))));
}
