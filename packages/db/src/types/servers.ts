/** Servers, and the same product on several of them: what the pages `/servers` and `/trends` read. */
import type { ConfigStep, Matrix } from '@basecase/analysis';
import type { BenchmarkId, Workload } from '@basecase/ingest/model';
import type { CompareColumn } from './compare';
import type { FlaggedVerdict, RegressionKind } from './regressions';
import type { ServerView, WorkloadView } from './workloads';

/** A workload with the settings that must be equal, as values: they distinguish the workloads of two servers. */
export type WorkloadFacts = WorkloadView &
  Pick<Workload, 'tables' | 'rowsPerTable' | 'primaryKey' | 'cached'>;

/** What is stored of one product in one heatmap. */
export interface ProductHeatmap {
  product: string;
  server: ServerView;
  workload: WorkloadFacts;
  /** Names of its versions, in no order. */
  versions: string[];
  /** ISO 8601 of the newest run. */
  latestRunAt: string;
}

/** Slugs of a server and a workload. */
export interface HeatmapAddress {
  server: string;
  workload: string;
}

/** A column of a heatmap by what tells it from others. */
export type ProductColumn = Omit<CompareColumn, 'runs' | 'product'>;

/** The columns of one product in one heatmap, in release order. */
export interface ProductColumns extends HeatmapAddress {
  columns: ProductColumn[];
}

/** Values of one product in one heatmap. */
export interface ProductView extends HeatmapAddress {
  matrix: Matrix<CompareColumn>;
  /** Config steps that people confirmed; left out where there are none. */
  steps?: ConfigStep[] | undefined;
}

/** A server with what was measured on it. */
export interface ServerEntry extends ServerView {
  runs: number;
  /** Names, in alphabetical order. */
  products: string[];
  benchmarks: BenchmarkId[];
  /** ISO 8601: when its newest run was measured, or loaded when no log says. */
  latestRunAt: string;
}

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

/** A loss that is recorded of a test of a heatmap. Columns are slugs. */
export interface HeatmapRecord {
  /** Key of the test. */
  test: string;
  slug: string;
  firstBad: string;
  /** The version that it is slower than. */
  lastGood: string;
}

/** What of a heatmap a view shows. */
export interface ShownRuns extends HeatmapAddress {
  /** Slugs of the columns, in their order; null: all. */
  columns: readonly string[] | null;
  /** Keys of the tests; null: all. */
  tests: readonly string[] | null;
  /** True: tests that only warm up, too. Left out: they are not shown. */
  warmups?: boolean;
}
