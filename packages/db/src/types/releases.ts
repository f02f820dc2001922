/** Releases of a product on a server, as they are stored with the evaluation of a heatmap. Types only. */
import type { ConfigLine } from '@basecase/analysis';
import type { ConfigLineEntry, ConfigLinesView, LineDecisionEntry } from '@basecase/contract/config-lines';
import type { RecordPreview } from './corrections';
import type { ServerView, WorkloadView } from './workloads';

/** Tests of a release that moved one way against the release before it. */
export interface MovedTests {
  /** Beyond noise. */
  sure: number;
  /** May be noise. */
  possible: number;
}

/** The newest release of a line against the one before it, judged by noise. */
export interface NewestRelease {
  /** Slugs of the two columns. */
  column: string;
  base: string;
  slower: MovedTests;
  faster: MovedTests;
  /** Tests that these runs can't tell about. */
  unclear: number;
  /** Tests that both releases have. */
  tests: number;
}

/** The releases of one product with one build flavour and one config in a heatmap: nothing else differs between them. */
export interface ReleaseLineSummary {
  product: string;
  flavour: string | null;
  config: string | null;
  /** In release order; at least one. */
  versions: string[];
  /**
   * Of each version: geometric mean of the throughput of all tests that it and the first version have, relative to the
   * first version; null without such a test.
   */
  means: (number | null)[];
  /** Null with one version, or when the newest two have no test in common. */
  newest: NewestRelease | null;
}

/** What is stored of the releases of one heatmap. */
export interface HeatmapReleases {
  server: ServerView;
  workload: WorkloadView;
  /** ISO 8601 of the newest run. */
  latestRunAt: string;
  /** Null: not judged yet. */
  lines: ReleaseLineSummary[] | null;
  /** Its runs changed since it was judged. */
  isStale: boolean;
}

export type { ConfigLinesView, LineDecisionEntry };

/** Joins of configs that need a decision. */
export interface WaitingJoins {
  /** Pairs of configs that are proposed. */
  joins: number;
  /** Heatmaps that were judged before there were lines. */
  pending: number;
}

/** Changes that joining the configs of a heatmap would make; it was judged before there were lines. */
export interface LinesPreview
  extends Pick<ConfigLineEntry, 'server' | 'workload' | 'serverName' | 'workloadLabel'> {
  lines: ConfigLine[];
  records: RecordPreview[];
}
