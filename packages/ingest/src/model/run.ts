import type { BenchmarkId } from './benchmark-model';
import type { Build, RunFacts } from './build';
import type { CommonCode, Diagnostic, DiagnosticCounts } from './diagnostic';
import type { IdentityQuestion, IdentityValue, UnknownRelation } from './identity';
import type { MetricId } from './metric';
import type { Rounds } from './rounds';

/** Reported: read as the tool or a summary printed it. Computed: derived here, with the formula's name. */
export type Source = 'reported' | 'computed';

/**
 * Why a number is not believed: another number of the upload says something else, or the number is made of one that is
 * not believed. It is shown as doubtful and counts nowhere.
 */
export interface Doubt {
  code: Extract<CommonCode, 'VALUES_DISAGREE'>;
  /** What disagrees, with the lines and values of both. */
  message: string;
  /** Where the other number stands; null where neither has a file: figures copied from a report. */
  file: string | null;
  line: number | null;
}

export interface Measurement {
  metric: MetricId;
  /** Always finite. A value that is missing has no measurement. */
  value: number;
  unit: string;
  source: Source;
  /** Name of the formula for computed values, see `formulas.ts`; null when reported. */
  formula: string | null;
  /** Path within the upload of the file that the value, or its main input, was read from. */
  file: string;
  /** 1-based line in that file. For a mean over samples: the first sample. */
  line: number;
  /** Last line the value depends on; equal to `line` for a value read from one line. */
  lineEnd: number;
  /** Left out of a number that nothing speaks against. */
  doubt?: Doubt;
}

export type ResultStatus = 'ok' | 'failed' | 'sla_failed' | 'warmup';

/** One test in one run. Repeats of a test are several results with repeat 1, 2, ... */
export interface NormalizedResult {
  test: string;
  range: number | null;
  repeat: number;
  status: ResultStatus;
  /** Unit of the throughput: queries/s, or Krows/s per client for scan. */
  unit: string;
  clients: number | null;
  /** Command line with secrets masked, null when the log has none. */
  command: string | null;
  /** Tool and version as its banner says, e.g. `sysbench 1.1.0-3ceba0b`. */
  tool: string | null;
  /** Device whose iostat rows were used, null without iostat. */
  device: string | null;
  /** At most one per (metric, source). */
  measurements: Measurement[];
}

export interface Variant {
  /** `MySQL`, `PostgreSQL`, `MariaDB`, `MyRocks`; the token itself when unknown. */
  product: string;
  /** `9.5.0`, `18beta1`; the token itself when unknown. */
  version: string;
  /** False when the token could not be understood: ordered last. */
  versionKnown: boolean;
  /** Build flavour: `rel_o2nofp`. */
  flavour: string | null;
  /** Config name: `z12a_c8r32`. */
  config: string | null;
  /** Which build of the version line; left out, as null, for a release. */
  build?: Build | null;
}

/** All that must be equal for a fair comparison. */
export interface Workload {
  tables: number | null;
  rowsPerTable: number | null;
  clients: number | null;
  primaryKey: boolean | null;
  /** True: cached, false: IO-bound, null: unknown. */
  cached: boolean | null;
  /** Free label from basecase.json; it is part of the identity when given. */
  label: string | null;
  /** Of a table without absolute values: its name, and the column that its throughputs are ratios to. */
  ratiosTo?: { table: string; base: string };
}

/** What tells one workload of a benchmark from another. */
export const WORKLOAD_PARTS = [
  'tables',
  'rowsPerTable',
  'clients',
  'primaryKey',
  'cached',
  'label',
] as const satisfies readonly (keyof Workload)[];

/** A workload without any property. */
export const UNKNOWN_WORKLOAD: Workload = {
  tables: null,
  rowsPerTable: null,
  clients: null,
  primaryKey: null,
  cached: null,
  label: null,
};

/** Whether others use the machine at the same time: their work is in the numbers. */
export const SERVER_KINDS = ['dedicated', 'virtual', 'shared', 'unknown'] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

export interface Server {
  name: string;
  cores: number | null;
  cpu: string | null;
  memoryBytes: number | null;
  storage: string | null;
  os: string | null;
  /** Left out, as null: unknown. */
  kind?: ServerKind | null;
}

/** Longest name of a campaign, from any source. */
export const MAX_CAMPAIGN = 100;

/** One execution of a workload on one server by one version + config. */
export interface NormalizedRun {
  /** Name of the run directory, e.g. `x.my9500_rel_o2nofp.z12a_c8r32.pk1`. */
  label: string;
  /** Path of the run directory within the upload; of the first one when repeats have one each. */
  path: string;
  benchmark: BenchmarkId;
  variant: Variant;
  workload: Workload;
  /** From basecase.json, else from names of files or logs; null when unknown. */
  server: Server | null;
  /** True where not basecase.json names the server, but files or logs do: what the sender says comes before it. */
  isServerRead?: boolean;
  /** Cores as the logs say ("8 CPUs"), null when they don't. */
  cores: number | null;
  /** Name of what was measured together, from basecase.json; null: the upload is its own campaign. */
  campaign: string | null;
  /** ISO 8601, from basecase.json. */
  startedAt: string | null;
  notes: string | null;
  /** What the upload says of machine and compiler at the time of the run; left out: nothing. */
  facts?: RunFacts;
  /** Of a recording in rounds: `repeat` of its results is the round. Left out: its repeats follow each other. */
  rounds?: Rounds;
  /** True for the numbers of a summary table, whose raw logs are not in the upload. */
  isSummary: boolean;
  /** The sources of its identity; left out where its name follows a convention. */
  identity?: IdentityValue[];
  results: NormalizedResult[];
}

export type ArtifactStatus = 'parsed' | 'kept' | 'unknown';

/** One file of an upload. Nothing is dropped silently: every file is listed. */
export interface Artifact {
  path: string;
  sizeBytes: number;
  /** Hex, of the bytes as they are in the upload (after secrets are masked in text that is stored). */
  sha256: string;
  /** Kind: `sysbench`, `vmstat`, `iostat`, `sb.met`, `pg_stat`, `config`, `ps`, `unknown`, ... */
  kind: string;
  /** parsed: numbers were read. kept: recognized, kept as it is. unknown: see the diagnostic. */
  status: ArtifactStatus;
}

/** What one upload (tarball, directory or file) holds. */
export interface ParsedUpload {
  runs: NormalizedRun[];
  artifacts: Artifact[];
  /** Of each code at most a thousand are listed, of each file a few. */
  diagnostics: Diagnostic[];
  /** How often each code was met. */
  diagnosticCounts: DiagnosticCounts;
  /** Questions about results of unknown relation, which are kept apart until they are answered. */
  questions: IdentityQuestion[];
  /** What the files alone, read again, would not tell. */
  firstReading: FirstReading;
}

/** What only the upload as it came tells: its bytes are not kept, its files are, with secrets masked. */
export interface FirstReading {
  /** Label of runs without their own directory. */
  rootLabel: string;
  /** Names of the directories above a directory or a file on disk, nearest last; left out: none, as of an archive. */
  above?: string;
  /** Found in archives: links, damaged members, files over the limit. */
  diagnostics: Diagnostic[];
  /** How often each code of these was met. */
  counts: DiagnosticCounts;
  /** Options of the sender about names; left out: none. */
  layout?: string;
  unknown?: UnknownRelation;
}
