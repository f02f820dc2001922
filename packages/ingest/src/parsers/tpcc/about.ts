import { type BenchmarkModel, COSTS_PER_OPERATION, HARDWARE, LATENCIES } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/*
 * Rows of the heatmap are the five transactions of TPC-C by the names of the specification, `new-order` first: its rate is
 * tpmC. `all` is all of them together, where a tool prints that; `q1` to `q22` are the queries of CH-benCHmark. Tools
 * implement the transactions differently, so the tool is in the label of the workload, with the warehouses.
 */

export const NEW_ORDER_TEST = 'new-order';
export const ALL_TEST = 'all';
const TPMC = 'tpmC';
const PER_MINUTE = 'transactions/min';
const TRANSACTIONS: readonly string[] = [
  NEW_ORDER_TEST,
  'payment',
  'order-status',
  'delivery',
  'stock-level',
];
const QUERY = /^q(\d{1,3})$/;
export const tpccModel: BenchmarkModel = {
  id: 'tpcc',
  name: 'TPC-C',
  throughputLabel: TPMC,
  throughputUnit: TPMC,
  throughputSeconds: 60,
  heatmapMetrics: [
    'throughput',
    'cpu_us_per_op',
    'cpu_per_op',
    ...COSTS_PER_OPERATION,
    ...LATENCIES,
    ...HARDWARE,
  ],
  placeTest(name) {
    const index = TRANSACTIONS.indexOf(name);
    const query = QUERY.exec(name)?.[1];
    const unit = unitOf(name);
    if (index >= 0) return { group: 'transaction', position: index, unit };
    const position = TRANSACTIONS.length + (query === undefined ? 0 : 1 + Number(query));
    if (name === ALL_TEST) return { group: ALL_TEST, position, unit };
    if (query !== undefined) return { group: 'query', position, unit };
    return { group: 'other', position: 10_000, unit, known: false };
  },
  groupLabel: {
    transaction: 'Transactions',
    [ALL_TEST]: 'All transactions together',
    query: 'Queries of CH-benCHmark',
  },
};

/** Unit of the rate of a test: tpmC counts new orders, all others count themselves. */
export function unitOf(test: string): string {
  return test === NEW_ORDER_TEST ? TPMC : PER_MINUTE;
}

export const tpccFormat: FormatInfo = {
  name: 'tpcc',
  tool: 'TPC-C clients',
  benchmark: tpccModel,
  diagnostics: {
    'tpcc:CONSTRAINT_NOT_MET':
      'A constraint of TPC-C was not met: the mix of transactions, or 90% of them within their time. The throughput is kept.',
    'tpcc:FAILED_TRANSACTIONS':
      'Transactions failed; some clients count here the 1% of new orders that TPC-C has rolled back. A type more than half of which failed is kept as failed and compared with nothing.',
    'tpcc:LIMITED':
      'The run was limited by think times or to a rate: its throughput is the requested rate, not the capacity of the server.',
  },
};
