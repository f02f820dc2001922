import { buildMatrix } from '@basecase/analysis';
import {
  type MetricId,
  type NormalizedResult,
  type NormalizedRun,
  type ResultStatus,
  testInfo,
} from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { buildView } from './build-view';
import type { CellRow } from './view-rows';

interface Repeat {
  status: ResultStatus;
  computed?: Partial<Record<MetricId, number>>;
  reported?: Partial<Record<MetricId, number>>;
}

/** Each case: the repeats of a test in one run. */
const CASES: Record<string, Repeat[]> = {
  'one result': [{ status: 'ok', computed: { throughput: 10 } }],
  'two repeats': [
    { status: 'ok', computed: { throughput: 10 } },
    { status: 'ok', computed: { throughput: 14 } },
  ],
  'both sources': [
    { status: 'ok', computed: { throughput: 10 }, reported: { throughput: 9, cpu_per_op: 2 } },
    { status: 'ok', reported: { throughput: 8 } },
  ],
  'a step that missed its SLA': [{ status: 'sla_failed', reported: { throughput: 7, insert_rate: 90 } }],
  'a repeat that failed': [
    { status: 'ok', reported: { throughput: 10 } },
    { status: 'failed', reported: { throughput: 1, tpm: 2 }, computed: { failed_clients: 95 } },
  ],
  'every repeat failed, numbers were printed': [
    { status: 'failed', reported: { throughput: 900 }, computed: { failed_clients: 95 } },
    { status: 'failed', reported: { throughput: 700 }, computed: { failed_clients: 97 } },
  ],
  'every repeat failed without a number': [{ status: 'failed' }],
  nothing: [],
};

describe('a view of the database and the matrix of the command line', () => {
  it.each(Object.entries(CASES))('are the same: %s', (_, repeats) => {
    const fromFiles = buildMatrix([{ label: 'a', runs: [toRun(repeats)] }]);
    const fromDatabase = buildView(
      [{ ...COLUMN, runId: 1, variantId: 1, cells: repeats.map(toCell) }],
      TESTS,
      'sysbench',
    );
    expect({ ...fromDatabase, columns: [] }).toEqual({ ...fromFiles, columns: [] });
  });
});

describe('bad runs', () => {
  const run = (runId: number, qps: number, badReason: string | null) => ({
    ...COLUMN,
    runId,
    variantId: 1,
    badReason,
    cells: [toCell({ status: 'ok', computed: { throughput: qps } })],
  });

  it('count for nothing where another run has the test, whichever came first', () => {
    for (const runs of [
      [run(1, 10, null), run(2, 99, 'fan failed')],
      [run(2, 99, 'fan failed'), run(1, 10, null)],
    ]) {
      const { values, status, repeats, columns } = buildView(runs, TESTS, 'sysbench');
      expect([values.throughput, status, repeats]).toEqual([[[10]], [['ok']], [[1]]]);
      expect(columns).toMatchObject([{ runs: 2, badRuns: ['fan failed'] }]);
    }
  });

  it('are shown with a mark if no other run exists', () => {
    const { values, status } = buildView([run(2, 99, 'fan failed')], TESTS, 'sysbench');
    expect([values.throughput, status]).toEqual([[[99]], [['bad_run']]]);
  });
});

const TESTS = [{ ...testInfo('sysbench', 'insert', 100), id: 7, key: 'insert_range=100' }];

const COLUMN = { slug: 'a', label: 'a', product: 'MySQL', version: '9.5.0', flavour: null, config: null };

function toCell({ status, computed, reported }: Repeat): CellRow {
  return [7, status, computed ?? null, reported ?? null];
}

function toRun(repeats: readonly Repeat[]): NormalizedRun {
  return {
    label: 'a',
    path: 'a',
    benchmark: 'sysbench',
    variant: { product: 'MySQL', version: '9.5.0', versionKnown: true, flavour: null, config: null },
    workload: {
      tables: 1,
      rowsPerTable: 1,
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
    results: repeats.map(toResult),
  };
}

function toResult({ status, computed = {}, reported = {} }: Repeat, index: number): NormalizedResult {
  const measured = (source: 'computed' | 'reported', numbers: NonNullable<Repeat['computed']>) =>
    Object.entries(numbers).map(([metric, value]) => ({
      metric: metric as MetricId,
      value: value ?? Number.NaN,
      unit: '',
      source,
      formula: null,
      file: 'a',
      line: 1,
      lineEnd: 1,
    }));
  return {
    test: 'insert',
    range: 100,
    repeat: index + 1,
    status,
    unit: 'queries/s',
    clients: 1,
    command: null,
    tool: null,
    device: null,
    measurements: [...measured('computed', computed), ...measured('reported', reported)],
  };
}
