// Searching: the server, which has all models, says which row comes next.

import { connection } from './connection.js';
import { element } from './elements.js';
import { current, expectCurrent, isTyping } from './focus.js';
import { complain } from './messages.js';
import { seenRange } from './place.js';
import { canQuery } from './querying.js';
import { feed, list, recordOfKey, recordOfNode, records } from './rows.js';
import { formatCount } from './texts.js';
import { follow } from './updates.js';
import { go } from './window.js';

export const searchText = element('search-text');
const searchResult = element('search-result'), searchProgress = element('search-progress');
/** What is looked for, and the question for it that is open. */
export let query = '', searching = null;
/** The row that was found last. */
let found = null, typingTimer = 0;
/** Whether no row has what is looked for. */
let isMissing = false;
/** How many rows match and which of them was found: `{revision, count, ordinal}`; null before that is known. */
let counted = null;
/** The count that is under way: `{id, revision, steps}`, with the steps to other matches since it began. */
let counting = null;
let countTimer = 0, countedAt = -Infinity, countDuration = 0;

export function openSearch() {
  if (element('search').hidden) return;
  searchText.focus();
  searchText.select();
}

/** Ends the search. */
function forgetSearch() {
  query = '';
  found = searching = null;
  searchText.value = '';
  cancelCount();
  showResult();
  showSearchButtons();
  drawMatches();
}

/** Other rows are shown: what was found may not be among them. */
function forgetFound() {
  searching = found = null;
  cancelCount();
  showResult();
  showSearchButtons();
}

/** Leaves the search, with the focus on what was found. */
export function closeSearch() {
  forgetSearch();
  const record = current && recordOfKey(current.key);
  if (record?.element) record.element.focus({ preventScroll: true });
  else feed.focus({ preventScroll: true });
}

function showSearchButtons() {
  element('search-backward').hidden = element('search-forward').hidden = !query || isMissing;
  element('search-only').hidden = !query || !canQuery || isMissing;
  // What is not in the list may have been, or have been called otherwise.
  const way = element('search-history'), inspect = element('inspect');
  way.hidden = !isMissing || inspect.hidden;
  if (!way.hidden) way.href = `${inspect.pathname}#${new URLSearchParams({ tab: 'find', text: query })}`;
  searchProgress.hidden = !searching && !counting;
}

/** Says what was found: "3 of 41", or the number of the row until the matches are counted. */
function showResult(isOver = false) {
  isMissing = isOver && query !== '' && !found && !counted?.ordinal;
  showSearchButtons();
  searchResult.textContent = counted?.ordinal ? `${formatCount(counted.ordinal)} of ${formatCount(counted.count)}`
    : found ? `row ${formatCount(found.item + 1)}` : isOver ? 'no match' : '';
}

export function cancelSearch() {
  if (!searching) return;
  connection.cancel(searching.id);
  searching = null;
  found = null;
  cancelCount();
  showResult();
  showSearchButtons();
  drawMatches();
}

/** Asks the server, which has all models, for the next match. */
export async function search(direction, from = found?.key ?? placeToSearchFrom(), mayWrap = true) {
  if (!query) return;
  const former = found;
  if (searching) connection.cancel(searching.id);
  const question = searching = connection.ask({ find: from ? { text: query, from, direction } : { text: query, direction } }, (progress) => {
    if (searching === question) searchProgress.value = progress;
  });
  searchProgress.value = 0;
  // A search that is answered at once shows no bar.
  setTimeout(() => searching === question && showSearchButtons(), 150);
  try {
    const answer = await question;
    if (searching !== question) return;
    searching = null;
    showSearchButtons();
    if (!answer.found && from && mayWrap) return search(direction, null, false);
    found = answer.found;
    if (!found || !stepCount(direction, former)) countMatches();
    showResult(true);
    drawMatches();
    if (found) {
      expectCurrent({ key: found.key, slot: found.slot });
      go({ key: found.key, slot: found.slot, align: 'center', focus: !isTyping(document.activeElement), then: drawMatches });
    }
  } catch (error) {
    if (searching !== question) return;
    searching = null;
    showSearchButtons();
    complain(error);
  }
}

// ---- Counting ---------------------------------------------------------------------------------------

function cancelCount() {
  clearTimeout(countTimer);
  countTimer = 0;
  if (counting) connection.cancel(counting.id);
  counting = counted = null;
}

/** Counts one on, if the match is the next one to the former in the same list. @returns whether it could */
function stepCount(direction, former) {
  const count = counting ?? (counted?.ordinal ? counted : null);
  if (!count || !former || count.revision !== list.revision) return false;
  const step = direction === 'forward' ? 1 : -1;
  if (counting) counting.steps += step;
  else counted.ordinal = ordinalBeside(counted, step);
  return true;
}

/** The ordinal some steps further. Behind the last match comes the first one. */
const ordinalBeside = ({ ordinal, count }, steps) => ((ordinal - 1 + steps) % count + count) % count + 1;

/** Asks the server how many rows match, and which of them was found. */
async function countMatches() {
  cancelCount();
  if (!found) return;
  const start = performance.now(), { revision } = list;
  const question = connection.ask({ count: { text: query, of: found.key } }, (progress) => {
    if (counting === own && !searching) searchProgress.value = progress;
  });
  const own = counting = { id: question.id, revision, steps: 0 };
  if (!searching) searchProgress.value = 0;
  setTimeout(() => counting === own && showSearchButtons(), 150);
  try {
    const answer = await question;
    if (counting !== own) return;
    counted = { revision, ...answer.counted };
    if (counted.ordinal) counted.ordinal = ordinalBeside(counted, own.steps);
  } catch (error) {
    if (counting !== own) return;
    complain(error);
  }
  counting = null;
  countedAt = performance.now();
  countDuration = countedAt - start;
  showSearchButtons();
  showResult(true);
}

/** The list has changed: counts again, but most of the time the server does something else. */
function followCount() {
  if (!counted || counting || countTimer || document.hidden || counted.revision === list.revision) return;
  countTimer = setTimeout(countMatches, countedAt + Math.max(5_000, 30 * countDuration) - performance.now());
}

/** The row before the first one that is seen, so that a match in sight is found first. */
function placeToSearchFrom() {
  const range = seenRange();
  const record = range && records.slice(0, range.first).findLast((one) => one.row.kind === 'item');
  return record?.key ?? null;
}

searchText.addEventListener('input', () => {
  clearTimeout(typingTimer);
  query = searchText.value.trim();
  showSearchButtons();
  cancelCount();
  if (query) {
    typingTimer = setTimeout(() => search('forward', placeToSearchFrom()), 220);
    return;
  }
  if (searching) cancelSearch();
  found = null;
  showResult();
  drawMatches();
});
element('search').addEventListener('submit', (event) => event.preventDefault());
searchText.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !query) return;
  event.preventDefault();
  clearTimeout(typingTimer);
  search(event.shiftKey ? 'backward' : 'forward');
});
element('search-forward').addEventListener('click', () => search('forward'));
element('search-backward').addEventListener('click', () => search('backward'));

/** Marks what was looked for in the rows that are here, without touching them. */
export function drawMatches() {
  for (const record of records) {
    record.element?.classList.toggle('found', Boolean(found) && record.key === found.key);
  }
  if (!CSS.highlights) return;
  CSS.highlights.delete('match');
  CSS.highlights.delete('match-here');
  const text = query.toLowerCase();
  if (!text) return;
  const ranges = [], here = [];
  const walker = document.createTreeWalker(feed, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && ranges.length < 500) {
    const node = walker.currentNode, content = node.data.toLowerCase();
    if (content.length !== node.data.length || !content.includes(text)) continue;
    const isHere = found && recordOfNode(node)?.key === found.key;
    for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + text.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      (isHere ? here : ranges).push(range);
    }
  }
  CSS.highlights.set('match', new Highlight(...ranges));
  CSS.highlights.set('match-here', new Highlight(...here));
}

follow({
  draw() {
    drawMatches();
    followCount();
  },
  turn: forgetFound,
  leave: forgetSearch,
});
