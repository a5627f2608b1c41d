// The menu of the page: which columns are shown. What is chosen stands in the address, which can be sent.

import { redrawAll } from './contents.js';
import { element, make } from './elements.js';
import { isApplication } from './history.js';
import { look } from './looks.js';
import { setText } from './models.js';

const columnKey = 'column';

/** The columns that the address names; null if it names none. */
function readColumns() {
  const names = new URLSearchParams(location.hash.slice(1)).getAll(columnKey);
  return names.length > 0 ? names : null;
}

/** Writes the columns into the address. In an application it is that of another page. */
function writeColumns(names) {
  if (isApplication) return;
  const address = new URLSearchParams(location.hash.slice(1));
  address.delete(columnKey);
  for (const name of names ?? []) address.append(columnKey, name);
  const hash = address.size > 0 ? `#${address}` : '';
  history.replaceState(history.state, '', location.pathname + location.search + hash);
}

/** Takes the columns of the address for a list that begins. */
export function beginMenu() {
  if (!isApplication) look?.choose(readColumns());
}

function choose(names) {
  writeColumns(names);
  if (look?.choose(names)) redrawAll();
}

function drawChoices() {
  const choices = look?.choices ?? [];
  element('column-choice').hidden = choices.length === 0;
  element('column-names').replaceChildren(...choices.map(({ name, isShown }) =>
    make('label', {}, make('input', { type: 'checkbox', value: name, checked: isShown }), setText(make('span'), name))));
}

element('menu').addEventListener('beforetoggle', (event) => { if (event.newState === 'open') drawChoices(); });
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
