/** Values that people enter for runs in place of the values read. Types only, safe to import anywhere. */
import type {
  Correction,
  CorrectionFilter,
  CorrectionPreview as CorrectionPreviewOfContract,
} from '@basecase/contract/correction';
import type { Workload } from '@basecase/ingest/model';
import type { FlaggedVerdict } from './regressions';
import type { ServerName } from './workloads';

/**
 * What can be corrected of a run, by the names that `--set` has for it. `label` is the free label of the workload,
 * `startedAt` the date of the run.
 */
export interface RunAttributes extends Omit<Workload, 'ratiosTo'> {
  /** Name of the server. */
  server: string;
  product: string;
  version: string;
  /** Branch of the build of a version line; null of a release, and of a build that names none. */
  branch: string | null;
  /** Build flavour: `rel_o2nofp`. */
  flavour: string | null;
  config: string | null;
  /** ISO 8601. */
  startedAt: string | null;
  campaign: string | null;
  /** In changes `old → new`; in histories the name before or after. Null of a run, which has many. */
  test: string | null;
  /** The same of a custom metric. */
  metric: string | null;
}

export type CorrectionField = keyof RunAttributes;

/** New values of some fields; null takes a value away. */
export type RunChanges = Partial<RunAttributes>;

/** Where a run counts: slugs of its server, its workload and its column. */
export interface RunPlace {
  server: string;
  workload: string;
  column: string;
}

/** What counts of a run, as a correction keeps it from before and after. */
export type CountedRun = Pick<RunAttributes, CorrectionField> & { place: RunPlace };

/** Runs that a correction is about. */
export type RunSelector =
  /** Chosen ones, by id. */
  | { runs: string[] }
  /** All that an upload brought, also those that a later reading finds in it. */
  | { upload: string }
  /** All that count on a server, for a workload, or both; slugs. `branch`: only those of builds of this branch. */
  | { server: string; workload?: string; branch?: string }
  | { workload: string; branch?: string };

export interface CorrectionRequest {
  /** `runs`: by hand. Other kinds name another use of the same mechanism: `server_merge`, `workload_merge`. */
  kind: string;
  select: RunSelector;
  changes: RunChanges;
  reason: string;
  /** Name of a token, or `local`. */
  by: string;
  /** `revision` of the preview that was looked at: refused when something was corrected since. */
  revision?: string | undefined;
}

/** What a correction would do with one heatmap. */
export type HeatmapChange = CorrectionPreviewOfContract['heatmaps'][number];

type RecordChange = NonNullable<CorrectionPreviewOfContract['records']>[number];
/** What a record says before or after. */
export type RecordState = NonNullable<RecordChange['before']> & { verdict: FlaggedVerdict };
/** What a correction would do with one record. back: one that was withdrawn before. */
export interface RecordPreview extends Omit<RecordChange, 'before' | 'after'> {
  before: RecordState | null;
  after: RecordState | null;
}

/** A run that a correction would change: what was read, what counts now, and what would count. */
export interface RunPreview {
  id: string;
  label: string;
  results: number;
  asRead: RunAttributes;
  before: CountedRun;
  after: CountedRun;
}

/** What a correction, or the undoing of one, would change. Nothing is stored. */
export interface CorrectionPreview extends Omit<CorrectionPreviewOfContract, 'runs' | 'records' | 'undoes'> {
  runs: RunPreview[];
  /** Null: too many heatmaps to judge them here. The job judges all of them afterwards. */
  records: RecordPreview[] | null;
  /** Corrections that would be undone: the one that was asked for, and those that build on it. Empty when none is. */
  undoes: CorrectionEntry[];
}

/** A run that is about to be corrected. */
export interface RunToCorrect {
  id: string;
  label: string;
  results: number;
  asRead: RunAttributes;
  counted: CountedRun;
  /** Fields that corrections in force say. */
  corrected: CorrectionField[];
  /** Numbers of clients that its logs say, each once. */
  loggedClients: number[];
  /** ISO 8601; when it was loaded, or when it counts from. */
  at: string;
}

/** What the form of a correction needs to know. */
export interface CorrectionTarget {
  /** Set when all runs of an upload are meant, or all that were chosen are of one. */
  upload: { id: string; filename: string } | null;
  runs: RunToCorrect[];
  results: number;
  /** Names to choose from: one that is typed otherwise would be another. */
  known: {
    servers: ServerName[];
    products: string[];
    versions: string[];
    configs: string[];
    campaigns: string[];
  };
}

/** A correction in a history. */
export interface CorrectionEntry
  extends Omit<Correction, 'url' | 'changes' | 'before' | 'filename' | 'changedRuns'> {
  changes: RunChanges;
  /** Previous values of the changed fields, each value once. */
  before: Partial<Record<CorrectionField, RunAttributes[CorrectionField][]>>;
}

/** A correction with the runs that it changed. */
export interface CorrectionView extends CorrectionEntry, Pick<Correction, 'filename'> {
  /** Null id: the run is gone. */
  changedRuns: { id: string | null; label: string | null; before: CountedRun; after: CountedRun }[];
}

export type { CorrectionFilter };

export interface CorrectionPage {
  /** The newest first. */
  corrections: CorrectionEntry[];
  next: string | null;
}
