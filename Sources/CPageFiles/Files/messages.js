// What the page says about itself: the state of the connection, faults, and short notes.

import { announce } from './aloud.js';
import { element } from './elements.js';

let toastTimer = 0;

/** Shows a note for some seconds, or for as long as something takes. The live region has read it aloud. */
export function toast(text, milliseconds = 4_000) {
  const note = element('toast');
  note.textContent = text;
  note.hidden = false;
  announce({ text });
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { note.hidden = true; }, milliseconds);
}

/** Takes a note away, unless another one has come. */
export function endToast(text) {
  const note = element('toast');
  if (note.textContent === text) note.hidden = true;
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
