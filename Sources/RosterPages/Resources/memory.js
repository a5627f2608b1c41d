// What is kept over reloads: the reader's place, and how models look.

import { look } from './looks.js';
import { anchor, goal, isAtTop } from './place.js';
import { list, recordOfKey } from './rows.js';

const placeKey = `roster place ${location.pathname}`, lookKey = `roster look ${location.pathname}`;
let savedText = null;

/** Notes where the reader is. */
export function savePlace() {
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
export const readLook = () => readStored(lookKey);

/** Where the reader was when the page was left. */
export function readPlace() {
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
