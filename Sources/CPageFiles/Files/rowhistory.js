// Why a row is as it is: the revisions that touched it, who made them, and which fields they changed.

import { latest } from './asking.js';
import { make } from './elements.js';
import { changedStates, fieldsOf, infoNode, whatChips } from './fields.js';
import { inspected } from './inspected.js';
import { offerRestoration, readOnlyText, sectionOffer } from './restoring.js';
import { button, fact, factsOf, link, linkTo, quietLine } from './tables.js';
import { formatCount, plain } from './texts.js';
import { isolated, kindTexts, madeText, modelText, momentText, placeText, timeText } from './words.js';

const askHistory = latest();

/** The card with the history, which stays while the revision beside it changes. */
export const historyCard = make('div', { class: 'card', id: 'row-history' });

/** What is known of the history of a row: its entries by their revisions. */
let known = { key: null, present: null, entries: new Map() };

/** Shows the history of the chosen row, unless it is shown already. @param before where an earlier part of it ends */
export function loadHistory(before = null) {
  const { key, head } = inspected, present = head?.present ?? null;
  if (before === null && known.key === key && known.present === present) return;
  askHistory('history', { key, before }, (answer, error) => {
    // Another row was opened meanwhile.
    if (key !== inspected.key) return;
    if (error) {
      known = { key: null, present: null, entries: new Map() };
      historyCard.replaceChildren(make('h2', {}, 'History'), make('p', 'bad', error.message));
      return;
    }
    const entries = before === null ? new Map() : known.entries;
    for (const entry of answer.revisions) entries.set(entry.revision, entry);
    known = { key, present, entries };
    showHistory(answer);
  });
}

function showHistory(answer) {
  const entries = [...known.entries.values()].sort((one, other) => other.revision - one.revision);
  const hadFocus = historyCard.contains(document.activeElement);
  const more = answer.next != null && link('Show what was before', () => loadHistory(answer.next));
  historyCard.replaceChildren(make('h2', {}, `History of ${answer.name}`),
    make('ol', { class: 'story', 'aria-label': 'History' }, entries.map((entry) => entryItem(entry, answer))),
    more ? make('p', {}, more) : endOf(answer), inspected.head?.edits ? '' : quietLine(readOnlyText));
  if (hadFocus) (more || historyCard.querySelector('button'))?.focus();
}

/** Where the history begins. */
function endOf({ oldest, writtenAt }) {
  if (oldest === 0) return '';
  const text = `What happened up to revision ${formatCount(oldest)} is compacted and no longer known.`;
  return quietLine(writtenAt == null ? text : `${text} The row is as revision ${formatCount(writtenAt)} wrote it.`);
}

const rowTexts = { inserted: 'inserted as ', removed: 'before: ' };

function entryItem(entry, { key, present }) {
  const { revision, origin, committed, at, group, userInfo, kind, takesBack, takenBackBy, gone, what, from, to, model, states } = entry;
  const isHere = !what.includes('removed');
  return make('li', what[0] ?? '',
    make('h3', {}, 'Revision ', linkTo(revision), origin ? [' by ', isolated(origin)] : '',
      momentText(entry) && make('span', 'quiet', ', ', isolated(momentText(entry)))),
    gone && make('p', 'bad', 'The journal has no record of this revision.'),
    whatChips(what), from && quietLine(`${placeText(from)} → ${placeText(to)}`),
    factsOf([fact('User info', userInfo != null && infoNode(userInfo)), fact('Made at', at && isolated(madeText(at), at)),
      fact('Committed', at && committed && timeText(committed)),
      fact('Group', group && isolated(group)),
      fact('As', kind !== 'change' && kind !== 'states' && kindTexts[kind]),
      fact('Takes back', takesBack && linkTo(takesBack)), fact('Taken back by', takenBackBy && linkTo(takenBackBy))]),
    model !== undefined && make('p', {}, rowTexts[what[0]] ?? '', isolated(plain(modelText(model)))),
    'fields' in entry && fieldsOf(entry, `Fields that revision ${revision} changed`),
    states && changedStates(states),
    inspected.head?.edits && isHere && revision < present && make('div', 'buttons',
      button('Restore the row to this', () => offerRestoration({ key, to: revision })), sectionOffer(key, revision)));
}
