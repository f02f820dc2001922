/** What leaves as runs: the numbers behind views. */
import type { HeatmapAddress } from './servers';

/** What of a heatmap a view shows. */
export interface ShownRuns extends HeatmapAddress {
  /** Slugs of the columns, in their order; null: all. */
  columns: readonly string[] | null;
  /** Keys of the tests; null: all. */
  tests: readonly string[] | null;
  /** True: tests that only warm up, too. Left out: they are not shown. */
  warmups?: boolean;
}
