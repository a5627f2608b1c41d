// Folding: a section is its header alone, so that a list is read as an outline. The server leaves the items out,
// and says in the header how many there are.

import { connection } from './connection.js';
import { element } from './elements.js';
import { focusRow } from './focus.js';
import { look } from './looks.js';
import { toast } from './messages.js';
import { anchor, barBottom, isAtTop, setAnchor, topOf } from './place.js';
import { feed, list, parked, recordOfNode, records } from './rows.js';
import { go } from './window.js';

/** Which sections are folded: those with these headers, or with `all` the others. */
let folding = { all: false, sections: new Set() };
/** A server folds no more sections than that at once, and takes no more names. */
const sectionsMax = 10_000, namesMax = 1_000;

/** What a page says of it; null if nothing is folded. */
export const foldingToSay = () => (folding.all || folding.sections.size > 0
  ? { all: folding.all, sections: [...folding.sections] } : null);

/** Other sections come: none is folded. */
export function unfoldAll() { folding = { all: false, sections: new Set() }; }

/** @param stays the record of a header that stays where it is; at the top, the top does */
function fold(next, stays) {
  if (!connection.isOpen) return;
  folding = next;
  const message = { folded: foldingToSay() ?? { sections: [] }, shown: list.update };
  if (stays && !isAtTop()) message.anchor = { key: stays.key, slot: stays.slot };
  connection.send(message);
}

/** Folds the section of a header, or unfolds it. The header stays where it is. */
export function toggleSection(record) {
  const sections = new Set(folding.sections);
  if (!sections.delete(record.key)) sections.add(record.key);
  if (sections.size > namesMax) return toast('That many sections can only be folded all at once.');
  const isParked = parked.has(record.key), hadFocus = record.element.contains(document.activeElement);
  fold({ ...folding, sections }, record);
  if (!isParked) setAnchor({ key: record.key, slot: record.slot, top: topOf(record) });
  // It stands over rows that go, in a place that is no longer there.
  else go({ key: record.key, slot: record.slot, align: 'top', top: barBottom, focus: hadFocus });
}

/** Folds all sections, or unfolds all if none is left to fold. */
export function toggleSections() {
  if (!look) return;
  if (!folding.all && list.sections > sectionsMax) return toast('This list has too many sections to fold all of them.');
  const isAll = folding.all && folding.sections.size === 0;
  // The section of the first row that is seen stays where it is.
  const at = anchor && records.findIndex((record) => record.key === anchor.key);
  const header = at > 0 ? records.slice(0, at).findLast(({ row }) => row.kind === 'header') : null;
  const isSeen = header?.element && header.element.getBoundingClientRect().top >= barBottom;
  // The keyboard goes with its row to the header of the section, not to the next section.
  const place = isAll ? -1 : records.indexOf(recordOfNode(document.activeElement));
  const own = place > 0 && records[place].row.kind === 'item'
    ? records.slice(0, place).findLast(({ row }) => row.kind === 'header') : null;
  if (own?.element) focusRow(own);
  fold({ all: !isAll, sections: new Set() }, isSeen ? header : null);
  if (isSeen) setAnchor({ key: header.key, slot: header.slot, top: topOf(header) });
}

/** Folds or unfolds the section of a header that has the focus. @returns whether there is one */
export function foldFocused(wanted) {
  const record = recordOfNode(document.activeElement);
  const button = record?.row.kind === 'header' ? record.element.querySelector('.section') : null;
  if (!button) return false;
  if (wanted === undefined || (button.ariaExpanded === 'true') !== wanted) toggleSection(record);
  return true;
}

feed.addEventListener('click', ({ target }) => {
  const record = target.closest('button.section') && recordOfNode(target);
  if (!record) return;
  focusRow(record);
  toggleSection(record);
});

element('fold').addEventListener('click', toggleSections);
