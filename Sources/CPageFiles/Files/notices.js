// What a person with a broken list should see first.

import { element, make } from './elements.js';
import { link } from './tables.js';

/** By what they are about. */
const notices = new Map();

/**
 * Shows a notice above everything else, or takes it back.
 * @param name what it is about
 * @param text null takes it back
 * @param isFault whether something is broken; those come first
 * @param action what can be done about it: `{name, run}`
 */
export function notice(name, text, isFault = false, action = null) {
  if (text) notices.set(name, { text, isFault, action });
  else if (!notices.delete(name)) return;
  const sorted = [...notices.values()].sort((one, other) => Number(other.isFault) - Number(one.isFault));
  element('alerts').replaceChildren(...sorted.map(({ text, isFault, action }) =>
    make('li', isFault ? 'error' : 'warning', make('strong', {}, isFault ? 'Fault: ' : 'Note: '), text,
      action ? [' ', link(action.name, action.run)] : null)));
}
