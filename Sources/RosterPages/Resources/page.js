// The page of a list: a window of its rows, live. The server says what is in the window and what has
// changed; the page keeps the DOM nodes of rows by key, keeps the reader's place, and asks for other rows
// when the reader goes there. Rows are in flow between two spacers, which stand for all that are not here.
//
// Modules import in one direction only:
//
//     models views     how rows look           rows heights place   what is here, and where
//     messages facts   what the page says      focus layer          rows that stay, or stand over others
//     connection       to the server           window               which rows to have, and going there
//     contents looks   what rows contain       updates              all of it, from a message to nodes
//     selection search tools keyboard          what readers do
//
// The server sends all of them as one file, in the order of PageResource.swift, so that a page needs no chain of
// requests. Names at the top of these modules are therefore different from each other.

import { connection } from './connection.js';
import { chooseLook, look } from './looks.js';
import { parse, refreshTimes, setText } from './models.js';
import { anchor, follower, goal, isAtTop } from './place.js';
import { element, feed, list, recordOfKey } from './rows.js';
import { apply, hello, startOver } from './updates.js';
import { steer } from './window.js';
import './keyboard.js';

/** Takes what the server says first. */
function begin(message) {
  document.title = message.title;
  setText(element('title'), message.title);
  element('edits').hidden = !message.edits;
  element('search').hidden = !message.search;
  element('inspect').hidden = message.inspector !== true;
  return chooseLook(message, readLook());
}

// ---- What is kept over reloads ------------------------------------------------------------------------------

const placeKey = `roster place ${location.pathname}`, lookKey = `roster look ${location.pathname}`;
let savedText = null;

/** Notes where the reader is. */
function savePlace() {
  if (list.update === 0 || goal) return;
  const record = anchor && recordOfKey(anchor.key);
  const place = record && !isAtTop()
    ? { key: record.key, slot: record.slot, top: anchor.top, revision: list.revision } : null;
  const text = JSON.stringify(place);
  if (text === savedText) return;
  savedText = text;
  history.replaceState({ ...history.state, place }, '');
  store(placeKey, place);
  if (look) store(lookKey, look.memory);
}

/** How models looked when the page was here before. */
const readLook = () => readStored(lookKey);

/** Where the reader was when the page was left. */
function readPlace() {
  if (history.state && 'place' in history.state) return history.state.place;
  return performance.getEntriesByType('navigation')[0]?.type === 'reload' ? readStored(placeKey) : null;
}

// Storage may be forbidden. The history still has the place then.
function store(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch { /* It is kept no longer than the page. */ }
}

function readStored(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}

// ---- Start --------------------------------------------------------------------------------------------------

const name = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
element('inspect').href = `/inspect/${encodeURIComponent(name)}`;
history.scrollRestoration = 'manual';
const savedPlace = readPlace();

follower.didRest = () => {
  steer();
  savePlace();
};
// Who comes back begins where they were, which the server does not know yet.
const first = savedPlace ? null : parse(element('first').textContent || 'null');
connection.begin({ hello: () => hello(savedPlace), begin, didOpen: startOver, apply }, first);

addEventListener('pagehide', savePlace);
addEventListener('online', () => connection.hurry());
document.addEventListener('visibilitychange', () => {
  if (document.hidden) savePlace();
  else connection.hurry();
});
setInterval(() => document.hidden || refreshTimes(feed), 30_000);
