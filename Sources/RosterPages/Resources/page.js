// The page of a list: a window of its rows, live. The server says what is in the window and what has
// changed; the page keeps the DOM nodes of rows by key, keeps the reader's place, and asks for other rows
// when the reader goes there. Rows are in flow between two spacers, which stand for all that are not here.
//
// Each module imports from those above it only:
//
//     models views     how rows look           rows heights place   what is here, and where
//     connection       messages                window layer travel  which rows to have, and going there
//     messages facts   what the page says      contents order       from an update to nodes
//     focus selection  rows that stay chosen   updates              all of it, in one task
//     search tools keyboard memory             what readers do, and what is kept over reloads

import { connection } from './connection.js';
import { chooseLook } from './looks.js';
import { readLook, readPlace, savePlace } from './memory.js';
import { refreshTimes, setText } from './models.js';
import { follower } from './place.js';
import { element, feed } from './rows.js';
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

const name = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
element('inspect').href = `/inspect/${encodeURIComponent(name)}`;
history.scrollRestoration = 'manual';
const savedPlace = readPlace();

follower.didRest = () => {
  steer();
  savePlace();
};
connection.begin({ hello: () => hello(savedPlace), begin, didOpen: startOver, apply });

addEventListener('pagehide', savePlace);
addEventListener('online', () => connection.hurry());
document.addEventListener('visibilitychange', () => {
  if (document.hidden) savePlace();
  else connection.hurry();
});
setInterval(() => document.hidden || refreshTimes(feed), 30_000);
