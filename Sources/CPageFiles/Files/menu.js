// The menu of the page: the order of rows, which columns are shown, and files of the list. What is chosen stands in the address,
// which can be sent.

import { drawOrder } from './chips.js';
import { connection } from './connection.js';
import { redrawAll } from './contents.js';
import { element, make } from './elements.js';
import { isApplication, writeIntoAddress } from './history.js';
import { look } from './looks.js';
import { complain, toast } from './messages.js';
import { setText } from './models.js';
import { list } from './rows.js';
import { query } from './search.js';
import { plural } from './texts.js';

const columnKey = 'column';

/** The columns that the address names; null if it names none. */
function readColumns() {
  const names = new URLSearchParams(location.hash.slice(1)).getAll(columnKey);
  return names.length > 0 ? names : null;
}

/** Takes the columns of the address for a list that begins. */
export function beginMenu() {
  if (!isApplication) look?.choose(readColumns());
}

/** Shows columns, or those that are suggested, and writes them into the address. */
function choose(names) {
  writeIntoAddress([columnKey], (names ?? []).map((name) => [columnKey, name]));
  if (look?.choose(names)) redrawAll();
}

function drawChoices() {
  const choices = look?.choices ?? [];
  element('column-choice').hidden = choices.length === 0;
  element('column-names').replaceChildren(...choices.map(({ name, isShown }) =>
    make('label', {}, make('input', { type: 'checkbox', value: name, checked: isShown }), setText(make('span'), name))));
}

element('menu').addEventListener('beforetoggle', (event) => {
  if (event.newState !== 'open') return;
  drawChoices();
  drawOrder();
  element('export').hidden = !look;
  element('export-what').textContent = query ? 'of what is found' : `of ${plural(list.items, 'row')}`;
});
element('column-names').addEventListener('change', () => {
  const boxes = [...element('column-names').querySelectorAll('input:checked')];
  // A list of names that is empty could not stand in the address.
  choose(boxes.length > 0 ? boxes.map((box) => box.value) : ['']);
});
element('columns-suggested').addEventListener('click', () => {
  choose(null);
  drawChoices();
});
addEventListener('hashchange', () => {
  if (!isApplication && look?.choose(readColumns())) redrawAll();
});

// ---- Export -----------------------------------------------------------------------------------------

const mediaTypes = { csv: 'text/csv', json: 'application/json' };
/** So many characters become a blob, which browsers may keep on the disk. */
const pieceLength = 4 << 20;
/** The question for the rows that are written to a file. */
let exporting = null;

/** A name for a file of the list, without characters that have a meaning in names of files. */
const fileName = (format) => {
  const name = element('title').textContent.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '').slice(0, 80);
  return `${name || 'list'}.${format}`;
};

/** Writes all rows, or those that are found, to a file. */
async function exportRows(format) {
  if (exporting) return;
  const type = mediaTypes[format], name = fileName(format), blobs = [];
  let text = '', length = 0;
  const take = (part) => {
    text += part;
    length += part.length;
    if (text.length >= pieceLength) {
      blobs.push(new Blob([text], { type }));
      text = '';
    }
    element('export-state').textContent = plural(length, 'character');
  };
  const question = exporting = connection.ask({ copy: { as: format, ...(query && { find: query }) } }, null, take);
  element('export-cancel').hidden = false;
  try {
    const answer = await question;
    take(answer.text);
    save(new Blob([...blobs, text], { type }), name);
    toast(`Exported ${plural(answer.rows, 'row')} as ${name}`);
  } catch (error) {
    if (exporting === question) complain(error);
  }
  if (exporting === question) endExport();
}

function endExport() {
  exporting = null;
  element('export-cancel').hidden = true;
  element('export-state').textContent = '';
}

/** Gives the reader a file, as a link to one does. */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  make('a', { href: address, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

element('export').addEventListener('click', ({ target }) => {
  const format = target.dataset.export;
  if (format) exportRows(format);
});
element('export-cancel').addEventListener('click', () => {
  connection.cancel(exporting.id);
  endExport();
});
