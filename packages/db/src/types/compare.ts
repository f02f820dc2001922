/** One heatmap: what the pages of comparisons read. Types only, safe to import anywhere. */
import type {
  ConfigLine,
  ConfigStep,
  LineProposal,
  Matrix,
  SeriesVerdict,
  Sweep,
  SweepAxis,
} from '@basecase/analysis';
import type { CellNote } from '@basecase/contract/cell-note';
import type { RunFacts } from '@basecase/ingest/model';
import type { BuildView } from './builds';
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
  /** Config that names the line which the config was joined to; left out where it is alone. */
  line?: string | undefined;
  /** Which build of the version line; left out, as null, for a release. */
  build?: BuildView | null;
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
  /** Names of the groups measured together; the file and its upload where no name was given. */
  campaigns: string[];
  /** Machine and compiler of its newest run that names them; left out when unknown. */
  facts?: RunFacts;
}

export interface CompareView {
  server: ServerView;
  workload: WorkloadView;
  /** Columns in product and release order. */
  matrix: Matrix<CompareColumn>;
  /** Configs that continue each other; left out where there are none. */
  lines?: ConfigLine[];
  /** Configs that were not joined, with the reason; left out where there are none. */
  proposals?: LineProposal[];
  /** Config steps that people confirmed; left out where there are none. */
  steps?: ConfigStep[] | undefined;
  /** Lines of nights that were judged as series; left out where there are none. */
  nights?: NightsInView[];
  /** Nights that are stored and not in the matrix: only the newest are, and those that were asked for. Left out for 0. */
  hiddenNights?: number;
  /** Uploads that share a server whose name tells only its size; left out for one upload. */
  sharedBy?: number;
  /** Notes and highlights on its cells, the oldest first; left out where there are none. */
  notes?: Omit<CellNote, 'server' | 'workload' | 'undone'>[];
}

/** A line of nights of a view, as its series were judged. */
export interface NightsInView {
  /** Key of the line, see `SeriesLineEntry`. */
  line: string;
  /** Slugs of the columns of its nights, in build order: what the indexes of the verdicts count. */
  columns: string[];
  /** By key of the test. */
  verdicts: Record<string, SeriesVerdict>;
  /**
   * For each release (by slug), the nights measured before it where the environment changed: before
   * which of the two a release was measured decides what is taken off.
   */
  places: Record<string, number>;
}

/** Heatmaps of one server that differ in their clients only, or one heatmap by a setting of its configs. */
export interface SweepView extends Sweep<CompareColumn> {
  server: ServerView;
  /** The one that was asked for. */
  workload: WorkloadView;
  /** What is equal: `scale 50, 4 threads, prepared`. */
  settings: string;
  /** Axes of its sweep: `clients`, and settings with two values or more. */
  axes: SweepAxis[];
  /** Of each row of the matrix the heatmap and the test that it is read from. */
  places: { workload: string; test: string }[];
  /** Slugs of the columns that were read, by slug of their workload. */
  read: { workload: string; columns: string[] }[];
}
