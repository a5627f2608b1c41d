// Going back: what a restoration would change, and the restoration itself, in a dialog. It makes a new revision.

import { announce } from './aloud.js';
import { ask, latest } from './asking.js';
import { element, make } from './elements.js';
import { changedStates, differingRows, fieldsOf, windowText } from './fields.js';
import { inspected } from './inspected.js';
import { button, progressOf, quietLine } from './tables.js';
import { formatCount } from './texts.js';
import { chips, isolated, modelText } from './words.js';

const dialog = element('restoring');
// A link to a row leads away from the dialog.
dialog.addEventListener('click', (event) => { if (event.target.closest('button.link')) dialog.close(); });

/** Counts what was offered, so that an answer that comes late is left out. */
let offerNumber = 0;

/** Asks what would change. The way to the revision may be long, and is gone in parts. */
const askPreview = latest();
// It may be open again by now.
dialog.addEventListener('close', () => { if (!dialog.open) askPreview.stop(); });

/**
 * Shows what it would change to bring a row, or without a key the list, back to a revision.
 * @param items 1 to bring back the section of a header or footer with its items
 */
export function offerRestoration({ key = null, to, items = null }) {
  const number = offerNumber += 1;
  const title = `Restore ${items ? `the section of ${key} with its items` : key ?? 'the list'} to revision ${formatCount(to)}`;
  show(title, [quietLine('Looking at what would change…')], null);
  if (!dialog.open) dialog.showModal();
  askPreview('restore', { to, key, items }, (preview, error) => {
    if (number !== offerNumber) return;
    if (preview) showPreview(title, preview, { key, to, items });
    else if (error.share != null) showWay(error.share, to);
    else show(title, [make('p', 'bad', error.message)], null);
  });
}

/** Why nothing is offered. */
export const readOnlyText = 'Nothing can be restored here: the list follows a table or another list, or is served without --allow-edits.';

/** What offers to restore the section of a header or footer with its items; nothing for the key of an item. */
export const sectionOffer = (key, to) => !key.startsWith('i')
  && button('Restore the section with its items', () => offerRestoration({ key, to, items: 1 }));

/** Says how much of a long way to the revision is gone. Closing the dialog breaks it off. */
function showWay(share, to) {
  const bar = dialog.querySelector('progress');
  if (bar) bar.value = share;
  else dialog.querySelector('.scroll').replaceChildren(progressOf('Share of the way', share, 1, `Going back to revision ${formatCount(to)}…`));
}

function show(title, contents, restore) {
  const close = button(restore ? 'Cancel' : 'Close', () => dialog.close());
  dialog.replaceChildren(make('h2', { id: 'restoring-title' }, title),
    make('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'What would change' }, contents),
    make('div', 'buttons', close, restore && button('Restore', restore, { class: 'primary' })));
  close.focus();
}

function showPreview(title, preview, place) {
  const { nothing, present, edits, summary } = preview;
  if (nothing) return show(title, [make('p', {}, `It is the same now, at revision ${formatCount(present)}.`)], null);
  const contents = place.key && !place.items ? changesOfRow(preview)
    : [make('ul', 'chips', chips({ ...preview.counts, states: preview.stateCount })), quietLine(windowText(preview)), differingRows(preview)];
  const note = edits ? 'This makes a new revision, which can be undone. Nothing is lost.'
    : 'This list is only read here, so that nothing can be restored.';
  show(title, [make('p', {}, `${summary[0].toUpperCase()}${summary.slice(1)}.`), make('p', {}, note), ...contents], edits ? () => restore(title, place, present) : null);
}

const changesOfRow = ({ returns, model, states, ...changes }) => [
  returns ? make('p', {}, 'It comes back as ', isolated(modelText(model))) : changes.fieldCount > 0 && fieldsOf(changes),
  ...changedStates(states)];

async function restore(title, place, base) {
  const number = offerNumber += 1;
  for (const node of dialog.querySelectorAll('.buttons button')) node.disabled = true;
  try {
    const { restored } = await ask('restore', { ...place, base }, { method: 'POST' });
    // The new revision is shown when the list has it.
    inspected.follows = true;
    announce({ text: `Restored by revision ${restored}` });
    if (number === offerNumber) show(title, [make('p', 'good', `Done: revision ${formatCount(restored)} restored it.`)], null);
  } catch (error) {
    if (number !== offerNumber) return;
    if (error.share == null) return show(title, [make('p', 'bad', error.message)], null);
    // The way to the revision is known no longer, and is gone once more in parts; closing the dialog breaks it off.
    if (!dialog.open) return;
    showWay(error.share, place.to);
    restore(title, place, base);
  }
}
