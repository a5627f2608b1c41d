// What the page says about itself: the state of the connection, faults, short notes, and what is read aloud.

import { formatCount } from './models.js';
import { element } from './rows.js';

// One message in some seconds at most: a listener hears the outcome, not each step.
let news = { rows: 0, text: null }, announcedAt = -Infinity, announceTimer = 0;

/** Has a text read aloud, and how many rows are new. */
export function announce({ rows = 0, text = null }) {
  news = { rows: news.rows + rows, text: text ?? news.text };
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    const parts = [news.text, news.rows ? `${formatCount(news.rows)} new ${news.rows === 1 ? 'row' : 'rows'}` : null];
    element('live').textContent = parts.filter(Boolean).join('. ');
    announcedAt = performance.now();
    news = { rows: 0, text: null };
  }, Math.max(250, announcedAt + 5_000 - performance.now()));
}

let toastTimer = 0;

/** Shows a note for some seconds. */
export function toast(text) {
  const note = element('toast');
  note.textContent = text;
  note.hidden = false;
  announce({ text });
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { note.hidden = true; }, 4_000);
}

/** An error that readers need not know of, because the page does what they want. */
export const quietError = (text) => Object.assign(new Error(text), { isQuiet: true });

export const complain = (error) => { if (!error?.isQuiet) toast(error?.message ?? String(error)); };

const stateTexts = { connecting: 'Connecting', live: 'Live', reconnecting: 'Reconnecting', over: 'Ended' };

export function showState(state) {
  const former = element('state').dataset.state;
  if (former === state) return;
  element('state').dataset.state = state;
  element('state-text').textContent = stateTexts[state];
  if (state === 'reconnecting') announce({ text: 'Reconnecting' });
  if (state === 'live' && former === 'reconnecting') announce({ text: 'Live again' });
}

export function showFault(text) {
  element('fault').hidden = !text;
  element('fault').textContent = text ?? '';
}
