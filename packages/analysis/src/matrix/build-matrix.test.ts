import type { Measurement, NormalizedResult, NormalizedRun } from '@basecase/ingest/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMatrix } from './build-matrix';

describe('buildMatrix', () => {
  it('puts rows in domain order and columns as given, with null for what is missing', () => {
    const matrix = buildMatrix([
      column('b', result('scan', 100, 50), result('random-points', 10, 900)),
      column('a', result('random-points', 1000, 80), result('random-points', 10, 800)),
    ]);
    expect(matrix.columns.map((c) => c.label)).toEqual(['b', 'a']);
    expect(matrix.rows.map((row) => row.key)).toEqual([
      'random-points_range=1000',
      'random-points_range=10',
      'scan_range=100',
    ]);
    expect(matrix.values.throughput).toEqual([
      [null, 80],
      [900, 800],
      [50, null],
    ]);
    expect(matrix.status[0]).toEqual(['missing', 'ok']);
    expect(matrix.repeats[0]).toEqual([0, 1]);
    expect(matrix.sources.throughput?.[0]).toEqual(['-', 'reported']);
  });

  it('takes the median over repeats, from several runs too', () => {
    const matrix = buildMatrix([
      { label: 'a', runs: [100, 130, 110].map((qps) => run(result('insert', 100, qps))) },
    ]);
    expect(matrix.values.throughput).toEqual([[110]]);
    expect(matrix.repeats).toEqual([[3]]);
    expect(matrix.spread[0]?.[0]).toBeCloseTo(30 / 110, 12);
  });

  it('has no spread for a single result', () => {
    expect(buildMatrix([column('a', result('insert', 100, 5))]).spread).toEqual([[null]]);
  });

  it('leaves out warm-ups unless asked', () => {
    const input = [column('a', warm('scan.warm'), result('scan', 100, 50), warm('point-query.pre'))];
    expect(keys(buildMatrix(input))).toEqual(['scan_range=100']);
    expect(keys(buildMatrix(input, { warmups: true }))).toEqual([
      'point-query.pre_range=100',
      'scan_range=100',
      'scan.warm_range=100',
    ]);
  });

  it('shows the worst status of the repeats and no number of a failed one', () => {
    const failed = { ...result('insert', 100, 1), status: 'failed' as const };
    const matrix = buildMatrix([column('a', result('insert', 100, 100), failed)]);
    expect(matrix.status).toEqual([['failed']]);
    expect(matrix.values.throughput).toEqual([[100]]);
    expect(matrix.repeats).toEqual([[2]]);
  });

  it('keeps how a test failed and none of the numbers that it printed', () => {
    const failed: NormalizedResult = {
      ...result('insert', 100, 900),
      status: 'failed',
      measurements: [measured('throughput', 900, 'reported'), measured('failed_clients', 95, 'computed')],
    };
    const matrix = buildMatrix([column('a', failed)]);
    expect(matrix.status).toEqual([['failed']]);
    expect(matrix.values).toEqual({ failed_clients: [[95]] });
    expect(matrix.spread).toEqual([[null]]);
  });

  it('gives each client count a row when one column has several', () => {
    const matrix = buildMatrix([
      column('a', result('insert', 100, 40, 4), result('insert', 100, 10, 1)),
      column('b', result('insert', 100, 12, 1), result('delete', 100, 7, 1)),
    ]);
    expect(keys(matrix)).toEqual(['delete_range=100', 'insert_range=100_dop=1', 'insert_range=100_dop=4']);
    expect(matrix.values.throughput).toEqual([
      [null, 7],
      [10, 12],
      [40, null],
    ]);
  });

  it('keeps one row when the columns differ in clients, but each has one count', () => {
    const matrix = buildMatrix([
      column('a', result('insert', 100, 10, 1)),
      column('b', result('insert', 100, 40, 4)),
    ]);
    expect(keys(matrix)).toEqual(['insert_range=100']);
  });

  it('keeps a test without range and an unknown test as rows', () => {
    const matrix = buildMatrix([column('a', result('my-test', null, 1), result('insert', 100, 2))]);
    expect(keys(matrix)).toEqual(['insert_range=100', 'my-test']);
    expect(matrix.rows[1]?.group).toBe('other');
  });
});

it('does not depend on the order in which results were read', () => {
  const results = fc.array(
    fc.record({
      test: fc.constantFrom('insert', 'scan', 'scan.warm', 'my-test'),
      range: fc.constantFrom(10, 100, null),
      qps: fc.integer({ min: 0, max: 1000 }),
      clients: fc.constantFrom(1, 4),
    }),
  );
  const shuffled = results.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      const [a, b] = [one, other].map((all) =>
        buildMatrix([column('a', ...all.map((r) => result(r.test, r.range, r.qps, r.clients)))], {
          warmups: true,
        }),
      );
      expect({ ...a, columns: [] }).toEqual({ ...b, columns: [] });
    }),
  );
});

describe('sources', () => {
  const scan = (): NormalizedResult => ({
    ...result('scan', 100, 0),
    measurements: [
      measured('throughput', 170900.4, 'reported'),
      measured('throughput', 4277.1, 'computed'),
      measured('cpu_per_op', 0.000082, 'reported'),
      measured('cpu_per_op', 0.00008617, 'computed'),
    ],
  });

  it('prefers computed values', () => {
    const matrix = buildMatrix([column('a', scan())]);
    expect(matrix.values.throughput).toEqual([[4277.1]]);
    expect(matrix.values.cpu_per_op).toEqual([[0.00008617]]);
    expect(matrix.sources.cpu_per_op).toEqual([['computed']]);
  });

  it('with reported: prefers reported values and rounds QPS, costs stay as printed', () => {
    const matrix = buildMatrix([column('a', scan())], { reported: true });
    expect(matrix.values.throughput).toEqual([[170900]]);
    expect(matrix.values.cpu_per_op).toEqual([[0.000082]]);
    expect(matrix.sources.throughput).toEqual([['reported']]);
  });

  it('falls back to the other source, and never mixes the two in a median', () => {
    const plain = result('scan', 100, 0);
    const only = { ...plain, measurements: [measured('throughput', 9.5, 'computed')] };
    expect(buildMatrix([column('a', only)], { reported: true }).values.throughput).toEqual([[10]]);
    expect(buildMatrix([column('a', only, scan())], { reported: true }).values.throughput).toEqual([
      [170900],
    ]);
  });
});

function keys(matrix: ReturnType<typeof buildMatrix>): string[] {
  return matrix.rows.map((row) => row.key);
}

function column(label: string, ...results: NormalizedResult[]) {
  return { label, runs: [run(...results)] };
}

function warm(test: string): NormalizedResult {
  return { ...result(test, 100, 1), status: 'warmup' };
}

function result(test: string, range: number | null, qps: number, clients = 1): NormalizedResult {
  return {
    test,
    range,
    repeat: 1,
    status: 'ok',
    unit: 'queries/s',
    clients,
    command: null,
    tool: null,
    device: null,
    measurements: [measured('throughput', qps, 'reported')],
  };
}

function measured(metric: Measurement['metric'], value: number, source: Measurement['source']): Measurement {
  return { metric, value, unit: '', source, formula: null, file: 'sb.o.x', line: 1, lineEnd: 1 };
}

function run(...results: NormalizedResult[]): NormalizedRun {
  return {
    label: 'x.my9500_rel_o2nofp.z12a_c8r32.pk1',
    path: 'x.my9500_rel_o2nofp.z12a_c8r32.pk1',
    benchmark: 'sysbench',
    variant: {
      product: 'MySQL',
      version: '9.5.0',
      versionKnown: true,
      flavour: 'rel_o2nofp',
      config: 'z12a_c8r32',
    },
    workload: {
      tables: 1,
      rowsPerTable: 50_000_000,
      clients: 1,
      primaryKey: true,
      cached: true,
      label: null,
    },
    server: null,
    cores: 8,
    startedAt: null,
    notes: null,
    campaign: null,
    isSummary: false,
    results,
  };
}
