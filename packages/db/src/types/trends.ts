import type { FlaggedVerdict, RegressionKind } from './regressions';
import type { HeatmapAddress } from './servers';

/** A test that can be looked at over all versions. */
export interface TestChoice {
  /** `read-only_range=100`. */
  key: string;
  /** Id of its group, and the heading. */
  group: string;
  groupLabel: string;
  unit: string;
}

/** A regression record of one test in one heatmap, as far as a line over versions shows it. */
export interface LineRecord extends HeatmapAddress {
  slug: string;
  kind: RegressionKind;
  /** First version with the change. */
  firstBad: string;
  /** Slug of that version's column. */
  column: string;
  /** Level of throughput after / level before. */
  levelRatio: number;
  verdict: FlaggedVerdict;
}
