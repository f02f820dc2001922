import { type BenchmarkId, isBenchmarkId, testLabel } from '@basecase/ingest/model';
import type { MatrixRow } from '../../matrix/matrix';
import { type ConcurrencyClass, clientsOfRow, concurrencyClasses, type WorkloadKind } from './concurrency';

/** Any of its kind. */
const ANY = '*';

/** Noise of tests whose server is not known, as SD of ln r of two single runs. */
type PriorRow = readonly [
  benchmark: BenchmarkId,
  concurrency: ConcurrencyClass | typeof ANY,
  /** Group of the test registry. */
  group: string,
  test: string,
  sigma: number,
  /** A/A cells it was fitted to; 0 is an assumption. */
  cells: number,
];

/**
 * The table of the study (docs/method.md §2.4), row by row. sysbench: A/A pairs of 333 runs. db_bench:
 * adjacent releases from 9.8 on, an upper bound. TPROC-C: spread around the effect of a release, weak. fio: two repeats
 * of each section. Insert Benchmark: assumed. Groups are named as in the test registry, `*` where it has others.
 */
const PRIORS: readonly PriorRow[] = [
  ['sysbench', '1 client', '*', '*', 0.0109, 908],
  ['sysbench', 'many clients', '*', '*', 0.0132, 640],
  ['sysbench', 'io', '*', '*', 0.0234, 320],
  ['sysbench', '1 client', 'range-aggregate', '*', 0.0109, 212],
  ['sysbench', '1 client', 'point', '*', 0.0106, 261],
  ['sysbench', '1 client', 'range', '*', 0.0129, 145],
  ['sysbench', '1 client', 'write', '*', 0.0121, 290],
  ['sysbench', 'io', 'range-aggregate', '*', 0.0303, 80],
  ['sysbench', 'io', 'point', '*', 0.0322, 90],
  ['sysbench', 'io', 'range', '*', 0.0274, 50],
  ['sysbench', 'io', 'write', '*', 0.0243, 100],
  ['sysbench', 'many clients', 'range-aggregate', '*', 0.0149, 160],
  ['sysbench', 'many clients', 'point', '*', 0.0147, 180],
  ['sysbench', 'many clients', 'range', '*', 0.0176, 100],
  ['sysbench', 'many clients', 'write', '*', 0.0185, 200],
  ['sysbench', '1 client', 'write', 'delete_range=100', 0.0127, 29],
  ['sysbench', '1 client', 'point', 'hot-points_range=100', 0.0118, 29],
  ['sysbench', '1 client', 'write', 'insert_range=100', 0.0116, 29],
  ['sysbench', '1 client', 'point', 'point-query_range=100', 0.0124, 29],
  ['sysbench', '1 client', 'point', 'points-covered-pk_range=100', 0.0097, 29],
  ['sysbench', '1 client', 'point', 'points-covered-si_range=100', 0.0097, 29],
  ['sysbench', '1 client', 'point', 'points-notcovered-pk_range=100', 0.0096, 29],
  ['sysbench', '1 client', 'point', 'points-notcovered-si_range=100', 0.0097, 29],
  ['sysbench', '1 client', 'point', 'random-points_range=10', 0.009, 29],
  ['sysbench', '1 client', 'point', 'random-points_range=100', 0.0097, 29],
  ['sysbench', '1 client', 'point', 'random-points_range=1000', 0.0123, 29],
  ['sysbench', '1 client', 'range', 'range-covered-pk_range=100', 0.0135, 29],
  ['sysbench', '1 client', 'range', 'range-covered-si_range=100', 0.0124, 29],
  ['sysbench', '1 client', 'range', 'range-notcovered-pk_range=100', 0.0126, 29],
  ['sysbench', '1 client', 'range', 'range-notcovered-si_range=100', 0.0116, 29],
  ['sysbench', '1 client', 'range-aggregate', 'read-only-count_range=1000', 0.0134, 25],
  ['sysbench', '1 client', 'range-aggregate', 'read-only-distinct_range=1000', 0.0103, 25],
  ['sysbench', '1 client', 'range-aggregate', 'read-only-order_range=1000', 0.0115, 25],
  ['sysbench', '1 client', 'range-aggregate', 'read-only-simple_range=1000', 0.0102, 25],
  ['sysbench', '1 client', 'range-aggregate', 'read-only-sum_range=1000', 0.0111, 25],
  ['sysbench', '1 client', 'range-aggregate', 'read-only_range=10', 0.0104, 29],
  ['sysbench', '1 client', 'range-aggregate', 'read-only_range=100', 0.0097, 29],
  ['sysbench', '1 client', 'range-aggregate', 'read-only_range=10000', 0.0106, 29],
  ['sysbench', '1 client', 'write', 'read-write_range=10', 0.0113, 29],
  ['sysbench', '1 client', 'write', 'read-write_range=100', 0.0114, 29],
  ['sysbench', '1 client', 'range', 'scan_range=100', 0.0173, 29],
  ['sysbench', '1 client', 'write', 'update-index_range=100', 0.0128, 29],
  ['sysbench', '1 client', 'write', 'update-inlist_range=100', 0.0128, 29],
  ['sysbench', '1 client', 'write', 'update-nonindex_range=100', 0.0127, 29],
  ['sysbench', '1 client', 'write', 'update-one_range=100', 0.0128, 29],
  ['sysbench', '1 client', 'write', 'update-zipf_range=100', 0.0123, 29],
  ['sysbench', '1 client', 'write', 'write-only_range=10000', 0.0118, 29],
  ['sysbench', 'io', 'write', 'delete_range=100', 0.0227, 10],
  ['sysbench', 'io', 'point', 'hot-points_range=100', 0.0299, 10],
  ['sysbench', 'io', 'write', 'insert_range=100', 0.0238, 10],
  ['sysbench', 'io', 'point', 'point-query_range=100', 0.0388, 10],
  ['sysbench', 'io', 'point', 'points-covered-pk_range=100', 0.03, 10],
  ['sysbench', 'io', 'point', 'points-covered-si_range=100', 0.0299, 10],
  ['sysbench', 'io', 'point', 'points-notcovered-pk_range=100', 0.0366, 10],
  ['sysbench', 'io', 'point', 'points-notcovered-si_range=100', 0.0328, 10],
  ['sysbench', 'io', 'point', 'random-points_range=10', 0.038, 10],
  ['sysbench', 'io', 'point', 'random-points_range=100', 0.0376, 10],
  ['sysbench', 'io', 'point', 'random-points_range=1000', 0.0345, 10],
  ['sysbench', 'io', 'range', 'range-covered-pk_range=100', 0.0267, 10],
  ['sysbench', 'io', 'range', 'range-covered-si_range=100', 0.0258, 10],
  ['sysbench', 'io', 'range', 'range-notcovered-pk_range=100', 0.027, 10],
  ['sysbench', 'io', 'range', 'range-notcovered-si_range=100', 0.0373, 10],
  ['sysbench', 'io', 'range-aggregate', 'read-only-count_range=1000', 0.0286, 10],
  ['sysbench', 'io', 'range-aggregate', 'read-only-distinct_range=1000', 0.0284, 10],
  ['sysbench', 'io', 'range-aggregate', 'read-only-order_range=1000', 0.0302, 10],
  ['sysbench', 'io', 'range-aggregate', 'read-only-simple_range=1000', 0.0328, 10],
  ['sysbench', 'io', 'range-aggregate', 'read-only-sum_range=1000', 0.0297, 10],
  ['sysbench', 'io', 'range-aggregate', 'read-only_range=10', 0.0354, 10],
  ['sysbench', 'io', 'range-aggregate', 'read-only_range=100', 0.0321, 10],
  ['sysbench', 'io', 'range-aggregate', 'read-only_range=10000', 0.0366, 10],
  ['sysbench', 'io', 'write', 'read-write_range=10', 0.0225, 10],
  ['sysbench', 'io', 'write', 'read-write_range=100', 0.0232, 10],
  ['sysbench', 'io', 'range', 'scan_range=100', 0.0259, 10],
  ['sysbench', 'io', 'write', 'update-index_range=100', 0.0229, 10],
  ['sysbench', 'io', 'write', 'update-inlist_range=100', 0.0269, 10],
  ['sysbench', 'io', 'write', 'update-nonindex_range=100', 0.0266, 10],
  ['sysbench', 'io', 'write', 'update-one_range=100', 0.0221, 10],
  ['sysbench', 'io', 'write', 'update-zipf_range=100', 0.0274, 10],
  ['sysbench', 'io', 'write', 'write-only_range=10000', 0.0254, 10],
  ['sysbench', 'many clients', 'write', 'delete_range=100', 0.0206, 20],
  ['sysbench', 'many clients', 'point', 'hot-points_range=100', 0.0186, 20],
  ['sysbench', 'many clients', 'write', 'insert_range=100', 0.02, 20],
  ['sysbench', 'many clients', 'point', 'point-query_range=100', 0.0194, 20],
  ['sysbench', 'many clients', 'point', 'points-covered-pk_range=100', 0.0136, 20],
  ['sysbench', 'many clients', 'point', 'points-covered-si_range=100', 0.0139, 20],
  ['sysbench', 'many clients', 'point', 'points-notcovered-pk_range=100', 0.0132, 20],
  ['sysbench', 'many clients', 'point', 'points-notcovered-si_range=100', 0.0131, 20],
  ['sysbench', 'many clients', 'point', 'random-points_range=10', 0.0145, 20],
  ['sysbench', 'many clients', 'point', 'random-points_range=100', 0.0131, 20],
  ['sysbench', 'many clients', 'point', 'random-points_range=1000', 0.0137, 20],
  ['sysbench', 'many clients', 'range', 'range-covered-pk_range=100', 0.0191, 20],
  ['sysbench', 'many clients', 'range', 'range-covered-si_range=100', 0.0202, 20],
  ['sysbench', 'many clients', 'range', 'range-notcovered-pk_range=100', 0.0177, 20],
  ['sysbench', 'many clients', 'range', 'range-notcovered-si_range=100', 0.0168, 20],
  ['sysbench', 'many clients', 'range-aggregate', 'read-only-count_range=1000', 0.0144, 20],
  ['sysbench', 'many clients', 'range-aggregate', 'read-only-distinct_range=1000', 0.0135, 20],
  ['sysbench', 'many clients', 'range-aggregate', 'read-only-order_range=1000', 0.0141, 20],
  ['sysbench', 'many clients', 'range-aggregate', 'read-only-simple_range=1000', 0.0152, 20],
  ['sysbench', 'many clients', 'range-aggregate', 'read-only-sum_range=1000', 0.0138, 20],
  ['sysbench', 'many clients', 'range-aggregate', 'read-only_range=10', 0.0173, 20],
  ['sysbench', 'many clients', 'range-aggregate', 'read-only_range=100', 0.0161, 20],
  ['sysbench', 'many clients', 'range-aggregate', 'read-only_range=10000', 0.0168, 20],
  ['sysbench', 'many clients', 'write', 'read-write_range=10', 0.0187, 20],
  ['sysbench', 'many clients', 'write', 'read-write_range=100', 0.0175, 20],
  ['sysbench', 'many clients', 'range', 'scan_range=100', 0.0222, 20],
  ['sysbench', 'many clients', 'write', 'update-index_range=100', 0.0194, 20],
  ['sysbench', 'many clients', 'write', 'update-inlist_range=100', 0.0241, 20],
  ['sysbench', 'many clients', 'write', 'update-nonindex_range=100', 0.0176, 20],
  ['sysbench', 'many clients', 'write', 'update-one_range=100', 0.0227, 20],
  ['sysbench', 'many clients', 'write', 'update-zipf_range=100', 0.0176, 20],
  ['sysbench', 'many clients', 'write', 'write-only_range=10000', 0.0196, 20],
  ['db_bench', '*', '*', '*', 0.0152, 588],
  ['db_bench', '1 client', '*', '*', 0.0183, 294],
  ['db_bench', '1 client', '*', 'fillseq.wal_disabled', 0.0249, 42],
  ['db_bench', '1 client', '*', 'fwdrangewhilewriting', 0.0156, 42],
  ['db_bench', '1 client', '*', 'overwriteandwait', 0.0207, 42],
  ['db_bench', '1 client', '*', 'overwritesome', 0.035, 42],
  ['db_bench', '1 client', '*', 'readwhilewriting', 0.0134, 42],
  ['db_bench', '1 client', '*', 'revrange', 0.0181, 42],
  ['db_bench', '1 client', '*', 'revrangewhilewriting', 0.0153, 42],
  ['db_bench', 'many clients', '*', '*', 0.0115, 294],
  ['db_bench', 'many clients', '*', 'fillseq.wal_disabled', 0.0188, 42],
  ['db_bench', 'many clients', '*', 'fwdrangewhilewriting', 0.0088, 42],
  ['db_bench', 'many clients', '*', 'overwriteandwait', 0.0133, 42],
  ['db_bench', 'many clients', '*', 'overwritesome', 0.0259, 42],
  ['db_bench', 'many clients', '*', 'readwhilewriting', 0.0084, 42],
  ['db_bench', 'many clients', '*', 'revrange', 0.0157, 42],
  ['db_bench', 'many clients', '*', 'revrangewhilewriting', 0.0085, 42],
  ['tproc-c', '1 client', '*', '*', 0.0235, 24],
  ['tproc-c', 'many clients', '*', '*', 0.0112, 24],
  ['tproc-c', '1 client', '*', 'vu1.w100', 0.028, 6],
  ['tproc-c', '1 client', '*', 'vu1.w1000', 0.0247, 6],
  ['tproc-c', '1 client', '*', 'vu1.w2000', 0.0382, 6],
  ['tproc-c', '1 client', '*', 'vu1.w4000', 0.0324, 6],
  ['tproc-c', 'many clients', '*', 'vu6.w100', 0.0177, 6],
  ['tproc-c', 'many clients', '*', 'vu6.w1000', 0.0125, 6],
  ['tproc-c', 'many clients', '*', 'vu6.w2000', 0.013, 6],
  ['tproc-c', 'many clients', '*', 'vu6.w4000', 0.0145, 6],
  ['tproc-c', '*', '*', '*', 0.0133, 48],
  ['insert-benchmark', '*', '*', '*', 0.02, 0],
  ['fio', '*', '*', '*', 0.0066, 384],
  ['fio', '*', '*', 'fdatasync0', 0.0075, 96],
  ['fio', '*', '*', 'fdatasync1', 0.0052, 96],
  ['fio', '*', '*', 'fsync0', 0.0044, 96],
  ['fio', '*', '*', 'fsync1', 0.0085, 96],
];

/** Of a benchmark that the study has nothing of. */
const UNKNOWN_BENCHMARK = 0.03;
/** For a tool without a parser: the widest that was found anywhere. */
const UNKNOWN_TOOL = Math.max(...PRIORS.map(([, , , , sigma]) => sigma));

const SIGMAS = new Map(PRIORS.map(([...row]) => [row.slice(0, 4).join('|'), row[4]]));

/** A row of the matrix that noise is asked for. */
export type NoiseRow = Pick<MatrixRow, 'key' | 'name' | 'range' | 'group'>;

/**
 * Noise of a test before anything is known of the server (docs/method.md §2.4): of the test, else of its group, else of
 * the class of concurrency, else of the benchmark, else 3%; of a tool without a parser the widest of all. Where facts
 * of the workload are unknown, the noisiest of the
 * classes that it may be of counts.
 *
 * @returns SD of ln r of two single runs
 */
export function priorSigma(benchmark: BenchmarkId, kind: WorkloadKind, row: NoiseRow): number {
  const classes = concurrencyClasses({ ...kind, clients: clientsOfRow(row, kind.clients) });
  return Math.max(...classes.map((concurrency) => priorOfClass(benchmark, concurrency, row)));
}

function priorOfClass(benchmark: BenchmarkId, concurrency: ConcurrencyClass, row: NoiseRow): number {
  const group = benchmark === 'sysbench' ? row.group : ANY;
  const keys = [
    [benchmark, concurrency, group, studyName(benchmark, row)],
    [benchmark, ANY, ANY, studyName(benchmark, row)],
    [benchmark, concurrency, group, ANY],
    [benchmark, concurrency, ANY, ANY],
    [benchmark, ANY, ANY, ANY],
  ];
  for (const key of keys) {
    const sigma = SIGMAS.get(key.join('|'));
    if (sigma !== undefined) return sigma;
  }
  return isBenchmarkId(benchmark) ? UNKNOWN_BENCHMARK : UNKNOWN_TOOL;
}

/** The name that the study gave a test. */
function studyName(benchmark: BenchmarkId, { name, range }: NoiseRow): string {
  switch (benchmark) {
    case 'db_bench':
      return name.replace(/\.[tvs]\d+/g, '');
    case 'fio':
      return name.replace(/^(f(?:data)?sync)=(\d)_.*$/, '$1$2');
    default:
      return testLabel(name, range);
  }
}
