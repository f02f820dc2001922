import { UNKNOWN_WORKLOAD, type Workload } from '../../../model/run';
import { isFileScript, mixLabel, scriptTests } from '../names';
import type { PgbenchSummary } from '../summary/pgbench-log';

/**
 * The properties that must be equal for a fair comparison. Clients are a separate field; the rest is the label: `scale 50, 4 threads,
 * prepared`. Limited runs, those with a connection for each transaction, and mixes of scripts are never in one table
 * with others, because of their label. How long a run took is not in it.
 */
export function workloadOf(summary: PgbenchSummary, primaryKey: boolean | null): Workload {
  const { values } = summary;
  const words = [
    scaleOf(summary),
    partitionsOf(summary),
    values.threads ? plural(values.threads.value, 'thread') : null,
    summary.queryMode,
    values.maxTries && values.maxTries.value > 1 ? `up to ${values.maxTries.value} tries` : null,
    rateOf(summary),
    values.latencyLimitMs ? `latency limit ${values.latencyLimitMs.value} ms` : null,
    values.tpsReconnecting ? 'a connection for each transaction' : null,
    mixOf(summary),
  ].filter((word) => word !== null);
  return {
    ...UNKNOWN_WORKLOAD,
    clients: values.clients?.value ?? null,
    primaryKey,
    label: words.length > 0 ? words.join(', ') : null,
  };
}

/** Of scripts of files pgbench prints 1 unless -s was given: then it says nothing of the data. */
function scaleOf({ type, scripts, values }: PgbenchSummary): string | null {
  const { scale } = values;
  if (!scale) return null;
  const isUnknown = scripts.length > 0 ? scripts.some(({ name }) => isFileScript(name)) : isFileScript(type);
  return isUnknown && scale.value === 1 ? null : `scale ${scale.value}`;
}

function partitionsOf({ partitionMethod, values }: PgbenchSummary): string | null {
  if (!values.partitions) return null;
  const count = plural(values.partitions.value, 'partition');
  return partitionMethod === null ? count : `${count} by ${partitionMethod}`;
}

/** Summaries do not print the rate; a command line above one may. */
function rateOf(summary: PgbenchSummary): string | null {
  if (!summary.values.lagAvgMs) return null;
  const rate = commandOf(summary)?.rate ?? null;
  return rate === null ? 'limited to a rate' : `limited to ${rate}/s`;
}

function mixOf({ scripts }: PgbenchSummary): string | null {
  if (scripts.length === 0) return null;
  const tests = scriptTests(scripts.map(({ name }) => name));
  return mixLabel(
    tests,
    scripts.map(({ values }) => values.weight?.value),
  );
}

/** The command line above a summary, where it is of as many clients; null otherwise: it may be of another run. */
export function commandOf({ command, values }: PgbenchSummary): PgbenchSummary['command'] {
  return command && (!values.clients || values.clients.value === command.clients) ? command : null;
}

function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}
