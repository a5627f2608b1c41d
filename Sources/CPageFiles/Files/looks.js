// The two looks of a list: models as a feed that is like a table, or the views of components.

import { connection } from './connection.js';
import { element } from './elements.js';
import { complain } from './messages.js';
import { ModelLook, patch, setText } from './models.js';
import { refuseInPast, rowQuery } from './querying.js';
import { feed } from './rows.js';

/** How models look; null in a list of components. */
export let look = null;
let views = null, loading = null, lookedList = null;

/**
 * Takes what the server says of a list.
 * @returns a promise if something must be loaded before rows can be drawn
 */
export async function chooseLook(message) {
  if (lookedList !== message.list) {
    look?.leave();
    look = null;
    lookedList = message.list;
  }
  if (message.look === 'views') {
    views = await (loading ??= loadViews());
  } else if (!look) {
    look = new ModelLook(message.template, element('columns'), document.documentElement);
  }
}

/** What draws the views of components is only there for lists that have some. */
async function loadViews() {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = '/assets/views.css';
  const hasLoaded = new Promise((resolve) => { sheet.onload = sheet.onerror = resolve; });
  document.head.append(sheet);
  const [module] = await Promise.all([import('./views.js'), hasLoaded]);
  return module;
}

/** Draws what a row contains into an element. `former` is what it contained, if that is known. */
export function drawContent(target, row, former) {
  const hadFocus = target.contains(document.activeElement);
  if ('fault' in row) {
    views?.unmountRow(target);
    const note = setText(document.createElement('p'), `This row cannot be shown: ${row.fault}`);
    note.className = 'title quiet';
    note.id = `title-${row.key}`;
    target.replaceChildren(note);
    target.removeAttribute('aria-label');
    target.setAttribute('aria-labelledby', note.id);
  } else if ('views' in row) {
    if (former && 'fault' in former) target.replaceChildren();
    target.classList.add('views');
    views?.mountRow(target, row.views, former?.views, (event) => report({ row: row.key, ...event }));
    target.removeAttribute('aria-labelledby');
    target.setAttribute('aria-label', target.textContent.slice(0, 120) || 'Row');
  } else if (look) {
    patch(target, look.content(row));
    target.classList.toggle('pictured', target.firstElementChild?.className === 'picture');
  }
  if (hadFocus && !target.contains(document.activeElement)) target.focus({ preventScroll: true });
}

// ---- What the reader does to views ----------------------------------------------------------------------------

/** What happens to views without changing anything. */
const quietEvents = new Set(['focus', 'blur', 'scroll']);

/** Tells the list what the reader does to a view. An earlier revision stays as it was. */
async function report(event) {
  if (rowQuery.at === undefined) return connection.ask({ event }).catch(complain);
  if (!quietEvents.has(event.name)) refuseInPast();
}

// The fields of its rows take no text.
feed.addEventListener('beforeinput', (event) => { if (refuseInPast()) event.preventDefault(); }, true);
