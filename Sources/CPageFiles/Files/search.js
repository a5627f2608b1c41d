// Searching: the server, which has all models, says which row comes next.

import { connection } from './connection.js';
import { element } from './elements.js';
import { current, expectCurrent, isTyping } from './focus.js';
import { complain } from './messages.js';
import { seenRange } from './place.js';
import { feed, recordOfKey, records } from './rows.js';
import { formatCount } from './texts.js';
import { follow } from './updates.js';
import { go } from './window.js';

export const searchText = element('search-text');
const searchResult = element('search-result'), searchProgress = element('search-progress');
/** What is looked for, and the question for it that is open. */
export let query = '', searching = null;
/** The row that was found last. */
let found = null, typingTimer = 0;

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
  searchResult.textContent = '';
  showSearchButtons();
  drawMatches();
}

/** Leaves the search, with the focus on what was found. */
export function closeSearch() {
  forgetSearch();
  const record = current && recordOfKey(current.key);
  if (record?.element) record.element.focus({ preventScroll: true });
  else feed.focus({ preventScroll: true });
}

function showSearchButtons() {
  element('search-backward').hidden = element('search-forward').hidden = !query;
  searchProgress.hidden = !searching;
}

export function cancelSearch() {
  if (!searching) return;
  connection.cancel(searching.id);
  searching = null;
  searchResult.textContent = '';
  showSearchButtons();
}

/** Asks the server, which has all models, for the next match. */
export async function search(direction, from = found?.key ?? placeToSearchFrom(), mayWrap = true) {
  if (!query) return;
  cancelSearch();
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
    searchResult.textContent = found ? `row ${formatCount(found.item + 1)}` : 'no match';
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
  if (query) typingTimer = setTimeout(() => search('forward', placeToSearchFrom()), 220);
  else {
    cancelSearch();
    found = null;
    searchResult.textContent = '';
    drawMatches();
  }
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
  const text = query.toLowerCase();
  if (!text) return;
  const ranges = [];
  const walker = document.createTreeWalker(feed, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && ranges.length < 500) {
    const node = walker.currentNode, content = node.data.toLowerCase();
    if (content.length !== node.data.length) continue;
    for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + text.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      ranges.push(range);
    }
  }
  CSS.highlights.set('match', new Highlight(...ranges));
}

follow({ draw: drawMatches, leave: forgetSearch });
