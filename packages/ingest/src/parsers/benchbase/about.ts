import { type BenchmarkModel, COSTS_PER_OPERATION, HARDWARE, LATENCIES } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';
import { OTHER_GROUP } from '../../model/test-label';
import { lookUp } from '../../model/words/look-up';

/*
 * Rows of the heatmap are the benchmarks that BenchBase runs, by the names that it gives them (`tpcc`), and their
 * transactions (`tpcc.NewOrder`) where separate files have their numbers. Everything that distinguishes runs (scale
 * factor, isolation, weights, a limit of the rate) is in the label of the workload.
 */

const UNIT = 'requests/s';

/** In the order of the groups. Sources: src/main/java/com/oltpbenchmark/benchmarks of BenchBase, src of OLTPBench. */
const NAMES: Readonly<Record<string, string>> = {
  tpcc: 'TPC-C',
  ycsb: 'YCSB',
  smallbank: 'SmallBank',
  tatp: 'TATP',
  voter: 'Voter',
  twitter: 'Twitter',
  wikipedia: 'Wikipedia',
  epinions: 'Epinions',
  seats: 'SEATS',
  auctionmark: 'AuctionMark',
  sibench: 'SIBench',
  linkbench: 'LinkBench',
  resourcestresser: 'ResourceStresser',
  hyadapt: 'HYADAPT',
  noop: 'NoOp',
  otmetrics: 'OT-Metrics',
  chbenchmark: 'CH-benCHmark',
  tpch: 'TPC-H',
  tpcds: 'TPC-DS',
  templated: 'Templated',
  jpab: 'JPAB',
};
const ORDER = Object.keys(NAMES);

/** Benchmark of files whose name and content do not name it. */
export const UNNAMED_TEST = 'requests';

export const benchbaseModel: BenchmarkModel = {
  id: 'benchbase',
  name: 'BenchBase',
  throughputLabel: UNIT,
  throughputUnit: UNIT,
  heatmapMetrics: [
    'throughput',
    'goodput',
    'cpu_per_op',
    'server_cpu_us_per_op',
    ...COSTS_PER_OPERATION,
    ...LATENCIES,
    ...HARDWARE,
  ],
  placeTest(name) {
    const [benchmark = '', transaction] = name.split('.');
    // `-b tpcc,chbenchmark` runs both at once.
    const parts = benchmark.split(',');
    const index = ORDER.indexOf(parts[0] ?? '');
    const known = parts.every((part) => Object.hasOwn(NAMES, part));
    const rank = (known ? index : ORDER.length) * 2 + Number(transaction !== undefined);
    return { group: known ? benchmark : OTHER_GROUP, position: rank, unit: UNIT, known };
  },
  groupLabel: (group) =>
    group
      .split(',')
      .map((part) => lookUp(NAMES, part) ?? part)
      .join(' + '),
};

export const benchbaseFormat: FormatInfo = {
  name: 'benchbase',
  tool: 'BenchBase',
  benchmark: benchbaseModel,
  diagnostics: {
    'benchbase:RATE_LIMITED':
      'The throughput is the rate that the configuration limits the run to: it is the requested rate, not the capacity of the server. Compared with runs of the same limit only.',
    'benchbase:FINAL_STATE':
      'BenchBase ended in another state than EXIT: the run was aborted. Its numbers are kept as failed and compared with nothing.',
  },
};
