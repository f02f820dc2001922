/** Runs as their list and their page show them. Types only, safe to import anywhere. */
import type {
  BenchmarkId,
  IdentityValue,
  MetricId,
  NormalizedResult,
  Rounds,
  RunFacts,
  Source,
  TestInfo,
} from '@basecase/ingest/model';
import type { UploadFile } from './artifacts';
import type { BuildView } from './builds';
import type { CorrectionField, RunAttributes } from './corrections';
import type { DiagnosticGroup } from './uploads';
import type { Origin, ServerName, ServerView, WorkloadView } from './workloads';

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

export interface RunFilter {
  /** Words that must be in the run's names (label, product, version, config, server); `-word` must not. */
  search?: string | undefined;
  /** Name. */
  product?: string | undefined;
  /** Slug. */
  server?: string | undefined;
  benchmark?: BenchmarkId | undefined;
  /** `next` of the page before. */
  cursor?: string | undefined;
  /** Default 50. */
  limit?: number | undefined;
}

export interface RunListPage {
  /** The newest first. */
  runs: RunView[];
  /** How many match the filter, on all pages. */
  total: number;
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** Filters of the list of runs. */
export interface RunFacets {
  products: string[];
  servers: ServerName[];
  benchmarks: BenchmarkId[];
}

/** One result of a run: a test, or one repeat of it. */
export interface RunResult extends Omit<NormalizedResult, 'test' | 'range' | 'measurements'> {
  test: TestInfo & { key: string };
  /** Computed values are preferred over reported ones, as everywhere. */
  values: Partial<Record<MetricId, { value: number; source: Source }>>;
  /** Metrics whose value is not believed; left out when all are. */
  doubtful?: MetricId[];
}

/** A file in the run's directory, or one that a number of the run was read from. */
export type RunFile = UploadFile;

/** The column that a variant is best looked at against: the release before it on the same server and workload. */
export interface BaseColumn {
  slug: string;
  version: string;
}

/** Who marked a run as bad, and why. */
export interface BadRunMark {
  /** Of the exclusion, to take it back. */
  id: string;
  reason: string;
  /** Name of a token, or `local`. */
  by: string;
  /** ISO 8601. */
  at: string;
}

/** How a run was made, as far as it is recorded: a repetition needs this. */
export interface DisclosedRun
  extends Pick<
    RunPage,
    | 'id'
    | 'product'
    | 'version'
    | 'versionKnown'
    | 'flavour'
    | 'config'
    | 'configText'
    | 'facts'
    | 'startedAt'
    | 'server'
    | 'workload'
  > {
  /** Slug. */
  column: string;
  /** Of its build; null for a release. */
  commit: string | null;
  cached: boolean | null;
  /** Different banners of the benchmark tool. */
  tools: string[];
  clients: number[];
  /** Results without warm-ups, and how many of them have a command line. */
  results: number;
  commands: number;
  /** The first of these; secrets are masked. */
  command: string | null;
}

export interface RunPage extends Omit<RunView, 'results'> {
  /** Directory within the upload. */
  path: string;
  versionKnown: boolean;
  /** Which build of the version line; null for a release. */
  build: BuildView | null;
  /** What its upload says of machine and compiler at its time. */
  facts: RunFacts;
  /** Of a recording in interleaved rounds; null otherwise. */
  rounds: Rounds | null;
  /** The sources of its identity; empty where its directory is named by a convention. */
  identity: IdentityValue[];
  /** ISO 8601, null when not specified. */
  startedAt: string | null;
  notes: string | null;
  /** Name of what it was measured with; null: its upload is the campaign. */
  campaign: string | null;
  /** What its files and names said, where corrections say something else; null: nothing is corrected. */
  asRead: RunAttributes | null;
  /** Fields that corrections say. */
  corrected: CorrectionField[];
  /** Set when it is marked as bad: its numbers are not counted. */
  bad: BadRunMark | null;
  /** Numbers of a summary table; the raw logs are not here. */
  isSummary: boolean;
  /** Text of the configuration file, null when no upload held it. */
  configText: string | null;
  upload: {
    id: string;
    filename: string;
    origin: Origin;
    createdAt: string;
    /** ISO 8601: since when its files are gone, by the retention rule; null: they are stored. */
    filesRemovedAt: string | null;
    /** An older version of the parsers read it. */
    isOutdated: boolean;
  };
  /** Other runs of the same variant on the same server and workload: repeats of this one. */
  siblings: { id: string; at: string }[];
  base: BaseColumn | null;
  /** In domain order, repeats after each other. */
  results: RunResult[];
  /** The first few hundred. */
  files: RunFile[];
  fileCount: number;
  diagnostics: DiagnosticGroup[];
  /** Artifact of each file that a diagnostic names, by path. */
  artifactIds: Record<string, string>;
}
