// What is read aloud to those who listen to the page.

import { element } from './elements.js';
import { plural } from './texts.js';

// One message in some seconds at most: a listener hears the outcome, not each step.
let news = { rows: 0, text: null }, announcedAt = -Infinity, announceTimer = 0;

/** Has a text read aloud, and how many rows are new. */
export function announce({ rows = 0, text = null }) {
  news = { rows: news.rows + rows, text: text ?? news.text };
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    const parts = [news.text, news.rows ? plural(news.rows, 'new row') : null];
    element('live').textContent = parts.filter(Boolean).join('. ');
    announcedAt = performance.now();
    news = { rows: 0, text: null };
  }, Math.max(250, announcedAt + 5_000 - performance.now()));
}
