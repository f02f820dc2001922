/** Shapes that queries return. Types only, safe to import anywhere. */
import type { CellStatus, Matrix, Noise } from '@basecase/analysis';
import type { BenchmarkId, Diagnostic, Measurement, ResultStatus } from '@basecase/ingest/model';

/** Where the numbers of a workload come from: recorded by this project, copied from a published report, uploaded. */
export type Origin = 'recorded' | 'published' | 'uploaded';

export interface ServerView {
  slug: string;
  name: string;
  cores: number | null;
  cpu: string | null;
  memoryBytes: number | null;
  storage: string | null;
  os: string | null;
}

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

/** A view with what is known of its noise: all that its verdicts follow from. */
export interface JudgedView extends CompareView {
  noise: Noise;
}

/** Where a stored measurement was read, so that it can be shown in its log. */
export interface EvidenceMeasurement extends Omit<Measurement, 'file' | 'line' | 'lineEnd'> {
  /** Null for published figures, which have no log. */
  artifactId: string | null;
  file: string | null;
  line: number | null;
  lineEnd: number | null;
}

export interface EvidenceResult {
  runId: string;
  repeat: number;
  status: ResultStatus;
  startedAt: string | null;
  command: string | null;
  tool: string | null;
  device: string | null;
  measurements: EvidenceMeasurement[];
}

/** Everything known about one cell. */
export interface CellEvidence {
  column: CompareColumn;
  test: string;
  status: CellStatus;
  results: EvidenceResult[];
  /** Text of the column's configuration file, as the newest upload that held it had it; null when none did. */
  configText: string | null;
  /** The files that the numbers were read from, in the order of the repeats. */
  artifacts: EvidenceArtifact[];
}

/** A stored file behind a cell. */
export interface EvidenceArtifact {
  id: string;
  path: string;
  kind: string;
  sizeBytes: number;
}

/** Lines of an artifact around the lines a number was read from. */
export interface LogExcerpt {
  artifactId: string;
  file: string;
  lines: { number: number; text: string; hit: boolean }[];
  /** True when the artifact has lines after the last one shown. */
  more: boolean;
}

export interface RunView {
  id: string;
  label: string;
  product: string;
  version: string;
  flavour: string | null;
  config: string | null;
  server: ServerView;
  workload: WorkloadView;
  columnSlug: string;
  results: number;
  /** ISO 8601; when the run started if known, else when it was loaded. */
  at: string;
}

/** What an import did, for the CLI and the upload page. */
export interface IngestReport {
  uploadId: string;
  /** stored: new. unchanged: these bytes were here already. reparsed: same upload, new parser result. */
  outcome: 'stored' | 'unchanged' | 'reparsed';
  runs: { id: string; label: string; results: number; isNew: boolean; comparePath: string }[];
  artifacts: { parsed: number; kept: number; unknown: number };
  diagnostics: Diagnostic[];
}

export type * from './types/artifacts';
export type * from './types/cell-details';
export type * from './types/noise';
export type * from './types/permalinks';
export type * from './types/regression-page';
export type * from './types/regressions';
export type * from './types/runs';
export type * from './types/servers';
export type * from './types/tokens';
export type * from './types/trends';
export type * from './types/uploads';
export type * from './types/webhooks';
