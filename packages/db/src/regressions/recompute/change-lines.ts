import { findReleaseLines, type ReleaseLine } from '@basecase/analysis';
import type { RegressionEntry } from '../../types/regressions';
import type { HeatmapColumn } from '../load-heatmap';

/** A release line that changes are looked for in. */
export interface ChangeLine extends ReleaseLine {
  /** Null: the main line of the product, the one with the most versions. Else its build and config. */
  build: RegressionEntry['build'];
}

/** No column is the base of an evaluation: lines and records must not depend on the viewed base. */
const NO_BASE = -1;

/**
 * Release lines of one product, the main one first.
 *
 * @param columns of a heatmap; those of other products are left out
 */
export function changeLines(columns: readonly HeatmapColumn[], product: string): ChangeLine[] {
  return findReleaseLines(columns, NO_BASE)
    .filter((line) => line.product === product)
    .map((line, index) => {
      const { flavour, config } = line;
      return { ...line, build: index === 0 ? null : { flavour, config } };
    });
}
