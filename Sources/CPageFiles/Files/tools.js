// The tools of the bar beside the search: going to a number, and to the top.

import { connection } from './connection.js';
import { element } from './elements.js';
import { complain } from './messages.js';
import { clamp, feed, list } from './rows.js';
import { formatCount } from './texts.js';
import { go, toTop } from './window.js';

element('newer').addEventListener('click', (event) => {
  toTop();
  if (document.activeElement === event.currentTarget || document.activeElement === document.body) feed.focus({ preventScroll: true });
});

export const goNumber = element('go-number');

export function openGo() {
  goNumber.hidden = false;
  element('go-open').hidden = true;
  goNumber.value = '';
  goNumber.placeholder = `1–${formatCount(list.items)}`;
  goNumber.focus();
}

export function closeGo(isDismissed) {
  goNumber.hidden = true;
  element('go-open').hidden = false;
  if (isDismissed) element('go-open').focus();
}

element('go-open').addEventListener('click', openGo);
goNumber.addEventListener('blur', () => closeGo(false));
element('go').addEventListener('submit', async (event) => {
  event.preventDefault();
  const number = parseInt(goNumber.value.replace(/\D/g, ''), 10);
  feed.focus({ preventScroll: true });
  closeGo(false);
  if (!number || list.items === 0) return;
  try {
    const { sought } = await connection.ask({ seek: { item: clamp(number, 1, list.items) - 1 } });
    if (sought) go({ ...sought, align: 'top', focus: true });
  } catch (error) {
    complain(error);
  }
});

element('end').addEventListener('click', () => {
  toTop();
  feed.focus({ preventScroll: true });
});
