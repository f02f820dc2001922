/** Additional fields of a record of nights, compared with one of releases. Types only, safe to import anywhere. */
import type { NightLine } from '@basecase/analysis';
import type { BuildView } from './builds';

/** What was committed after the last good build, up to the first bad one. */
export interface Suspects {
  /** Hashes; null where the commits are not specified. */
  after: string | null;
  upTo: string | null;
  /** Page with the commits between them; null where the source repository is not specified. */
  href: string | null;
  /** Builds between the two that have no value on this server; null where their order is not known. */
  count: number | null;
}

/** Evidence of later nights about a change that was found. */
export type Sureness = 'possible' | 'sure' | 'fixed';

/** A change of nights, and when it was looked at last. */
export interface RegressionNights {
  /** The version line that both builds belong to. */
  line: NightLine;
  /** Names it in addresses, within its heatmap. */
  lineKey: string;
  /** series: levels of many nights are compared. pairs: two builds are, of a line with fewer than 12 nights. */
  judgedBy: 'series' | 'pairs';
  /** 95% interval of the ratio. */
  low: number;
  high: number;
  /** Nights that the new level rests on; null where pairs are compared. */
  nights: number | null;
  /** Why it is not sure, as `SeriesDoubt`; empty when it is, and where pairs are compared. */
  doubts: string[];
  firstBad: BuildView;
  lastGood: BuildView;
  suspects: Suspects;
  sureness: Sureness;
  /** ISO 8601: when the test was measured last on this line; null when no such run is left, and for what is withdrawn in lists. */
  lastMeasuredAt: string | null;
  /**
   * ISO 8601: the same, when the current state is unknown: the newest nights of the line are without the test, or the line
   * has no new nights. Computed when it is read.
   */
  notMeasuredSince: string | null;
  /** Path and query of the page with all nights of the test. */
  seriesPath: string;
}
