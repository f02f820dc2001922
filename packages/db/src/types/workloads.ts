/** Servers and workloads, and what is stored of them. Types only, safe to import anywhere. */
import type { StopReason } from '@basecase/analysis';
import type { BenchmarkId, Server } from '@basecase/ingest/model';

/** Where the numbers of a workload come from: recorded by this project, copied from a published report, uploaded. */
export type Origin = 'recorded' | 'published' | 'uploaded';

export interface ServerView extends Server {
  slug: string;
  /** Only the class in the name of a config says the cores (`c24r64`): they may be those of another server. */
  coresGuessed?: true;
}

/** A server to choose from. */
export type ServerName = Pick<ServerView, 'slug' | 'name' | 'cores'>;

export interface WorkloadView {
  slug: string;
  benchmark: BenchmarkId;
  /** `sysbench, cached`; for a published table also its title. */
  label: string;
  /** What must be equal, in words: `1 table × 50M rows`, `1 client`, `pk`. */
  details: string[];
  clients: number | null;
  origin: Origin;
  /**
   * Set for a table that was published as ratios only: its values are ratios to `base`, not throughput, and it
   * is separate: no column of another table can become its base.
   */
  relativeTo: { table: string; base: string } | null;
  /** Title and date of the published report, null otherwise. */
  source: string | null;
}

/** A workload on a server with what is stored of it: one heatmap. */
export interface HeatmapEntry {
  server: ServerView;
  workload: WorkloadView;
  products: string[];
  columns: number;
  /** Most versions of one product with one config and build: what can be compared as releases. */
  comparableVersions: number;
  /** Tests that the newest two releases of a line have, at most, as they were judged last; left out while unknown. */
  tests?: number | undefined;
  /** ISO 8601 of the newest run. */
  latestRunAt: string;
}

/** A test that worked in a version, and does not in the newest one of its line. */
export interface StoppedTest {
  /** Key. */
  test: string;
  reason: StopReason;
  /** Slug and version of the column that shows it. */
  column: string;
  version: string;
  /** The same of the newest column in which it worked. */
  base: string;
  lastGood: string;
}

/** Those of one line of releases or nights. */
export interface StoredStops {
  product: string;
  flavour: string | null;
  config: string | null;
  isNights: boolean;
  /** At least one. */
  count: number;
  /** The first of them, in the order of tests. */
  tests: StoppedTest[];
}

/** The same with their heatmap. */
export interface StoppedEntry extends StoredStops {
  server: ServerView;
  workload: WorkloadView;
}
