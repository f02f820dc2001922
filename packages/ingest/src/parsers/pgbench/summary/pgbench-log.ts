import type { LocatedFigures } from '../../../model/metrics/stalls';
import type { NumberAt } from '../../number-line';
import type { ParsedLog } from '../../parser';

/** `pgbench (15.4 (Ubuntu 15.4-0ubuntu0.23.04.1), server 11.9)`, printed since version 14. */
export interface PgbenchVersion {
  /** What stands between the outer parentheses. */
  text: string;
  /** Version of pgbench itself, with the words of its packager. */
  client: string;
  /** Version of the server, printed only where it is another one. */
  server: string | null;
  line: number;
}

/** A command line that ran pgbench, as a run script or a terminal left it. */
export interface PgbenchCommand {
  text: string;
  /** Option -c; 1 where it is not given. */
  clients: number;
  /** Option -R, transactions/s: no summary prints it. */
  rate: number | null;
}

/** Numbers of the top block of a summary. Times are in milliseconds as printed, but the duration. */
export type SummaryField =
  | 'scale'
  | 'clients'
  | 'threads'
  | 'partitions'
  | 'maxTries'
  | 'transactionsPerClient'
  | 'durationS'
  | 'processed'
  | 'target'
  | 'failed'
  | 'serializationFailures'
  | 'deadlockFailures'
  | 'retried'
  | 'retries'
  | 'skipped'
  | 'latencyLimitMs'
  | 'late'
  | 'latencyAvgMs'
  | 'latencyStddevMs'
  | 'lagAvgMs'
  | 'lagMaxMs'
  | 'initialConnectionMs'
  | 'averageConnectionMs'
  /** Before 14: the time of connecting counts. */
  | 'tpsIncluding'
  /** Before 14 `excluding connections establishing`, since then `without initial connection time`. */
  | 'tpsExcluding'
  /** Since 14, with -C. */
  | 'tpsReconnecting';

/** Numbers of one script of several. */
export type ScriptField =
  | 'weight'
  | 'processed'
  | 'tps'
  | 'failed'
  | 'serializationFailures'
  | 'deadlockFailures'
  | 'retried'
  | 'retries'
  | 'skipped'
  | 'latencyAvgMs'
  | 'latencyStddevMs';

export interface ScriptSummary {
  /** As printed: `<builtin: select only>`, a path, or nothing. */
  name: string;
  line: number;
  values: Partial<Record<ScriptField, NumberAt>>;
}

/** Clients that gave up, and the first line that reports it. */
export interface AbortedClients {
  /** Null where the run was aborted and the clients are unknown. */
  clients: number | null;
  line: number;
}

/** The summary of one run of pgbench. */
export interface PgbenchSummary {
  firstLine: number;
  version: PgbenchVersion | null;
  command: PgbenchCommand | null;
  /** From the line `8 CPUs` that the recorder writes. */
  cores: number | null;
  /** The heading above it, `WARMUP` of `=== WARMUP ===`; null without one. */
  heading: string | null;
  /** What follows `transaction type:`; null where that line is missing. */
  type: string | null;
  queryMode: string | null;
  /** `hash`, `range`. */
  partitionMethod: string | null;
  values: Partial<Record<SummaryField, NumberAt>>;
  scripts: ScriptSummary[];
  aborted: AbortedClients | null;
  /** True for a block without its first lines: settings are those of the summary above. */
  isShortened: boolean;
  /** Of option -P; null without samples of a second. */
  seconds: LocatedFigures | null;
}

/** What pgbench printed: any number of summaries, with or without what it says while it runs. */
export interface PgbenchLog extends ParsedLog {
  type: 'pgbench';
  summaries: PgbenchSummary[];
  progressLines: number;
  /** Aborted clients of a run whose summary is not in the file. */
  aborted: AbortedClients | null;
}

/** The tps that is the throughput: without the time of connecting, or with that of connecting for each transaction. */
export function throughputOf({ values }: Pick<PgbenchSummary, 'values'>): NumberAt | null {
  return values.tpsExcluding ?? values.tpsReconnecting ?? null;
}

/** False for the last lines of a summary that was cut out of another text: the script is unknown. */
export function isWhole({ type, values }: Pick<PgbenchSummary, 'type' | 'values'>): boolean {
  return type !== null || values.processed !== undefined;
}

/** True where transactions of option -t are missing that neither failed nor were skipped: clients gave up. */
export function isIncomplete({ values }: Pick<PgbenchSummary, 'values'>): boolean {
  const { processed, target, failed, skipped } = values;
  if (!processed || !target) return false;
  return processed.value + (failed?.value ?? 0) + (skipped?.value ?? 0) < target.value;
}
