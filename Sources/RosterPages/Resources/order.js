// Brings rows into order, with as few moves as possible and none of a row that has the focus.

import { feed, list, parked } from './rows.js';

/** @returns the elements that were not moved */
export function arrange(elements, pins) {
  const first = (slot) => [...parked.values()].filter((record) => (record.slot < list.first) === slot).map((record) => record.element);
  const wanted = [...first(true), ...elements, ...first(false)];
  const position = new Map([...feed.children].map((child, index) => [child, index]));
  const kept = wanted.filter((child) => position.has(child));
  const steady = steadyOf(kept, position, new Set([...pins].map((record) => record.element)));
  let after = null;
  for (let index = wanted.length - 1; index >= 0; index--) {
    const child = wanted[index];
    if (!steady.has(child)) {
      // `moveBefore` keeps focus, selection and the state of what is inside.
      if (position.has(child) && feed.moveBefore) feed.moveBefore(child, after);
      else feed.insertBefore(child, after);
    }
    after = child;
  }
  return steady;
}

/** The heaviest ascending sequence: rows with the focus or the selection weigh more than all others. */
function steadyOf(kept, position, heavy) {
  const places = kept.map((child) => position.get(child));
  if (places.every((place, index) => index === 0 || places[index - 1] < place)) return new Set(kept);
  const weights = [], links = [];
  let best = -1;
  for (let index = 0; index < kept.length; index++) {
    weights[index] = 0;
    links[index] = -1;
    for (let other = 0; other < index; other++) {
      if (places[other] < places[index] && weights[other] > weights[index]) {
        weights[index] = weights[other];
        links[index] = other;
      }
    }
    weights[index] += heavy.has(kept[index]) ? 10_000 : 1;
    if (best < 0 || weights[index] > weights[best]) best = index;
  }
  const steady = new Set();
  for (let index = best; index >= 0; index = links[index]) steady.add(kept[index]);
  return steady;
}
