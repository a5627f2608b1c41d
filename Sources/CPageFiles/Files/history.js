// The history of the browser: in an application its entries are the pages that the reader can go back
// through. The server says what becomes of them, and hears where the reader goes.

import { connection } from './connection.js';
import { readStored, store } from './memory.js';
import { complain } from './messages.js';

/** Whether addresses are those of an application with pages. Otherwise this is the page of one list. */
export const isApplication = !location.pathname.startsWith('/lists/');

/**
 * Writes pairs into the address, as all that it has under some keys. In an application it is that of another page, so
 * nothing is written.
 */
export function writeIntoAddress(keys, pairs) {
  if (isApplication) return;
  const address = new URLSearchParams(location.hash.slice(1));
  for (const key of keys) address.delete(key);
  for (const [key, value] of pairs) address.append(key, value);
  const hash = address.size > 0 ? `#${address}` : '';
  if (hash !== location.hash) history.replaceState(history.state, '', location.pathname + location.search + hash);
}

/** What the server wants to be told again: it keeps nothing of a window that is closed. */
const memoryKey = 'roster history';
let memory = isApplication ? readStored(memoryKey) : null;
/** Whether the server has heard that the page was loaded. */
let isLoaded = false;
/** Counts what the server was told of the current entry. */
let placeNumber = 0;

/** The current entry, with what the server has noted there. */
const entryNow = () => ({ entry: history.state?.entry ?? null, address: location.pathname });

/** What the page says first on a connection: where it is. */
export const whereabouts = () =>
  placed(isLoaded ? { following: entryNow() } : { loaded: entryNow() });

/** Adds to a message about the current entry what the server goes on with. */
function placed(message) {
  placeNumber += 1;
  return { ...message, visit: Date.now(), number: placeNumber, ...(memory === null ? {} : { memory }) };
}

/** Carries out steps, and keeps what the server remembers of this window. */
export function carryOut(message) {
  // They lead from an entry that the reader has left meanwhile. Others come.
  if (message.number !== placeNumber) return;
  isLoaded = true;
  memory = message.memory;
  store(memoryKey, memory);
  for (const { push, replace, go, address } of message.history) {
    if (push) history.pushState({ entry: push }, '', address);
    else if (replace) history.replaceState({ entry: replace }, '', address);
    else history.go(go);
  }
  if ('refused' in message) complain(new Error(message.refused));
}

/** A connection that is broken tells it when it is there again. */
const tellEntry = () => connection.tell(placed({ landed: entryNow() }));

/** Links to pages need no new document: the server opens the page, and adds its entry. */
function followLink(event) {
  const link = event.target.closest?.('a[href]');
  if (!link || link.target || link.origin !== location.origin || event.defaultPrevented) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (/^\/(lists|assets|images|inspect|login)(\/|$)/.test(link.pathname)) return;
  event.preventDefault();
  if (!connection.tell({ open: link.pathname })) complain(new Error('There is no connection to the server.'));
}

if (isApplication) {
  addEventListener('popstate', tellEntry);
  document.addEventListener('click', followLink);
  // The page comes back as it was left, but the reader has come from another site.
  addEventListener('pageshow', (event) => { if (event.persisted) isLoaded = false; });
}
