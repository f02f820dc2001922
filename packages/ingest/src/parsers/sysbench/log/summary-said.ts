import type { Said } from '../../../checks/disagreements';
import { printed } from '../../../checks/ranges';
import type { MetricId } from '../../../model/metric';
import type { Located, SummaryField, SysbenchSummary } from './sysbench-log';

interface Field {
  name: string;
  decimals: number;
  metrics: readonly MetricId[];
}

/** Fields by what the log calls them, with the digits that it prints after the point. */
const FIELDS = {
  transactions: { name: 'transactions', decimals: 0, metrics: [] },
  transactionsPerS: { name: 'transactions per sec.', decimals: 2, metrics: ['transactions_per_s'] },
  queries: { name: 'queries', decimals: 0, metrics: [] },
  queriesPerS: { name: 'queries per sec.', decimals: 2, metrics: ['throughput'] },
  rwRequests: { name: 'read/write requests', decimals: 0, metrics: [] },
  rwRequestsPerS: { name: 'read/write requests per sec.', decimals: 2, metrics: ['rw_requests_per_s'] },
  errors: { name: 'ignored errors', decimals: 0, metrics: ['errors'] },
  deadlocks: { name: 'deadlocks', decimals: 0, metrics: ['errors'] },
  errorsPerS: { name: 'errors per sec.', decimals: 2, metrics: [] },
  reconnects: { name: 'reconnects', decimals: 0, metrics: ['reconnects'] },
  reconnectsPerS: { name: 'reconnects per sec.', decimals: 2, metrics: [] },
  readStatements: { name: 'read', decimals: 0, metrics: [] },
  writeStatements: { name: 'write', decimals: 0, metrics: [] },
  otherStatements: { name: 'other', decimals: 0, metrics: [] },
  allStatements: { name: 'total', decimals: 0, metrics: [] },
  elapsedS: { name: 'total time', decimals: 4, metrics: ['elapsed', 'throughput'] },
  events: { name: 'total number of events', decimals: 0, metrics: ['throughput'] },
  eventsPerS: { name: 'events per sec.', decimals: 2, metrics: ['throughput'] },
  operations: { name: 'total operations', decimals: 0, metrics: [] },
  operationsPerS: { name: 'operations per sec.', decimals: 2, metrics: ['throughput'] },
  transferredMib: { name: 'MiB transferred', decimals: 2, metrics: [] },
  mibPerS: { name: 'MiB/sec', decimals: 2, metrics: ['bandwidth'] },
  readsPerS: { name: 'reads/s', decimals: 2, metrics: ['throughput'] },
  writesPerS: { name: 'writes/s', decimals: 2, metrics: ['throughput'] },
  fsyncsPerS: { name: 'fsyncs/s', decimals: 2, metrics: ['throughput'] },
  readMibPerS: { name: 'read MiB/s', decimals: 2, metrics: ['read_bandwidth'] },
  writtenMibPerS: { name: 'written MiB/s', decimals: 2, metrics: ['write_bandwidth'] },
  latencyMinMs: { name: 'min', decimals: 2, metrics: ['latency_min'] },
  latencyAvgMs: { name: 'avg', decimals: 2, metrics: ['latency_avg', 'throughput'] },
  latencyMaxMs: { name: 'max', decimals: 2, metrics: ['latency_max'] },
  threadEvents: { name: 'events of a thread', decimals: 4, metrics: [] },
  executionS: { name: 'execution time of a thread', decimals: 4, metrics: [] },
  latencySumMs: { name: 'sum', decimals: 2, metrics: [] },
} as const satisfies Partial<Record<SummaryField, Field>>;

/** The numbers of a summary that are there. */
export type Known = { [F in keyof typeof FIELDS]?: Said };

/** What TPC-C measures by the two rates of a summary. */
const TPCC_METRICS: Partial<Record<SummaryField, readonly MetricId[]>> = {
  transactionsPerS: ['throughput', 'transactions_per_s'],
  queriesPerS: ['query_rate'],
};

/** A summary as numbers with the possible meanings of each. */
export function toSaid(summary: SysbenchSummary, { isTpcc = false } = {}): Known {
  return Object.fromEntries(
    Object.entries(FIELDS).flatMap(([id, { name, decimals, metrics }]) => {
      const located: Located | undefined = summary[id as keyof typeof FIELDS];
      if (!located) return [];
      const { value, line } = located;
      const measured = (isTpcc && TPCC_METRICS[id as SummaryField]) || metrics;
      return [[id, { name, value, line, metrics: measured, range: printed(value, decimals) } satisfies Said]];
    }),
  );
}
