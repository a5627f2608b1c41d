// The address of what is looked at, which can be sent.

import { inspected, tabs } from './inspected.js';

let timer = 0, writtenAt = -Infinity;

/** Writes the address, but not at once after it was written: browsers limit how often it may change. */
export function rememberAddress() {
  clearTimeout(timer);
  timer = setTimeout(writeAddress, writtenAt + 400 - performance.now());
}

function writeAddress() {
  const { tab, follows, selected, key, compared } = inspected;
  const address = new URLSearchParams();
  if (tab !== 'history') address.set('tab', tab);
  if (!follows && selected != null) address.set('at', selected);
  if (key) address.set('key', key);
  if (tab === 'compare' && compared) {
    address.set('from', compared.from);
    address.set('to', compared.to);
  }
  history.replaceState(null, '', address.size > 0 ? `#${address}` : location.pathname);
  writtenAt = performance.now();
}

/** Reads what the address names: `tab`, `at`, `key` and `compared`, each of which may be missing. */
export function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  const numbers = ['from', 'to'].map((name) => Number(address.get(name) ?? NaN));
  const at = Number(address.get('at')), key = address.get('key') ?? '', tab = address.get('tab');
  return {
    at: Number.isSafeInteger(at) && at > 0 ? at : null,
    key: /^[ihf][1-9][0-9]{0,12}$/.test(key) ? key : null,
    tab: tabs.includes(tab) ? tab : null,
    compared: numbers.every((number) => Number.isSafeInteger(number) && number >= 0)
      ? { from: numbers[0], to: numbers[1] } : null,
  };
}
