// The page of a list: a window of its rows, live. The server says what is in the window and what has
// changed; the page keeps the DOM nodes of rows by key, keeps the reader's place, and asks for other rows
// when the reader goes there. Rows are in flow between two spacers, which stand for all that are not here.
//
// Modules import in one direction only:
//
//     models views     how rows look           rows heights place   what is here, and where
//     messages facts   what the page says      focus layer          rows that stay, or stand over others
//     columns          rows beside each other
//     connection       to the server           window               which rows to have, and going there
//     contents looks   what rows contain       edited               what has changed in them
//     updates          all of it, from a message to nodes
//     querying folding travel     which rows, in which order, and of which revision
//     selection search chips menu tools keyboard   what readers do
//     history memory   the pages of an application, and what is kept over reloads
//     elements numbers texts aloud             what the inspector uses, too
//
// The server sends all of them as one file, in the order of PageResource.swift, so that a page needs no chain of
// requests. Names at the top of these modules are therefore different from each other.

import { announce } from './aloud.js';
import { drawQuery } from './chips.js';
import { connection } from './connection.js';
import { element } from './elements.js';
import { current, expectCurrent, focusFirst } from './focus.js';
import { carryOut, isApplication, whereabouts } from './history.js';
import { chooseLook } from './looks.js';
import { readStored, store } from './memory.js';
import { beginMenu } from './menu.js';
import { showFault } from './messages.js';
import { refreshTimes, setText } from './models.js';
import { parse } from './numbers.js';
import { anchor, follower, goal, isAtTop } from './place.js';
import { beginQueries, firstQuery, forgetWanted, rowQuery, takeQuery } from './querying.js';
import { feed, list, recordOfKey, recordOfNode } from './rows.js';
import { drawPast, drawWay } from './travel.js';
import { apply, hello, isLeaving, leave, startOver } from './updates.js';
import { steer } from './window.js';
import './keyboard.js';

/** Takes what the server says first. */
function begin(message) {
  if (isApplication && list.update > 0 && isLeaving()) announce({ text: message.title });
  document.title = message.title;
  setText(element('title'), message.title);
  element('edits').hidden = !message.edits;
  element('search').hidden = !message.search;
  element('inspect').hidden = message.inspector !== true;
  const isReady = chooseLook(message);
  beginQueries(message, () => {
    drawQuery();
    drawPast();
  });
  beginMenu();
  return isReady;
}

/** Applies an update. With the first one, arrows work at once; applications say themselves where the focus is. */
function takeUpdate(update) {
  const isFirst = list.update === 0;
  apply(update);
  if (isFirst && !isApplication) focusFirst();
}

// ---- What is kept over reloads ------------------------------------------------------------------------------

/** The page of an application that is shown: its name in messages. */
let page = null;

/** Under which name something of this page is kept. */
const keyOf = (what) => `roster ${what} ${page ?? location.pathname}`;
let savedText = null;

/** Notes where the reader is. */
function savePlace() {
  if (list.update === 0 || goal || isLeaving()) return;
  const record = anchor && recordOfKey(anchor.key);
  const place = record && !isAtTop()
    ? { key: record.key, slot: record.slot, top: anchor.top, revision: list.revision } : null;
  if (isApplication) store(keyOf('row'), current);
  const text = JSON.stringify(place);
  if (text === savedText) return;
  savedText = text;
  // An entry of an application may already be that of another page.
  if (!isApplication) history.replaceState({ ...history.state, place }, '');
  store(keyOf('place'), place);
}

/** Where the reader was when the page was left. */
function readPlace() {
  if (isApplication) return null;
  if (history.state && 'place' in history.state) return history.state.place;
  return performance.getEntriesByType('navigation')[0]?.type === 'reload' ? readStored(keyOf('place')) : null;
}

// ---- Pages of an application --------------------------------------------------------------------------------

/**
 * Goes to a page, or on with this one over a new connection. What is here stays until the other rows come.
 * @returns what the page says to the list; null if there is none
 */
function turn({ key, fault }) {
  showFault(fault);
  if (key !== page || fault) {
    savePlace();
    leave();
    page = key;
    savedText = null;
  }
  if (!fault) return hello(readStored(keyOf('place')));
  startOver();
  return null;
}

// ---- Start --------------------------------------------------------------------------------------------------

const name = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
element('inspect').href = `/inspect/${encodeURIComponent(name)}`;
// The inspector shows the row that the keyboard is at, with its history.
element('inspect').addEventListener('click', ({ currentTarget }) => {
  // Headers of groups are rows of this page only.
  const isKnown = current?.key && (rowQuery.group === undefined || current.key.startsWith('i'));
  const at = rowQuery.at === undefined ? [] : [`at=${rowQuery.at}`];
  currentTarget.hash = [...(isKnown ? ['tab=row', `key=${current.key}`] : []), ...at].join('&');
});
feed.addEventListener('click', ({ target }) => {
  const record = target.closest('[data-history]') && recordOfNode(target);
  if (!record) return;
  expectCurrent({ key: record.key, slot: record.slot });
  element('inspect').click();
});
history.scrollRestoration = 'manual';
const savedPlace = readPlace();
if (isApplication) element('home').ariaLabel = 'First page';

follower.didRest = () => {
  steer();
  savePlace();
};
// Who comes back begins where they were, which the server does not know yet.
const first = savedPlace || isApplication || firstQuery() ? null : parse(element('first').textContent || 'null');
connection.begin({
  path: isApplication ? '/feed' : `${location.pathname.replace(/\/$/, '')}/feed`,
  hello: () => (isApplication ? whereabouts() : hello(savedPlace)),
  begin, apply: takeUpdate, query: takeQuery, travelling: drawWay, refused: forgetWanted, turn, move: carryOut,
  didOpen: () => startOver(isApplication ? readStored(keyOf('row')) : null),
}, first);

addEventListener('pagehide', savePlace);
addEventListener('online', () => connection.hurry());
document.addEventListener('visibilitychange', () => {
  if (document.hidden) savePlace();
  else connection.hurry();
});
setInterval(() => document.hidden || refreshTimes(feed), 30_000);
