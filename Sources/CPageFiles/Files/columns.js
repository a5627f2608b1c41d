// Columns: the items of a section that is shown as a grid stand beside each other, as many as fit. Rows are
// wrapped lines of one box, so that headers stay over them as they do over rows.

import { feed, list, records } from './rows.js';

/** How many items stand beside each other; 1 if no section is shown as a grid. */
export let columnCount = 1;

/** The width that a column has at least; 0 without a grid. Of several sections the widest counts for all. */
const columnWidth = () => Math.max(0, ...Object.values(list.columns));

/** Finds out how many columns fit. @returns whether there are more or fewer than before */
function countColumns() {
  const former = columnCount, width = columnWidth();
  columnCount = width > 0 ? Math.max(1, Math.floor(feed.clientWidth / width)) : 1;
  return columnCount !== former;
}

/** Brings the items of grids into columns: the first one that is here may stand in the middle of its line. */
export function arrangeColumns() {
  countColumns();
  const isGrid = columnWidth() > 0;
  if (!isGrid && !feed.classList.contains('wrapped')) return;
  feed.classList.toggle('wrapped', isGrid);
  feed.style.setProperty('--column-count', columnCount);
  let section = list.section, index = list.index, isFirst = true;
  for (const record of records) {
    const { kind } = record.row;
    record.cell = kind === 'item' && section in list.columns ? index : null;
    if (record.element) {
      record.element.classList.toggle('cell', record.cell !== null);
      const skipped = isFirst && record.cell !== null ? record.cell % columnCount : 0;
      const room = skipped > 0 ? `${skipped * 100 / columnCount}%` : '';
      if (record.element.style.marginInlineStart !== room) record.element.style.marginInlineStart = room;
      isFirst = false;
    }
    if (kind === 'item') index += 1;
    else if (kind === 'footer') [section, index] = [section + 1, 0];
  }
}

/** Brings the items into other columns if more or fewer fit. */
export function followWidth() {
  if (columnWidth() > 0 && countColumns()) arrangeColumns();
}

/** How many rows a row shares its line with, itself among them. */
export const lineLength = (record) => (record?.cell != null ? columnCount : 1);

/** The slot above or below that of a row of a grid, or of what comes before or behind the grid. */
export function slotBeyond(record, step) {
  const { slot, cell } = record;
  if (step < 0) return cell >= columnCount ? slot - columnCount : slot - cell - 1;
  const target = records[slot + columnCount - list.first];
  if (!target || target.cell === cell + columnCount) return slot + columnCount;
  // The last line of the grid may be shorter.
  const behind = records.findIndex((other, index) => index > slot - list.first && other.cell !== cell + index - (slot - list.first));
  const last = records[behind - 1];
  const isLower = Math.floor(last.cell / columnCount) > Math.floor(cell / columnCount);
  return isLower ? last.slot : last.slot + 1;
}
