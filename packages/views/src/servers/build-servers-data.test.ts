import type { CompareColumn, ProductView } from '@basecase/db/types';
import { testInfo, testLabel } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { testHeatmap } from '../testing/test-servers';
import { keyColumns, toServersData } from './servers-data';

const COLUMN: CompareColumn = {
  slug: 'mysql-9.5.0',
  label: 'x',
  product: 'MySQL',
  version: '9.5.0',
  flavour: null,
  config: null,
  runs: 1,
};

/** A view of one column with one value for each test. */
function view(
  server: string,
  tests: [string, number | null][],
  value: ProductView['matrix']['values'],
): ProductView {
  return {
    server,
    workload: 'w',
    matrix: {
      columns: [COLUMN],
      rows: tests.map(([name, range]) => ({
        ...testInfo('sysbench', name, range),
        key: testLabel(name, range),
        label: testLabel(name, range),
        groupLabel: 'Writes',
      })),
      values: value,
      sources: {},
      status: tests.map(() => ['ok']),
      repeats: tests.map(() => [1]),
      spread: tests.map(() => [null]),
    },
  };
}

const chosen = [testHeatmap('small', 8, {}), testHeatmap('large', 48, {})];
const columns = keyColumns([[COLUMN], [COLUMN]]);
const build = (...views: ProductView[]) =>
  toServersData({ chosen, columns, views, keys: ['9.5.0'], base: '' });

describe('data of the servers page', () => {
  it('puts the tests of all servers under the same rows, in domain order', () => {
    const data = build(
      view(
        'small',
        [
          ['update-zipf', 100],
          ['scan', 100],
        ],
        { throughput: [[1], [2]] },
      ),
      view(
        'large',
        [
          ['point-query', null],
          ['scan', null],
        ],
        { throughput: [[3], [4]] },
      ),
    );
    expect(data?.rows.map(({ key }) => key)).toEqual([
      'point-query',
      'scan_range=100',
      'update-zipf_range=100',
    ]);
    expect(data?.servers[0]?.values.throughput).toEqual([[null], [2], [1]]);
    expect(data?.servers[1]?.values.throughput).toEqual([[3], [4], [null]]);
    expect(data?.servers[1]?.ownKeys).toEqual({ 1: 'scan' });
  });

  it('computes CPU µs per operation from cpu/o and cores where only that is known', () => {
    const data = build(
      view('small', [['scan', null]], { cpu_per_op: [[0.001]] }),
      view('large', [['scan', null]], { cpu_per_op: [[0.001]], cpu_us_per_op: [[7]] }),
    );
    // 0.001% of 8 cores for one operation a second: 0.001 / 100 × 8 × 1,000,000 = 80 µs
    expect(data?.servers.map(({ values }) => values.cpu_us_per_op)).toEqual([[[80]], [[7]]]);
  });

  it('never compares results that are not ok, but marks that they exist', () => {
    const failed = view('small', [['scan', null]], { throughput: [[9]] });
    failed.matrix.status = [['sla_failed']];
    const data = build(failed, view('large', [['scan', null]], { throughput: [[1]] }));
    expect(data?.servers[0]?.values).toEqual({});
    expect(data?.servers[0]?.excluded).toEqual([{ row: 0, column: 0, status: 'sla_failed' }]);
  });
});
