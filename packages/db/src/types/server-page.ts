/** A server as its page shows it. Types only, safe to import anywhere. */
import type { ServerKind } from '@basecase/ingest/model';
import type { WorkloadMergeEntry } from './merges';
import type { ServerName, ServerView, WorkloadView } from './workloads';

/** What is known of a server; `memoryBytes` in bytes. */
export type ServerFact = 'cores' | 'cpu' | 'memoryBytes' | 'storage' | 'os' | 'kind';

/** Facts as entered by people; null withdraws an entered value. */
export interface ServerFactValues {
  cores?: number | null | undefined;
  cpu?: string | null | undefined;
  memoryBytes?: number | null | undefined;
  storage?: string | null | undefined;
  os?: string | null | undefined;
  kind?: ServerKind | null | undefined;
}

/** A value that uploads carried, and in how many runs. */
export interface FactReading {
  value: string;
  /** Known from the class in the name of the config, not from a log. */
  fromConfig?: true;
  runs: number;
  /** ISO 8601, of the first and the last run that has it. */
  firstAt: string;
  lastAt: string;
}

/**
 * One fact with where it is from. `read`: from the files of runs, or sent with an upload. `config`: only from the class
 * in the names of their configs, which may have been made for another server. `said`: entered by a person. Null:
 * unknown.
 */
export interface ServerFactView {
  fact: ServerFact;
  /** In force; numbers in digits. */
  value: string | null;
  source: 'read' | 'config' | 'said' | null;
  /** The person who entered it; null for a value that was not entered. */
  said: { by: string; at: string } | null;
  /** Values read, the most frequent first: never overwritten by entered values. */
  readings: FactReading[];
}

/** Somebody said something about a server, or took it back. */
export interface FactChangeView {
  id: string;
  fact: ServerFact;
  before: string | null;
  /** In force after it. */
  value: string | null;
  isTakenBack: boolean;
  by: string;
  /** ISO 8601. */
  at: string;
  /** It is the last one of its fact: it can be undone. */
  isNewest: boolean;
}

/** A product in a heatmap of the server. */
export interface MeasuredHere {
  product: string;
  workload: WorkloadView;
  /** In release order. */
  versions: string[];
  runs: number;
  tests: number;
  /** ISO 8601. */
  firstRunAt: string;
  latestRunAt: string;
  /** Records that are open and sure: withdrawn ones, noise and fixed ones left out. */
  slower: number;
  faster: number;
  /** Records that are open and only possible. */
  possiblySlower: number;
  possiblyFaster: number;
}

/** How far runs of the same lay apart in one workload, as it was judged last. */
export interface ServerNoise {
  workload: WorkloadView;
  calibrated: boolean;
  pairs: number;
  /** Standard deviation of ln(ratio) of two single runs, median over the tests. */
  medianSigma: number;
}

/** A name under which uploads come to the server. */
export interface ServerNameView {
  slug: string;
  name: string;
  /** Runs of this server whose upload carried the name. */
  runs: number;
  /** The merge that brought it here; null for the server's own name. */
  merge: { correction: string; by: string; at: string; reason: string } | null;
}

export interface ServerPage {
  server: ServerView;
  facts: ServerFactView[];
  /** Its own name first. */
  names: ServerNameView[];
  runs: number;
  products: string[];
  /** ISO 8601; null when nothing was measured. */
  firstRunAt: string | null;
  latestRunAt: string | null;
  /** By product, the newest workload first. */
  measured: MeasuredHere[];
  noise: ServerNoise[];
  workloadMerges: WorkloadMergeEntry[];
  /** Changes of facts, the newest first. */
  changes: FactChangeView[];
  /** Id of the newest change, `0` when there is none: a change of a fact names the one that was seen. */
  seen: string;
  others: ServerName[];
}
