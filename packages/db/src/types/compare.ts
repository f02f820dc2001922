/** One heatmap: what the pages of comparisons read. Types only, safe to import anywhere. */
import type { Matrix } from '@basecase/analysis';
import type { ServerView, WorkloadView } from './workloads';

/** One column of the compare page: a variant on this server and workload. */
export interface CompareColumn {
  /** Unique in the view and stable: `mysql-9.5.0-rel_o2nofp-z12a_c8r32`. */
  slug: string;
  /** Label of the run directory, as the compare command prints it. */
  label: string;
  product: string;
  version: string;
  flavour: string | null;
  config: string | null;
  /** Runs behind the column; more than one when the same variant was run again. */
  runs: number;
  /**
   * Why runs of it were marked as bad, a reason for each; left out when none was. Their results count for nothing where
   * another run has the test, and are shown and never compared where none has.
   */
  badRuns?: string[];
}

/** What a column ran with besides what its name says. */
export interface ColumnSetup {
  /** Slug. */
  column: string;
  /** Text of the config file; null when no upload held it. */
  configText: string | null;
  /** Names of what was measured together; a file and its upload where nobody named it. */
  campaigns: string[];
}

export interface CompareView {
  server: ServerView;
  workload: WorkloadView;
  /** Columns in product and release order. */
  matrix: Matrix<CompareColumn>;
}
