/** Nights and commits: histories of one version line on one server. Types only, safe to import anywhere. */
import type { CellStatus, SeriesVerdict, StopReason } from '@basecase/analysis';
import type { CostId, MetricId, RunFacts, TestInfo } from '@basecase/ingest/model';
import type { BuildView } from './builds';
import type { FlaggedVerdict, RegressionKind, RegressionState } from './regressions';
import type { ServerView, WorkloadView } from './workloads';

/** What the nights of a series share: a version line on its branch, in one build flavour and config. */
export interface SeriesLine {
  product: string;
  /** `19devel` */
  version: string;
  branch: string | null;
  flavour: string | null;
  config: string | null;
}

/** A line of nights in a heatmap. */
export interface SeriesLineEntry {
  /** Names the line in addresses, unique within its heatmap: `19devel@master`. */
  key: string;
  server: ServerView;
  workload: WorkloadView;
  line: SeriesLine;
  /** Of a line that continues in other configs: all of them; the first names it. */
  configs?: string[];
  /** The keys that each of them alone would have: addresses from before may have any of them. */
  keys?: string[];
  nights: number;
  /** ISO 8601, of its newest night. */
  newestAt: string;
}

/** One observation: a build on a server, the median of its runs and repeats. */
export interface SeriesNight {
  /** Slug of its column. */
  column: string;
  build: BuildView;
  /** ISO 8601, when its newest run was measured. */
  measuredAt: string;
  /** Id of the newest run with the test. */
  run: string;
  /** CPUs that others used while it was measured; null when not specified. */
  otherCpus: number | null;
  /** Results of the test behind the values. */
  repeats: number;
  /** What came of the test; only `ok` has values that count. */
  status: CellStatus;
  /** Absolute; null or left out: not recorded. */
  values: Partial<Record<MetricId, number | null>>;
}

/** A release of the product on the same server and workload, with the same build flavour and config. */
export interface SeriesRelease {
  version: string;
  /** Slug of its column. */
  column: string;
  /** ISO 8601, when it was measured last. */
  measuredAt: string;
  runs: number;
  values: Partial<Record<MetricId, number | null>>;
}

/** A mark on the axis: an external event, not a change of the software. */
export interface SeriesAnnotation {
  /** Of a recorded event; null for a fact that changed between two runs. */
  id: string | null;
  /** ISO 8601; of a fact, when the first run with the new value was measured. */
  at: string;
  label: string;
  /** Who said it; null for a fact. */
  by: string | null;
  /** Index of the first night after it; null: all nights are before it. */
  night: number | null;
}

/** A recorded event, and its place on the axis. */
export type SaidAnnotation = SeriesAnnotation & { id: string };

/** The record of a change of a series. */
export interface SeriesChangeRecord {
  slug: string;
  /** Slug of the column of the first bad night. */
  firstBad: string;
  kind: RegressionKind;
  state: RegressionState;
  verdict: FlaggedVerdict;
  /** Other tests that changed in the same night with it. */
  sameNight: number;
}

/** One test, night after night. */
export interface SeriesView {
  server: ServerView;
  workload: WorkloadView;
  test: TestInfo & { key: string; groupLabel: string };
  line: SeriesLine;
  /** Key of the line. */
  lineKey: string;
  /** In build order. */
  nights: SeriesNight[];
  /** Nights before these that are too many to be shown; 0 nearly always. */
  hiddenNights: number;
  /** Metrics that some night has, throughput first. */
  metrics: MetricId[];
  /** Of each metric; indexes count `nights`. */
  verdicts: Partial<Record<MetricId, SeriesVerdict>>;
  /** In release order. */
  releases: SeriesRelease[];
  /** Of the nights shown, in the order of the axis. */
  annotations: SeriesAnnotation[];
  records: SeriesChangeRecord[];
  /** True while a job has not seen the newest runs yet. */
  isStale: boolean;
}

/** What an evaluation keeps of a series. */
export interface StoredVerdict extends SeriesVerdict {
  /** Medians of what an operation costs over the nights of the newest level. */
  costs: Partial<Record<CostId, number>>;
}

/** The last release as an evaluation saw it: the reference of "since the release". */
export interface StoredRelease {
  version: string;
  column: string;
  /** Nights of the line that were measured before it; left out: none was. */
  place?: number;
  value: number;
  runs: number;
  costs: Partial<Record<CostId, number>>;
}

/** A test of an overview. */
export interface OverviewTest {
  test: TestInfo & { key: string; groupLabel: string };
  /** Indexes count the nights of the line. Null: never judged, the job has not run yet. */
  verdict: StoredVerdict | null;
  release: StoredRelease | null;
  /** Why it stopped working; null: it works, or is not measured any more. */
  stopped: StopReason | null;
  /** Throughput of the nights shown; null: no value. */
  values: (number | null)[];
  /** Part of the operations that failed, 0 to 1, of the nights shown; null: not counted. Left out: not asked for. */
  failed?: (number | null)[];
  records: SeriesChangeRecord[];
}

/** A night of the line that is not among those shown. */
export interface EarlierNight {
  /** Its index among all nights of the line. */
  night: number;
  column: string;
  build: BuildView;
}

/** All tests of a line: the last level of each against the last release. */
export interface SeriesOverview {
  server: ServerView;
  workload: WorkloadView;
  line: SeriesLine;
  lineKey: string;
  /** All nights of the line. */
  total: number;
  /** Index of the first night shown. */
  first: number;
  /** The newest nights, in build order. */
  nights: Pick<SeriesNight, 'column' | 'build' | 'measuredAt'>[];
  /** Nights before those shown that are asked for all the same: where levels begin, and where the newest of a test ends. */
  earlier: EarlierNight[];
  tests: OverviewTest[];
  annotations: SeriesAnnotation[];
  isStale: boolean;
}

/** A night of a history with the throughput of all tests. */
export interface HistoryNight extends Pick<SeriesNight, 'column' | 'build' | 'measuredAt'> {
  /** What its newest run says of machine and compiler. */
  facts: RunFacts;
  /** Its config, where the line has several; else left out. */
  config?: string;
  /** In the order of the tests; null: failed, missing or doubtful. */
  values: (number | null)[];
  /** Part of the operations that failed, 0 to 1, in the order of the tests; null: not counted. Left out: of no test. */
  failed?: (number | null)[];
}

/** All tests of a line in all nights, and what is needed to judge the next night as the server will. */
export interface LineHistory {
  server: ServerView;
  workload: WorkloadView;
  line: SeriesLine;
  lineKey: string;
  /** In build order. */
  nights: HistoryNight[];
  /** Number of earlier nights that are left out because there are too many; 0 nearly always. */
  hiddenNights: number;
  /** Keys, with the nights at which their confirmed changes begin, which keep their places: indexes count `nights`. */
  tests: { key: string; held: number[] }[];
  /** External events that people recorded. */
  said: SaidAnnotation[];
  /** True while a job has not seen the newest runs yet. */
  isStale: boolean;
}

/** Additional fields of a record of nights, compared with one of releases. */
export interface SeriesRecord {
  line: string;
  /** 95% interval of level after / level before; null of a stop. */
  low: number | null;
  high: number | null;
  /** Nights that the new level rests on; null of a stop. */
  nights: number | null;
  /** Why it is not sure; empty when it is. */
  doubts: string[];
}

/** A line of nights, with the changes of its tests against the last release. */
export interface SeriesSummaryEntry extends SeriesLineEntry {
  /** Tests that are judged. */
  tests: number;
  slower: number;
  faster: number;
  /** Tests whose newest one or two nights left their level. */
  possible: number;
  /** The last release; null: none was measured there. */
  release: string | null;
}
