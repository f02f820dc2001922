/** Releases of a product on a server, as they are stored with the evaluation of a heatmap. Types only. */
import type { ConfigLine, StepMark } from '@basecase/analysis';
import type { ConfigLineEntry, ConfigLinesView, LineDecisionEntry } from '@basecase/contract/config-lines';
import type { RecordPreview } from './corrections';

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
  /** Tests that worked in the base, or in the version before, and do not any more; left out: judged before it was counted. */
  stopped?: number;
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
  /** Of each version: tests that it and an earlier version measured. Left out: judged by an older release. */
  compared?: number[] | undefined;
  /** The newest version against the first one. */
  oldest?: NewestRelease | null | undefined;
  /** The config step that the line begins with: its versions are not compared with those before it. */
  step?: StepMark | undefined;
  /** True where it continues after a config step, as another line. */
  isContinued?: boolean | undefined;
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
