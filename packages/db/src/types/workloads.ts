/** Servers and workloads, and what is stored of them. Types only, safe to import anywhere. */
import type { BenchmarkId, Server } from '@basecase/ingest/model';

/** Where the numbers of a workload come from: recorded by this project, copied from a published report, uploaded. */
export type Origin = 'recorded' | 'published' | 'uploaded';

export interface ServerView extends Server {
  slug: string;
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
   * stands for itself: no column of another table can become its base.
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
  /** ISO 8601 of the newest run. */
  latestRunAt: string;
}
