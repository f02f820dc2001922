import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { NormalizedRun } from '../../../model/run';
import { readSample, SAMPLES } from '../../../testing/samples';
import { toResultRows } from './result-rows';
import { toParquetStream } from './to-parquet';

async function again(runs: readonly NormalizedRun[]) {
  const buffer = await new Response(toParquetStream(runs)).arrayBuffer();
  return { rows: await parquetReadObjects({ file: buffer }), metadata: parquetMetadata(buffer) };
}

const RUN: NormalizedRun = {
  label: 'x "quoted",\nü',
  path: '.',
  benchmark: 'sysbench',
  variant: { product: 'PostgreSQL', version: '18.4', versionKnown: true, flavour: null, config: null },
  workload: { tables: 1, rowsPerTable: 50_000_000, clients: 1, primaryKey: true, cached: true, label: null },
  server: null,
  cores: null,
  campaign: null,
  startedAt: '2025-11-01T10:00:00.000Z',
  notes: null,
  isSummary: false,
  results: [
    {
      test: 'read-only',
      range: 100,
      repeat: 1,
      status: 'ok',
      unit: 'queries/s',
      clients: 1,
      command: null,
      tool: null,
      device: null,
      measurements: [
        {
          metric: 'throughput',
          value: 0.1 + 0.2,
          unit: 'queries/s',
          source: 'reported',
          formula: null,
          file: 'a',
          line: 7,
          lineEnd: 7,
        },
      ],
    },
  ],
};

describe('runs as Parquet', () => {
  it('have the types of their columns, what is missing is null, and text is as it was', async () => {
    const { rows, metadata } = await again([RUN]);
    expect(rows).toEqual([
      {
        benchmark: 'sysbench',
        product: 'PostgreSQL',
        version: '18.4',
        flavour: null,
        config: null,
        commit: null,
        committedAt: null,
        server: null,
        cores: null,
        workload: 'cached, 1 tables, 50000000 rows per table, 1 clients, primary key',
        run: 'x "quoted",\nü',
        at: new Date('2025-11-01T10:00:00Z'),
        test: 'read-only_range=100',
        repeat: 1,
        status: 'ok',
        metric: 'throughput',
        value: 0.30000000000000004,
        unit: 'queries/s',
        better: 'higher',
        source: 'reported',
        file: 'a',
        line: 7,
      },
    ]);
    const types = Object.fromEntries(metadata.schema.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({ value: 'DOUBLE', repeat: 'INT32', test: 'BYTE_ARRAY', at: 'INT64' });
    expect(metadata.created_by).toBe('basecase');
  });

  it('may be none', async () => {
    const { rows, metadata } = await again([]);
    expect(rows).toEqual([]);
    expect(Number(metadata.num_rows)).toBe(0);
  });

  it.each(SAMPLES)('read back to the same doubles: %s', async (name) => {
    const { runs } = await readSample(name);
    const expected = runs.flatMap((run) => [...toResultRows(run)]);
    expect(expected.length).toBeGreaterThan(100);
    expect((await again(runs)).rows).toEqual(expected);
  });
});
