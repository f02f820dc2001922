import { groupBy } from '@basecase/analysis';
import type { CellRow, ColumnRow } from '../heatmaps/view-rows';
import type { PlainColumn } from './night-lines';

/** A run with what it measured. */
export interface RunCells {
  run: number;
  variant: number;
  cells: CellRow[] | null;
}

/**
 * Runs in the order of their columns, as `buildView` takes them. A column without a run in the meantime stays in its place,
 * empty.
 *
 * @param runs of each column the oldest first
 */
export function placeRuns(
  columns: readonly PlainColumn[],
  runs: readonly RunCells[],
): (ColumnRow & { cells: CellRow[] | null })[] {
  const byVariant = groupBy(runs, ({ variant }) => String(variant));
  return columns.flatMap(({ variantId, slug, label, product, version, flavour, config, build }) =>
    (byVariant.get(String(variantId)) ?? [{ run: 0, cells: null }]).map(({ run, cells }) => ({
      runId: run,
      variantId,
      slug,
      label,
      product,
      version,
      flavour,
      config,
      ...(build && { build }),
      cells,
    })),
  );
}
