// The inspector of a list: the revisions as a picture, one of them in detail with the list beside it,
// one row, what waits, and the file.
//
// Everything that comes from a list is shown as text. Nothing here writes anything but a check of the file and a
// restoration, which are begun by buttons.
//
// Modules import in one direction only:
//
//     inspected asking     what is looked at, and questions    words tables notices    how it is said
//     icons                what buttons show
//     picture captions     the revisions, drawn and in words   timeline                which ones
//     scene player         a batch, operation by operation
//     revision past row    a revision, the list then, a row    pending storage         what waits, and the file
//     fields rowhistory    what changed in a row, and why      comparing restoring     two revisions, and going back
//     revisionsearch       which revisions                     largest                 what is large and slow, and who lags
//     address choosing pointing finding                        what people choose
//     following            what the server has new
//     elements numbers texts aloud                             what the page of a list uses, too
//
// The server sends all of them as one file, in the order of PageResource.swift. Names at the top of these modules
// are therefore different from each other.

import { readAddress, rememberAddress } from './address.js';
import { select } from './choosing.js';
import { loadComparison } from './comparing.js';
import { element } from './elements.js';
import { follow } from './following.js';
import { drawIcons } from './icons.js';
import { guide, inspected, listName, tabs } from './inspected.js';
import { loadLargest } from './largest.js';
import { notice } from './notices.js';
import { loadPending } from './pending.js';
import { loadSearch } from './revisionsearch.js';
import { loadRow } from './row.js';
import { loadStorage } from './storage.js';
import { plain } from './texts.js';
import './finding.js';
import './pointing.js';

// ---- Tabs ---------------------------------------------------------------------------------------------------

const loaders = {
  row: loadRow, compare: () => loadComparison(), find: loadSearch, largest: loadLargest, pending: loadPending, storage: loadStorage,
};

function openTab(name, isFocused = false) {
  inspected.tab = name;
  for (const tab of tabs) {
    const button = element(`tab-${tab}`);
    button.setAttribute('aria-selected', String(tab === name));
    button.tabIndex = tab === name ? 0 : -1;
    if (tab === name) showTab(button);
    if (isFocused && tab === name) button.focus();
    element(`panel-${tab}`).hidden = tab !== name;
  }
  rememberAddress();
  loaders[name]?.();
}

/** Scrolls the bar of tabs, which may be wider than a phone, so that one is seen. */
function showTab(button) {
  const bar = button.parentElement, box = button.getBoundingClientRect(), seen = bar.getBoundingClientRect();
  bar.scrollLeft += Math.max(0, box.right - seen.right) + Math.min(0, box.left - seen.left);
}

tabs.forEach((tab, index) => {
  element(`tab-${tab}`).addEventListener('click', () => openTab(tab));
  element(`tab-${tab}`).addEventListener('keydown', (event) => {
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next == null) return;
    event.preventDefault();
    openTab(tabs.at(next % tabs.length), true);
  });
});

// ---- Start --------------------------------------------------------------------------------------------------

Object.assign(guide, {
  select, openTab,
  openRow(key) {
    inspected.key = key;
    openTab('row');
  },
  openRevision(revision) {
    select(revision);
    openTab('history', true);
  },
  find(wanted) {
    inspected.wanted = wanted;
    openTab('find', true);
  },
  compare(from, to) {
    inspected.compared = { from, to };
    openTab('compare');
  },
});

/** Goes to what the address names. */
function goToAddress() {
  const { at, key, tab, compared, wanted, unknown } = readAddress();
  notice('address', unknown.length > 0 ? `the address is not understood: ${plain(unknown.join('; '))}.` : null);
  inspected.key = key ?? inspected.key;
  inspected.compared = compared ?? inspected.compared;
  inspected.wanted = wanted ?? inspected.wanted;
  if (inspected.head) {
    select(at ?? inspected.head.present);
  } else if (at !== null) {
    inspected.selected = at;
    inspected.follows = false;
  }
  openTab(tab ?? 'history');
}

drawIcons();
element('name').textContent = plain(listName);
document.title = `${plain(listName)}: inspector`;
element('open').href = `/lists/${encodeURIComponent(listName)}`;
// The list is opened as it was at the selected revision.
element('open').addEventListener('click', ({ currentTarget }) => {
  const { head, selected } = inspected;
  currentTarget.hash = head && selected < head.present ? `at=${selected}` : '';
});
goToAddress();
addEventListener('hashchange', goToAddress);
follow();
