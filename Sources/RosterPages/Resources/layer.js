// The layer over the rows: the header of the section that is seen, pushed away by the next one.

import { look, drawViews } from './looks.js';
import { patch } from './models.js';
import { barBottom, topOf } from './place.js';
import { element, feed, list, records } from './rows.js';

const layerRow = element('layer-row');
let layerContent = null, formerLayerHeight = 36;

/** The room that the layer takes above a row in the middle of a section. */
export function layerHeight() {
  if (!layerRow.hidden) formerLayerHeight = layerRow.offsetHeight;
  const row = list.sticky;
  return row && ('model' in row || 'views' in row) ? formerLayerHeight : 0;
}

/** Shows the header of the first seen section over the rows, pushed away by the next one. */
export function drawLayer() {
  let row = list.sticky, next = null, isOwn = false;
  for (const record of records) {
    if (record.row.kind !== 'header') continue;
    const top = record.element ? topOf(record) : null;
    if (top === null || top <= barBottom) {
      if (top !== null) [row, isOwn] = [record.row, top === barBottom];
    } else {
      next = top;
      break;
    }
  }
  const isShown = row && ('model' in row || 'views' in row) && !isOwn && list.sections > 0
    && feed.getBoundingClientRect().top < barBottom;
  layerRow.hidden = !isShown;
  if (!isShown) return;
  if (layerContent !== row) {
    const former = layerContent;
    layerContent = row;
    // A copy of controls is to look at; those of the list itself are a scroll away.
    layerRow.inert = 'views' in row;
    layerRow.classList.toggle('views', 'views' in row);
    if ('views' in row) drawViews(layerRow, row, former?.key === row.key ? former : undefined, () => {});
    else if (look) {
      patch(layerRow, look.content(row));
      // It stands in the list already, under this name.
      layerRow.querySelector('[id]')?.removeAttribute('id');
    }
  }
  const push = next === null ? 0 : Math.min(0, next - barBottom - layerRow.offsetHeight);
  layerRow.style.transform = push < 0 ? `translateY(${push}px)` : '';
}
