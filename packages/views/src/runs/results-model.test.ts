import type { RunPage, RunResult } from '@basecase/db/types';
import { type BenchmarkId, type MetricId, testInfo, testLabel } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { resultsModel } from './results-model';

interface Sketch {
  test: string;
  range?: number;
  repeat?: number;
  status?: RunResult['status'];
  unit?: string;
  values?: Partial<Record<MetricId, number>>;
}

function result(benchmark: BenchmarkId, sketch: Sketch): RunResult {
  const { test, range = null, repeat = 1, status = 'ok', unit = 'queries/s', values = {} } = sketch;
  return {
    test: { ...testInfo(benchmark, test, range), key: testLabel(test, range) },
    repeat,
    status,
    unit,
    clients: 1,
    command: null,
    tool: null,
    device: null,
    values: Object.fromEntries(
      Object.entries(values).flatMap(([metric, value]) =>
        value === undefined ? [] : [[metric, { value, source: 'computed' as const }]],
      ),
    ),
  };
}

function run(benchmark: BenchmarkId, ...sketches: Sketch[]): RunPage {
  return {
    id: '7',
    label: 'x.pg180_rel.x10a_c8r32.pk1',
    path: '',
    product: 'PostgreSQL',
    version: '18.0',
    versionKnown: true,
    build: null,
    facts: {},
    rounds: null,
    identity: [],
    flavour: null,
    config: null,
    configText: null,
    server: { slug: 'pn53', name: 'pn53', cores: 8, cpu: null, memoryBytes: null, storage: null, os: null },
    workload: {
      slug: 'w',
      benchmark,
      label: 'w',
      details: [],
      clients: 1,
      origin: 'uploaded',
      relativeTo: null,
      source: null,
    },
    columnSlug: 'postgresql-18.0',
    at: '2026-11-20T00:00:00.000Z',
    startedAt: null,
    notes: null,
    campaign: null,
    asRead: null,
    corrected: [],
    bad: null,
    isSummary: false,
    upload: {
      id: '1',
      filename: 'a.tar',
      origin: 'uploaded',
      createdAt: '2026-11-20T00:00:00.000Z',
      filesRemovedAt: null,
      isOutdated: false,
    },
    siblings: [],
    base: { slug: 'postgresql-17.5', version: '17.5' },
    results: sketches.map((sketch) => result(benchmark, sketch)),
    files: [],
    fileCount: 0,
    diagnostics: [],
    artifactIds: {},
  };
}

describe('resultsModel', () => {
  it('has a row for each test, the median of its repeats, and their spread', () => {
    const model = resultsModel(
      run(
        'sysbench',
        { test: 'point-query', range: 100, repeat: 1, values: { throughput: 1000 } },
        { test: 'point-query', range: 100, repeat: 2, values: { throughput: 1300 } },
        { test: 'point-query', range: 100, repeat: 3, values: { throughput: 1100 } },
      ),
    );
    expect(model.groups).toHaveLength(1);
    expect(model.groups[0]?.rows).toMatchObject([
      {
        test: 'point-query',
        range: 'range=100',
        values: ['1\u202f100'],
        unit: 'queries/s',
        // (1300 - 1000) / 1100
        repeats: '3, spread 27.3%',
        status: 'ok',
      },
    ]);
  });

  it('leads to the cell of the heatmap, against the release before', () => {
    const [group] = resultsModel(run('sysbench', { test: 'scan', values: { throughput: 5 } })).groups;
    expect(group?.rows[0]?.href).toBe(
      '/compare?server=pn53&workload=w&base=postgresql-17.5&cell=scan@postgresql-18.0',
    );
  });

  it('has columns for what was recorded, an en dash where a test has nothing', () => {
    const model = resultsModel(
      run(
        'sysbench',
        { test: 'point-query', values: { throughput: 10, cpu_per_op: 0.0123456, latency_p95: 0.001 } },
        { test: 'insert', values: { throughput: 20 } },
      ),
    );
    expect(model.columns.map(({ label }) => label)).toEqual(['QPS', 'cpu/o', 'p95, ms']);
    expect(model.groups.flatMap(({ rows }) => rows.map(({ values }) => values))).toEqual([
      ['10', '0.012346', '1.000'],
      ['20', '–', '–'],
    ]);
  });

  it('keeps warm-ups apart, without a link: they are never compared', () => {
    const model = resultsModel(
      run('sysbench', { test: 'scan.warm', status: 'warmup', values: { throughput: 3 } }),
    );
    expect(model.groups).toEqual([]);
    expect(model.warmups).toMatchObject([{ test: 'scan.warm', status: 'warm-up', href: null }]);
  });

  it('names the failure and leaves a failed repeat out of the median', () => {
    const rows = resultsModel(
      run(
        'sysbench',
        { test: 'insert', repeat: 1, values: { throughput: 100 } },
        { test: 'insert', repeat: 2, status: 'failed', values: { throughput: 1 } },
      ),
    ).groups[0]?.rows;
    expect(rows).toMatchObject([{ status: 'failed', values: ['100'], repeats: '2' }]);
  });

  it('has the words and units of each benchmark', () => {
    const model = resultsModel(
      run('insert-benchmark', {
        test: 'qr100.L1',
        status: 'sla_failed',
        values: { throughput: 5000, insert_rate: 90 },
      }),
    );
    expect(model.columns.some(({ metric }) => metric === 'insert_rate')).toBe(true);
    expect(model.groups[0]?.rows[0]).toMatchObject({ status: 'missed its SLA', unit: 'queries/s' });
  });
});
