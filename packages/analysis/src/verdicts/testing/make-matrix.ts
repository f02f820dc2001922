import { METRIC_IDS, type MetricId, testInfo } from '@basecase/ingest/model';
import type { Matrix } from '../../matrix/matrix';
import type { NoiseRun } from '../noise/noise-types';

type Values = (number | null)[][];

/** Names of tests of sysbench, as many as anybody needs. */
const TESTS = [
  'hot-points',
  'point-query',
  'points-covered-pk',
  'points-covered-si',
  'points-notcovered-pk',
  'points-notcovered-si',
  'range-covered-pk',
  'range-covered-si',
  'range-notcovered-pk',
  'range-notcovered-si',
  'scan',
  'read-only-count',
  'read-only-distinct',
  'read-only-order',
  'read-only-simple',
  'read-only-sum',
  'delete',
  'insert',
  'update-index',
  'update-inlist',
  'update-nonindex',
  'update-one',
  'update-zipf',
  'write-only',
] as const;

/** A run of MySQL that belongs to one campaign. */
export function makeRun(version: string, run: Partial<NoiseRun> = {}): NoiseRun {
  const variant = { product: 'MySQL', version, flavour: 'rel', config: 'z12a' };
  return { ...variant, id: version, repeat: null, label: version, campaigns: ['may'], at: null, ...run };
}

/** A matrix of sysbench, its rows named by `TESTS`, with values as given: [row][column]. */
export function makeMatrix(
  columns: NoiseRun[],
  values: { throughput: Values } & Partial<Record<MetricId, Values>>,
): Matrix<NoiseRun> {
  const rows = values.throughput.map((_, index) => {
    const info = testInfo('sysbench', TESTS[index] ?? `test${index}`, 100);
    const key = `${info.name}_range=100`;
    return { ...info, key, label: key, groupLabel: info.group };
  });
  const sources: Matrix['sources'] = {};
  for (const metric of METRIC_IDS) {
    const own = values[metric];
    if (own) sources[metric] = own.map((row) => row.map((value) => (value === null ? '-' : 'computed')));
  }
  return {
    columns,
    rows,
    values,
    sources,
    status: values.throughput.map((row) => row.map((value) => (value === null ? 'missing' : 'ok'))),
    repeats: values.throughput.map((row) => row.map((value) => Number(value !== null))),
    spread: values.throughput.map((row) => row.map(() => null)),
  };
}

/** The same row of values for each of `count` tests. */
export function sameRows(count: number, row: readonly (number | null)[]): Values {
  return Array.from({ length: count }, () => [...row]);
}
