import { toFinite } from '../../text/finite';
import type { Located, SysbenchSummary } from './sysbench-log';

type Field = Exclude<keyof SysbenchSummary, 'percentile'>;

/** `    queries:                             3289   (9.85 per sec.)` */
const COUNT = /^ {4}([a-z ]+): +(\d+) +\((\d+(?:\.\d+)?) per sec\.\)$/;
const COUNTS: Record<string, readonly [count: Field, rate: Field | null]> = {
  transactions: ['transactions', 'transactionsPerS'],
  queries: ['queries', 'queriesPerS'],
  'ignored errors': ['errors', null],
};

/** `    events/s (eps):      9.8477` (1.1.0), `    total time:     10.0004s` (1.0), `    events per second:  2005.49` (cpu) */
const GENERAL = /^ {4}(events\/s \(eps\)|events per second|time elapsed|total time): +(\d+(?:\.\d+)?)s?$/;
const GENERALS: Record<string, Field> = {
  'events/s (eps)': 'eventsPerS',
  'events per second': 'eventsPerS',
  'time elapsed': 'elapsedS',
  'total time': 'elapsedS',
};

/** `         avg:                                 4042.53`, `         95th percentile:                     4128.91` */
const LATENCY = /^ {9}(min|avg|max|(\d+)th percentile): +(\d+(?:\.\d+)?)$/;
const LATENCIES: Record<string, Field> = {
  min: 'latencyMinMs',
  avg: 'latencyAvgMs',
  max: 'latencyMaxMs',
};

/** Reads one line into the summary. Lines that hold nothing needed leave it as it is. */
export function readSummaryLine(summary: SysbenchSummary, text: string, line: number): void {
  const set = (field: Field | null | undefined, value: string | undefined) => {
    const number = toFinite(value);
    if (field && number !== null) summary[field] = { value: number, line } satisfies Located;
  };
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
  const latency = LATENCY.exec(text);
  if (!latency) return;
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
