import type {
  BenchmarkId,
  Diagnostic,
  DiagnosticCode,
  IdentityValue,
  Measurement,
  NormalizedResult,
  Rounds,
  RunFacts,
  Server,
  TestInfo,
  Variant,
  Workload,
} from '@basecase/ingest/model';
import type { CorrectionField } from '../types/corrections';

/**
 * What the importer stores, whether it was read from logs or copied from a published table. Names are resolved:
 * nothing here depends on a layout of files any more.
 */
export interface RunToStore {
  /** sha256 that the same run has again in any other upload. */
  identity: string;
  label: string;
  path: string;
  server: ServerToStore;
  workload: WorkloadToStore;
  variant: VariantToStore;
  /** ISO 8601. For published figures the day of the report, because no closer time is known. */
  startedAt: string | null;
  notes: string | null;
  /** As basecase.json names it; null when it doesn't. The uploader's name is kept with the upload. */
  campaign: string | null;
  /** Fields that basecase.json, a layout or the sender named; left out: none. */
  said?: readonly CorrectionField[];
  /** Whether a layout named the results of this run: it knows better than an earlier upload how they belong together. */
  hasLayout?: boolean;
  /** Of machine and compiler at the time of the run; left out: nothing is known. */
  facts?: RunFacts;
  /** Of a recording in rounds; left out: its repeats follow each other. */
  rounds?: Rounds;
  /** The sources of its identity; left out: the name of its directory. */
  sources?: readonly IdentityValue[];
  /** Numbers of a summary table, not of raw logs. */
  isSummary: boolean;
  results: ResultToStore[];
}

export interface ServerToStore extends Server {
  /** Facts that nothing says of the machine itself: they are those of the class in the name of a config. */
  fromClass?: readonly ('cores' | 'memoryBytes')[];
}

export interface WorkloadToStore extends Workload {
  benchmark: BenchmarkId;
  /** Title of the report; base of the table when it holds ratios to one column. */
  published: { title: string; base: string | null } | null;
}

export interface VariantToStore extends Variant {
  /** Place among the versions of its product, in byte order. */
  sortKey: string;
}

export interface ResultToStore extends Omit<NormalizedResult, 'test' | 'range' | 'measurements'> {
  test: TestInfo;
  /** sha256 of the log, or of the part of it, that the result was read from; null when there is none. */
  log: string | null;
  measurements: MeasurementToStore[];
}

/** A published figure has no file and no lines. */
export type MeasurementToStore = Omit<Measurement, 'file' | 'line' | 'lineEnd'> &
  (Pick<Measurement, 'file' | 'line' | 'lineEnd'> | { file: null; line: null; lineEnd: null });

/** A warning about a run, at its directory. */
export function warningOf({ path }: { path: string }, code: DiagnosticCode, message: string): Diagnostic {
  return { code, severity: 'warning', file: path, line: null, message, excerpt: null };
}
