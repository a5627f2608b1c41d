// The address of what is looked at, which can be sent.

import { inspected, tabs } from './inspected.js';

/** What the tab "Find" looks for. */
const wantedNames = ['origin', 'group', 'row', 'text', 'since', 'until', 'kinds', 'changes', 'bytes'];
let timer = 0, writtenAt = -Infinity;

/** Writes the address, but not at once after it was written: browsers limit how often it may change. */
export function rememberAddress() {
  clearTimeout(timer);
  timer = setTimeout(writeAddress, writtenAt + 400 - performance.now());
}

function writeAddress() {
  const { tab, follows, selected, key, compared, wanted } = inspected;
  const address = new URLSearchParams();
  if (tab !== 'history') address.set('tab', tab);
  if (!follows && selected != null) address.set('at', selected);
  if (key) address.set('key', key);
  if (tab === 'compare' && compared) {
    address.set('from', compared.from);
    address.set('to', compared.to);
  }
  if (tab === 'find') {
    for (const name of wantedNames) if (wanted?.[name]) address.set(name, wanted[name]);
  }
  history.replaceState(null, '', address.size > 0 ? `#${address}` : location.pathname);
  writtenAt = performance.now();
}

/**
 * Reads what the address names: `tab`, `at`, `key`, `compared` and `wanted`, each of which may be missing; and the parts
 * of it, in `unknown`, that name nothing.
 */
export function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  const numbers = ['from', 'to'].map((name) => Number(address.get(name) ?? NaN));
  const at = Number(address.get('at')), key = address.get('key') ?? '', tab = address.get('tab');
  const wanted = wantedNames.filter((name) => address.get(name)).map((name) => [name, address.get(name)]);
  const isRevision = Number.isSafeInteger(at) && at > 0, isKey = /^[ihf][1-9][0-9]{0,12}$/.test(key);
  return {
    unknown: [
      address.has('at') && !isRevision && `“${address.get('at')}” is no revision`,
      address.has('key') && !isKey && `“${key}” is no key of a row: items have keys as i12, headers as h3, footers as f3`,
      tab !== null && !tabs.includes(tab) && `there is no tab “${tab}”`,
    ].filter(Boolean),
    at: isRevision ? at : null,
    key: isKey ? key : null,
    tab: tabs.includes(tab) ? tab : null,
    compared: numbers.every((number) => Number.isSafeInteger(number) && number >= 0)
      ? { from: numbers[0], to: numbers[1] } : null,
    wanted: tab === 'find' && wanted.length > 0 ? Object.fromEntries(wanted) : null,
  };
}
