// Choosing a revision: by its neighbours, by its number, with the buttons above the picture.

import { rememberAddress } from './address.js';
import { loadComparison } from './comparing.js';
import { element } from './elements.js';
import { firstRevision, inspected, isInView, span } from './inspected.js';
import { loadPast } from './past.js';
import { loadRevision } from './revision.js';
import { loadRow } from './row.js';
import { formatCount, plain } from './texts.js';
import { draw, setView, showAll, zoom } from './timeline.js';

const numberField = element('revision'), numberNote = element('revision-note');

/**
 * Chooses a revision, also one that is no longer kept: what is shown of it says so.
 * @param keepsView whether the picture shows what it shows also without it
 */
export function select(revision, { keepsView = false } = {}) {
  const { present } = inspected.head;
  const selected = Math.min(Math.max(revision, 1), present);
  inspected.follows = selected === present;
  inspected.selected = selected;
  numberField.value = selected;
  numberNote.textContent = '';
  if (!keepsView && !isInView(selected)) setView(selected - span() / 2, selected + span() / 2 - 1);
  else draw();
  rememberAddress();
  load();
}

let loadTimer = 0;

/** Shows what is selected. While a person goes quickly through time, only the last revision is asked for. */
export function load() {
  clearTimeout(loadTimer);
  loadTimer = setTimeout(() => {
    loadPast();
    loadRevision();
    if (inspected.tab === 'row') loadRow();
    if (inspected.tab === 'compare' && !inspected.compared) loadComparison();
  }, 60);
}

export const selectFirst = () => select(firstRevision());
export const selectLast = () => select(inspected.head.present);
/** Goes on by some revisions, of those that are kept. */
export const step = (count) => select(Math.max(firstRevision(), inspected.selected + count));

for (const [name, action] of Object.entries({
  'go-first': selectFirst, 'go-back': () => step(-1), 'go-on': () => step(1), 'go-last': selectLast,
  'zoom-in': () => zoom(0.5), 'zoom-out': () => zoom(2), 'zoom-all': showAll,
})) {
  // Before the server has said how many revisions there are, there is nothing to choose.
  element(name).addEventListener('click', () => { if (inspected.head) action(); });
}

numberField.addEventListener('change', () => {
  const typed = numberField.value.trim(), number = Number(typed.replace(/[\s.,_’]/g, ''));
  const isNumber = /^[0-9][0-9\s.,_’]*$/.test(typed);
  if (!inspected.head || !isNumber) numberField.value = inspected.selected ?? '';
  else select(number);
  // Nearest to what was asked for is what there is.
  if (typed !== '' && !isNumber) numberNote.textContent = `“${plain(typed)}” is no revision.`;
  else if (isNumber && inspected.head && number !== inspected.selected) {
    numberNote.textContent = `There is no revision ${formatCount(number)}: they are 1 to ${formatCount(inspected.head.present)}.`;
  }
});
