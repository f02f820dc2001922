import { toFinite } from '../../../text/finite';
import type { NumberAt } from '../../number-line';
import type { SummaryField, SysbenchSummary } from './sysbench-log';
import { readSystemLine } from './system-lines';

/** `    queries:                             3289   (9.85 per sec.)` */
const COUNT = /^ {4}([a-z/ ]+): +(\d+) +\((\d+(?:\.\d+)?) per sec\.\)$/;
const COUNTS: Record<string, readonly [count: SummaryField | null, rate: SummaryField | null]> = {
  transactions: ['transactions', 'transactionsPerS'],
  queries: ['queries', 'queriesPerS'],
  'read/write requests': ['rwRequests', 'rwRequestsPerS'],
  'other operations': [null, 'otherPerS'],
  'ignored errors': ['errors', 'errorsPerS'],
  deadlocks: ['deadlocks', 'errorsPerS'],
  reconnects: ['reconnects', 'reconnectsPerS'],
};

/** `    events/s (eps):      9.8477` (1.1.0), `    total time:                          10.0004s`, `    reads/s:     21591.31` */
const GENERAL =
  /^ {4}(events\/s \(eps\)|events per second|time elapsed|total time|total number of events|(?:reads|writes|fsyncs)\/s|(?:read|written), MiB\/s): +(\d+(?:\.\d+)?)s?$/;
const GENERALS: Record<string, SummaryField> = {
  'events/s (eps)': 'eventsPerS',
  'events per second': 'eventsPerS',
  'time elapsed': 'elapsedS',
  'total time': 'elapsedS',
  'total number of events': 'events',
  'reads/s': 'readsPerS',
  'writes/s': 'writesPerS',
  'fsyncs/s': 'fsyncsPerS',
  'read, MiB/s': 'readMibPerS',
  'written, MiB/s': 'writtenMibPerS',
};

/**
 * `         avg:                                 4042.53`, `        100th percentile:                    116.80`,
 * and of 0.4 and 0.5 `         approx.  95 percentile:               3.47ms`.
 */
const LATENCY = /^ {8,9}(min|avg|max|sum|(?:approx\. +)?(\d+)(?:th)? percentile): +(\d+(?:\.\d+)?)(?:ms)?$/;
const LATENCIES: Record<string, SummaryField> = {
  min: 'latencyMinMs',
  avg: 'latencyAvgMs',
  max: 'latencyMaxMs',
  sum: 'latencySumMs',
};

/** `        read:                            588`, in `queries performed:` */
const STATEMENTS = /^ {8}(read|write|other|total): +(\d+)$/;
const STATEMENT_FIELDS: Record<string, SummaryField> = {
  read: 'readStatements',
  write: 'writeStatements',
  other: 'otherStatements',
  total: 'allStatements',
};

/** `    execution time (avg/stddev):   5.0260/0.00`, in `Threads fairness:` */
const FAIRNESS = /^ {4}(events|execution time) \(avg\/stddev\): +(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/;

/** Reads a line below `Threads fairness:`, which ends a summary. */
export function readFairnessLine(summary: SysbenchSummary, text: string, line: number): void {
  const [, name, mean] = FAIRNESS.exec(text) ?? [];
  const value = toFinite(mean);
  if (value !== null) summary[name === 'events' ? 'threadEvents' : 'executionS'] ??= { value, line };
}

/** Lines with numbers of a summary of SQL tests, and what the others have in common with it. */
export const SUMMARY_LINES: readonly RegExp[] = [COUNT, GENERAL, LATENCY, STATEMENTS, FAIRNESS];

/** Reads one line into the summary. Lines that hold nothing needed leave it as it is. */
export function readSummaryLine(summary: SysbenchSummary, text: string, line: number): void {
  const set = (field: SummaryField | null | undefined, value: string | number | undefined) => {
    const number = typeof value === 'number' ? value : toFinite(value);
    if (field && number !== null) summary[field] = { value: number, line } satisfies NumberAt;
  };
  if (!text.startsWith(' ')) {
    readSystemLine(text, set);
    return;
  }
  const count = COUNT.exec(text);
  if (count) {
    const fields = COUNTS[count[1] ?? ''];
    set(fields?.[0], count[2]);
    set(fields?.[1], count[3]);
    return;
  }
  const general = GENERAL.exec(text);
  if (general) {
    set(GENERALS[general[1] ?? ''], general[2]);
    return;
  }
  const statements = STATEMENTS.exec(text);
  if (statements) {
    set(STATEMENT_FIELDS[statements[1] ?? ''], statements[2]);
    return;
  }
  const latency = LATENCY.exec(text);
  if (!latency) {
    readSystemLine(text, set);
    return;
  }
  const field = LATENCIES[latency[1] ?? ''] ?? 'latencyPercentileMs';
  if (field === 'latencyPercentileMs') summary.percentile = Number(latency[2]);
  set(field, latency[3]);
}

/** Removes what was read from one line: the last line of a log that ends in the middle of a summary. */
export function forgetLine(summary: SysbenchSummary, line: number): void {
  for (const field of Object.keys(summary) as (keyof SysbenchSummary)[]) {
    const located = summary[field];
    if (typeof located === 'object' && located.line === line) delete summary[field];
  }
}
