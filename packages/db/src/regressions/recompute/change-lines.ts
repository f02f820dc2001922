import { findReleaseLines, type ReleaseLine } from '@basecase/analysis';
import type { RegressionEntry } from '../../types/regressions';
import type { HeatmapColumn } from '../load-heatmap';

/** A series that changes are looked for in. */
export interface ChangeLine extends ReleaseLine {
  /** Null: the main line of the product. Else the one build that the line ends with. */
  build: RegressionEntry['build'];
  /** Columns at which a change is this line's own: before them it borrows from the main line. */
  own: ReadonlySet<number>;
}

/** No column is the base of an evaluation: lines and records must not depend on what somebody looks at. */
const NO_BASE = -1;

/**
 * Lines of one product in release order: the main one with a column for each version, and one for each build that has
 * columns beside it (io_method, gtid, another flavour). Such a line follows the main one up to its first own version,
 * so that what a config changes is found even where it was run with a single version.
 *
 * @param columns of a heatmap; those of other products are left out
 */
export function changeLines(columns: readonly HeatmapColumn[], product: string): ChangeLine[] {
  const main = findReleaseLines(columns, NO_BASE).find((line) => line.product === product);
  if (!main) return [];
  const lines: ChangeLine[] = [{ ...main, build: null, own: new Set(main.columns) }];
  const seen = new Set<string>();
  for (const [index, column] of columns.entries()) {
    const { flavour, config } = column;
    const key = JSON.stringify([flavour, config]);
    if (column.product !== product || main.columns.includes(index) || seen.has(key)) continue;
    seen.add(key);
    const own = buildColumns(columns, column).sort((a, b) => bySortKey(columns, a, b));
    const first = columns[own[0] ?? -1]?.sortKey ?? '';
    const before = main.columns.filter((other) => (columns[other]?.sortKey ?? '') < first);
    const build = { flavour, config };
    lines.push({ product, flavour, config, columns: [...before, ...own], build, own: new Set(own) });
  }
  return lines;
}

function buildColumns(columns: readonly HeatmapColumn[], like: HeatmapColumn): number[] {
  return columns.flatMap(({ product, flavour, config }, index) =>
    product === like.product && flavour === like.flavour && config === like.config ? [index] : [],
  );
}

function bySortKey(columns: readonly HeatmapColumn[], a: number, b: number): number {
  const [one, other] = [columns[a]?.sortKey ?? '', columns[b]?.sortKey ?? ''];
  return one < other ? -1 : Number(one > other);
}
