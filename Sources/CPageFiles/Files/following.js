// Following the list: asking the server again and again where it is.

import { announce } from './aloud.js';
import { ask, Refusal } from './asking.js';
import { load, select } from './choosing.js';
import { loadComparison } from './comparing.js';
import { element } from './elements.js';
import { inspected, span } from './inspected.js';
import { loadLargest } from './largest.js';
import { notice } from './notices.js';
import { loadPending } from './pending.js';
import { width } from './picture.js';
import { loadSearch } from './revisionsearch.js';
import { formatCount, plain } from './texts.js';
import { draw, forgetTimeline, loadTimeline, setView } from './timeline.js';

const pollMilliseconds = 1_000;
let failureCount = 0;

/** Asks where the list is, now and from now on. */
export async function follow() {
  if (!document.hidden) {
    try {
      const head = await ask('revisions', { limit: 0 });
      if (failureCount > 0) startOver();
      failureCount = 0;
      takeHead(head);
      showConnection('live', 'good');
    } catch (error) {
      failureCount += 1;
      showConnection(error instanceof Refusal ? error.message : 'the server does not answer', 'bad');
    }
    if (inspected.tab === 'pending') loadPending();
  }
  // A server that does not answer is asked less and less often.
  setTimeout(follow, pollMilliseconds * Math.min(10, 1 + failureCount));
}

function showConnection(text, className) {
  const node = element('connection');
  if (node.textContent === text) return;
  Object.assign(node, { textContent: text, className });
}

/** The server answers again: what was asked for meanwhile has no answer yet. */
function startOver() {
  if (!inspected.head) return;
  forgetTimeline();
  loadTimeline();
  load();
}

function takeHead({ present, oldest, subscribers, subscriberCount, titles = [], edits = false }) {
  const former = inspected.head;
  inspected.head = { present, oldest, subscribers, subscriberCount, titles, edits };
  const kept = oldest > 0 ? `, kept from ${formatCount(oldest)}` : '';
  element('where').textContent = `revision ${formatCount(present)}${kept}`;
  noteSubscriber();
  if (!former) begin();
  else if (present !== former.present || oldest !== former.oldest) takeRevisions(former);
  else if (JSON.stringify(subscribers) !== JSON.stringify(former.subscribers)) draw();
}

/** Says who keeps the journal from being compacted. */
function noteSubscriber() {
  const { oldest, subscribers } = inspected.head;
  const slow = subscribers.toSorted((one, other) => other.lag - one.lag)[0];
  const isHolding = slow && (slow.lag > 1_000 || (slow.lag > 100 && slow.revision <= oldest));
  notice('subscriber', isHolding ? `subscriber “${plain(slow.name)}” has seen revision ${formatCount(slow.revision)} `
    + `and lags by ${formatCount(slow.lag)}; the journal is kept for it.` : null);
}

/** Shows the end, or what the address names. */
function begin() {
  const { present } = inspected.head;
  const selected = inspected.follows ? present : Math.min(inspected.selected, present);
  const count = Math.min(Math.max(12, present), Math.floor(width() / 3), 300);
  const last = inspected.follows ? present : selected + Math.floor(count / 2);
  inspected.view = { from: last, to: last };
  setView(last - count + 1, last);
  select(selected, { keepsView: true });
  if (inspected.tab !== 'pending') loadPending();
  if (inspected.tab === 'find') loadSearch();
  if (inspected.tab === 'largest') loadLargest();
  // The address may name two revisions.
  if (inspected.tab === 'compare' && inspected.compared) loadComparison();
}

/** Takes new revisions, or that old ones were removed. */
function takeRevisions(former) {
  const { present, oldest } = inspected.head, { from, to } = inspected.view;
  const isAtEnd = to >= former.present, isSmall = span() < 200 && former.present < 200;
  forgetTimeline();
  if (inspected.follows) {
    setView(from + (isSmall ? 0 : present - former.present), present);
    select(present);
    announce({ text: `Revision ${formatCount(present)}` });
    return;
  }
  setView(from, isAtEnd ? present : to);
  // What is selected may be gone with the list that was here before, or be kept no longer.
  if (inspected.selected > present) select(present);
  else if (inspected.selected <= oldest && inspected.selected > former.oldest) load();
}
