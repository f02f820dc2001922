export { MAX_NOTE } from '@basecase/contract/words';

import type { ColumnSet } from './column-set';
import type { HeatmapData } from './heatmap-data';
import type { SentNote } from './sent-marks';

const byCell = new WeakMap<HeatmapData, Map<string, SentNote[]>>();

/** Notes on a cell, the oldest first. Columns are chosen columns. */
export function notesAt(
  { data, source }: Pick<ColumnSet, 'data' | 'source'>,
  row: number,
  column: number,
): SentNote[] {
  if (!data.notes) return [];
  let cells = byCell.get(data);
  if (!cells) {
    cells = new Map();
    for (const note of data.notes) {
      const key = `${note.row} ${note.column}`;
      cells.set(key, [...(cells.get(key) ?? []), note]);
    }
    byCell.set(data, cells);
  }
  return cells.get(`${row} ${source[column]}`) ?? [];
}

/** `kernel bug, fixed in 6.9 (jo, 27 Nov 2026)`. */
export function noteText({ text, isHighlighted, by, createdAt }: SentNote): string {
  const words = text || (isHighlighted ? 'highlighted' : '');
  return `${words} (${by}, ${createdAt.slice(0, 10)})`;
}

/** Classes of a cell with notes; empty without. */
export function noteClass(notes: readonly SentNote[]): string {
  if (notes.length === 0) return '';
  return notes.some(({ isHighlighted }) => isHighlighted) ? ' noted hl' : ' noted';
}
