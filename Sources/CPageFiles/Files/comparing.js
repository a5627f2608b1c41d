// Comparing two revisions: the rows that came, went, moved and changed.

import { rememberAddress } from './address.js';
import { latest } from './asking.js';
import { element, make } from './elements.js';
import { differingRows, windowText } from './fields.js';
import { inspected } from './inspected.js';
import { button, note, quietLine } from './tables.js';
import { formatCount } from './texts.js';
import { chips } from './words.js';

const askComparison = latest();
const comparedCount = 100;
const sides = { from: element('compare-from'), to: element('compare-to') };

/** Compares the chosen revisions; at first the selected one with the present one, and that with the one before it. */
export function loadComparison(first = 0) {
  if (!inspected.head) return;
  const { selected, head: { present, oldest } } = inspected;
  inspected.compared ??= { from: selected < present ? selected : Math.max(oldest, present - 1), to: present };
  const { from, to } = inspected.compared;
  sides.from.value = from;
  sides.to.value = to;
  askComparison('compare', { from, to, first, limit: comparedCount }, (answer, error) => {
    if (error) element('comparison').replaceChildren(note(error.message));
    else showComparison(answer);
  });
}

function showComparison(answer) {
  const { from, to, counts, stateCount, first, rows, rowCount } = answer, end = first + rows.length;
  element('comparison').replaceChildren(make('div', 'card',
    make('h2', {}, `From revision ${formatCount(from)} to ${formatCount(to)}`), make('ul', 'chips', chips({ ...counts, states: stateCount })),
    quietLine(windowText(answer)), differingRows(answer),
    rows.length < rowCount && make('div', 'buttons',
      button('Rows before', () => loadComparison(Math.max(0, first - comparedCount)), { disabled: first === 0 }),
      button('Rows after', () => loadComparison(end), { disabled: end >= rowCount }))));
}

element('compare-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const [from, to] = [sides.from, sides.to].map((field) => field.value.replace(/\D/g, ''));
  if (from === '' || to === '') {
    element('comparison').replaceChildren(note('Name two revisions by their numbers.'));
    return;
  }
  inspected.compared = { from: Number(from), to: Number(to) };
  rememberAddress();
  loadComparison();
});
