import { type CellVerdict, onsetOf } from '@basecase/analysis';
import { versionLabel } from '@basecase/ingest/model';
import type { RegressionEntry } from '../../types/regressions';
import { type RecordView, valueAt } from './record-view';

/**
 * Since when the test differs from the oldest version of its line, the usual base of its heatmap: that may be another version
 * than the first bad one, which is against the level before. By the function that the heatmap uses.
 *
 * @returns null where the two are against the same version and agree
 */
export function oldestSentence(view: RecordView, { kind }: RegressionEntry): string | null {
  const { matrix, row, line, firstBad, lastGood } = view;
  const base = line.columns.find((column) => valueAt(view, { row, column }) !== null);
  if (base === undefined) return null;
  const cells: CellVerdict[] = [];
  for (const column of line.columns) {
    const cell = view.judge(column, base)[row];
    if (cell) cells[column] = cell;
  }
  const onset = onsetOf([{ line, steps: [] }], cells, base);
  const direction = kind === 'regression' ? 'slower' : 'faster';
  const nameOf = (column: number) => versionLabel(matrix.columns[column]?.version ?? '');
  if (onset?.direction !== direction)
    return base === lastGood
      ? null
      : `Against ${nameOf(base)}, the oldest version, the newest versions are not confirmed to be ${direction}.`;
  return onset.column === firstBad
    ? null
    : `Against ${nameOf(base)}, the oldest version, it is ${direction} since ${nameOf(onset.column)}.`;
}
