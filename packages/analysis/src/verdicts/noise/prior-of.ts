import { type BenchmarkId, isBenchmarkId, testLabel } from '@basecase/ingest/model';
import type { MatrixRow } from '../../matrix/matrix';
import { type ConcurrencyClass, clientsOfRow, concurrencyClasses, type WorkloadKind } from './concurrency';
import priors from './priors.json' with { type: 'json' };

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
const PRIORS = priors as unknown as readonly PriorRow[];

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
