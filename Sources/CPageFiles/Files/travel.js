// Going back in time: the list as it was at an earlier revision, which the bar says unmistakably. Rows that stay keep
// their place, and nothing here changes the present.

import { announce } from './aloud.js';
import { connection } from './connection.js';
import { element } from './elements.js';
import { current, expectCurrent } from './focus.js';
import { isApplication } from './history.js';
import { complain, toast } from './messages.js';
import { isObject } from './numbers.js';
import { isAtTop, isScrolling, measureBar, noticeScroll, place, seenAnchors } from './place.js';
import { askedQuery, canTravel, isAsking, ofPresent, past, rowQuery, tellOtherwise, wantQuery } from './querying.js';
import { feed, list, records } from './rows.js';
import { formatCount, infoText, plain, plural } from './texts.js';
import { follow } from './updates.js';
import { go } from './window.js';

const pastBar = element('past'), revisionField = element('past-number'), wayBar = element('going');
/** The revision that was told last; null at present. */
let toldRevision = null;

export const isPast = () => rowQuery.at !== undefined;

/** Asks for the same rows of an earlier revision; a number below 0 counts back from the present. */
const goTo = (at) => wantQuery({ ...askedQuery(), at });

/** Goes one revision earlier with -1, and one later with 1. */
export function travel(step) {
  if (!canTravel || isApplication) return;
  const { at } = askedQuery(), oldest = past?.oldest ?? 0;
  if (at === undefined) return step < 0 ? goTo(step) : toast('This is the present.');
  if (at < 0) return at + step < 0 ? goTo(at + step) : leavePast();
  if (at + step < oldest) return toast(`Revision ${formatCount(oldest)} is the oldest one that is kept.`);
  goTo(at + step);
}

/** Returns to the present. */
export function leavePast() {
  if (askedQuery().at !== undefined) wantQuery(ofPresent(askedQuery()));
}

/** Shows how far the server is on its way to what was asked for. */
export function drawWay(share) {
  if (!isAsking()) return;
  tellOtherwise();
  const { at = 0 } = askedQuery();
  const text = at > 0 ? `Going to revision ${formatCount(at)}…` : 'Going back in time…';
  element('going-text').textContent = text;
  element('going-share').value = share;
  if (!wayBar.hidden) return;
  // Before there are rows, the present is what can be shown at once.
  const isFirst = list.update === 0, stop = element('going-stop');
  stop.textContent = isFirst ? 'Show the present' : 'Stay here';
  stop.title = `${stop.textContent} (Esc)`;
  // The share is in the bar, for those who look there; the outcome is said when it is there.
  announce({ text: `${text} Escape ${isFirst ? 'shows the present' : 'stays here'}.` });
  keepRows(() => { wayBar.hidden = false; }, true);
}

/** Stays with what is shown. @returns whether something else was on its way */
export function stayHere() {
  const isOnItsWay = !wayBar.hidden && isAsking();
  if (isOnItsWay) wantQuery(rowQuery);
  return isOnItsWay;
}

/** Draws what the bar says of the revision that is shown. */
export function drawPast() {
  keepRows(drawPastBar, pastBar.hidden === isPast() || !wayBar.hidden);
}

/** Draws the bar. Rows stay where they are while it becomes higher or lower. */
function keepRows(draw, hasOtherHeight) {
  noticeScroll();
  const [first] = isAtTop() || !hasOtherHeight ? [] : seenAnchors();
  draw();
  // Rows may come before the browser says how high the bar is now.
  measureBar();
  if (first) place(first.record, first.top, !isScrolling());
}

/** What was said of the revision, without what programs say to each other. The inspector has all of it. */
function reasonOf(userInfo) {
  const words = infoText(Object.fromEntries(Object.entries(userInfo ?? {}).filter(([, value]) => !isObject(value))));
  return plain(words.length > 200 ? `${words.slice(0, 200)}…` : words);
}

function drawPastBar() {
  if (wayBar.contains(document.activeElement)) feed.focus({ preventScroll: true });
  wayBar.hidden = true;
  const { activeElement } = document, hadFocus = pastBar.contains(activeElement), wasPast = toldRevision !== null;
  const hadEarlier = activeElement === element('earlier');
  element('earlier').hidden = !canTravel || isApplication || isPast();
  document.documentElement.classList.toggle('past', isPast());
  pastBar.hidden = !isPast();
  for (const command of ['undo', 'redo']) {
    // Firefox tells keys to no document while a disabled button has the focus.
    if (isPast() && activeElement === element(command)) feed.focus({ preventScroll: true });
    element(command).disabled = isPast();
  }
  if (!isPast()) {
    toldRevision = null;
    if (wasPast) announce({ text: 'The present' });
    if (hadFocus) feed.focus({ preventScroll: true });
    return;
  }
  const { at } = rowQuery, { present, oldest = 0, summary = '' } = past ?? {};
  element('past-name').textContent = `Past: revision ${formatCount(at)}${present === undefined ? '' : ` of ${formatCount(present)}`}`;
  // The number stands before it already.
  element('past-summary').textContent = plain(summary).replace(/^revision \d+[,:]? ?/, '');
  const reason = element('past-reason');
  reason.textContent = reasonOf(past?.userInfo);
  reason.hidden = reason.textContent === '';
  const changeButton = element('past-change'), { changed = [] } = past ?? {};
  if (changed.length === 0 && activeElement === changeButton) element('past-leave').focus({ preventScroll: true });
  changeButton.hidden = changed.length === 0;
  changeButton.textContent = changed.length > 1 ? `Next of ${plural(changed.length, 'changed row')}` : 'To the changed row';
  // What restores, and compares with now, is there.
  const ways = element('past-ways'), inspect = element('inspect');
  ways.hidden = inspect.hidden;
  ways.textContent = element('edits').hidden ? 'Compare' : 'Compare or restore';
  ways.href = `${inspect.pathname}#at=${at}`;
  revisionField.value = at;
  const back = element('past-back'), isOldest = at <= oldest;
  if (isOldest && activeElement === back) element('past-on').focus({ preventScroll: true });
  back.disabled = isOldest;
  // The button that led here is hidden by now.
  if (hadEarlier) (isOldest ? element('past-on') : back).focus({ preventScroll: true });
  if (toldRevision !== at) announce({ text: `Past: ${plain(summary)}${reason.hidden ? '' : `, ${reason.textContent}`}` });
  toldRevision = at;
}

const namedRevision = new URLSearchParams(location.hash.slice(1)).get('at');
if (!isApplication && namedRevision !== null && !/^[0-9]{1,15}$/.test(namedRevision)) {
  toast(`“${plain(namedRevision)}” is no revision.`);
}

element('earlier').addEventListener('click', () => travel(-1));
element('past-back').addEventListener('click', () => travel(-1));
element('past-on').addEventListener('click', () => travel(1));
element('past-leave').addEventListener('click', leavePast);
element('going-stop').addEventListener('click', stayHere);
element('past-go').addEventListener('submit', (event) => {
  event.preventDefault();
  const typed = revisionField.value.trim(), number = Number(typed.replace(/[\s.,_’]/g, ''));
  if (!/^[0-9][0-9\s.,_’]*$/.test(typed) || !Number.isSafeInteger(number)) {
    revisionField.value = rowQuery.at ?? '';
    toast(`“${plain(typed)}” is no revision.`);
  } else goTo(number);
});

// ---- What the revision has changed ----------------------------------------------------------------------------

/** The index of the row that comes next in what was changed, round from the last one to the first. */
function nextChange(changed, step) {
  const turned = (index) => (index + changed.length) % changed.length;
  const index = changed.indexOf(current?.key);
  if (index >= 0) return turned(index + step);
  // Those that are here tell which one is next.
  const here = records.filter(({ key }) => changed.includes(key)), slot = current?.slot ?? -1;
  if (here.length === 0) return step > 0 ? 0 : changed.length - 1;
  const next = step > 0 ? here.find((one) => one.slot > slot) : here.findLast((one) => one.slot < slot);
  return next ? changed.indexOf(next.key) : turned(changed.indexOf(here.at(step > 0 ? -1 : 0).key) + step);
}

/** Goes to the next row that the shown revision has changed with 1, and to the previous one with -1. */
export async function goToChange(step) {
  const changed = past?.changed ?? [], { at } = rowQuery;
  if (changed.length === 0) return toast('None of the rows is marked as changed by this revision.');
  try {
    // Of the rows of a query, some may not be shown.
    for (let index = nextChange(changed, step), count = 0; count < changed.length; count++) {
      const { sought } = await connection.ask({ seek: { key: changed[index] } });
      if (rowQuery.at !== at) return;
      if (sought) {
        expectCurrent(sought);
        return go({ ...sought, align: 'center', focus: !pastBar.contains(document.activeElement) });
      }
      index = (index + step + changed.length) % changed.length;
    }
    toast('None of the rows that are shown was changed by this revision.');
  } catch (error) {
    complain(error);
  }
}

element('past-change').addEventListener('click', () => goToChange(1));

// ---- Undo of what others have done --------------------------------------------------------------------------

const sure = element('sure');

// The answer is about the list that was asked about.
follow({ leave: () => sure.close() });

/** Asks the reader. @returns whether the answer is yes */
function isSure(command, foreseen) {
  const name = command === 'undo' ? 'Undo' : 'Redo';
  element('sure-title').textContent = `${name} what others have done?`;
  element('sure-text').textContent = plain(foreseen).replace(/^./, (letter) => letter.toUpperCase());
  element('sure-yes').textContent = name;
  sure.returnValue = '';
  sure.showModal();
  return new Promise((resolve) => {
    sure.addEventListener('close', () => resolve(sure.returnValue === 'yes'), { once: true });
  });
}

/**
 * Takes back the last change, or the last undo. What others have done is named before, and what they do meanwhile stays.
 */
async function takeBack(command) {
  try {
    const { foreseen, own, revisions } = await connection.ask({ foresee: command });
    if (!own && !await isSure(command, foreseen)) return;
    const { summary } = await connection.ask({ [command]: revisions });
    // It may have been the change of rows that are not seen.
    if (summary) toast(plain(summary));
  } catch (error) {
    complain(error);
  }
}

/** The last step. The next one waits for it, as it takes back what is there then. */
let lastStep = Promise.resolve();

for (const command of ['undo', 'redo']) {
  element(command).addEventListener('click', () => { lastStep = lastStep.then(() => takeBack(command)); });
}
