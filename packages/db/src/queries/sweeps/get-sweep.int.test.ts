import { sweepSentence } from '@basecase/analysis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError } from '../../errors';
import { importParsed } from '../../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { describeUpload, makeUpload, type RunSketch } from '../../testing/parsed-upload';
import { getSweep } from './get-sweep';

const at = (clients: number) => `sysbench-cached-1x50m-${clients}c-pk1`;
/** Three repeats around a value. */
const around = (qps: number) => [qps * 0.995, qps, qps * 1.005];
const run = (version: string, clients: number, qps: number, more: Partial<RunSketch> = {}): RunSketch => ({
  ...{
    server: 'pn53',
    version,
    clients,
    label: `x.${version}.dop${clients}`,
    qps: { 'point-query': around(qps) },
  },
  ...more,
});

describe('getSweep', () => {
  let database: TestDatabase;
  const sweepOf = (workload: string, axis: 'clients' | `config.${string}` = 'clients') =>
    getSweep(database, { server: 'pn53', workload, axis });

  beforeAll(async () => {
    database = await createTestDatabase();
    const parsed = makeUpload(
      run('16.9', 1, 1000),
      run('17.5', 1, 1001),
      run('16.9', 8, 8000),
      run('16.9', 32, 25_000),
      run('17.5', 32, 23_250),
      run('17.5', 96, 23_220),
      run('16.9', 96, 27_000),
      run('16.9', 2, 500, { config: 'fast io_workers=2', label: 'two' }),
      run('16.9', 2, 900, { config: 'fast io_workers=8', label: 'eight' }),
    );
    await importParsed(database, { upload: describeUpload('sweep'), parsed, configTexts: new Map() });
  });
  afterAll(() => database.drop());

  it('has a row for each number of clients, whichever of them is asked for', async () => {
    const sweep = await sweepOf(at(32));
    expect(sweep.points.map((point) => point.at)).toEqual([1, 2, 8, 32, 96]);
    expect(sweep.matrix.columns.map(({ version, config }) => `${version} ${config}`)).toEqual([
      '16.9 fast io_workers=2',
      '16.9 fast io_workers=8',
      '16.9 x10a_c8r32',
      '17.5 x10a_c8r32',
    ]);
    expect(sweep.matrix.values.throughput?.map((row) => row.slice(2))).toEqual([
      [1000, 1001],
      [null, null],
      [8000, null],
      [25_000, 23_250],
      [27_000, 23_220],
    ]);
    expect(sweep.places[3]).toEqual({ workload: at(32), test: 'point-query' });
    expect(await sweepOf(at(1))).toMatchObject({ points: sweep.points });
  });

  it('finds pairs of repeats over all clients, where one number of clients has too few tests', async () => {
    const { noise } = await sweepOf(at(32));
    const own = noise.pairs.filter(({ a, b }) => a.config === 'x10a_c8r32' && a.version === b.version);
    expect(own.map(({ a, changes }) => [a.version, changes.length])).toEqual([
      ['16.9', 4],
      ['16.9', 4],
      ['17.5', 3],
      ['17.5', 3],
    ]);
  });

  it('gives the sentence that names the clients', async () => {
    const { strong } = sweepSentence(await sweepOf(at(32)), { base: 2, column: 3 });
    expect(strong).toBe('17.5 is slower from 32 clients on: −7%, −14%.');
  });

  it('has a row for each value of a setting, and columns without it', async () => {
    const sweep = await sweepOf(at(2), 'config.io_workers');
    expect(sweep.axes).toEqual(['clients', 'config.io_workers']);
    expect(sweep.points).toEqual([
      { test: 'point-query', at: 2 },
      { test: 'point-query', at: 8 },
    ]);
    expect(sweep.matrix.columns.map(({ version, config }) => `${version} ${config}`)).toEqual(['16.9 fast']);
    expect(sweep.matrix.values.throughput).toEqual([[500], [900]]);
  });

  it.each([
    [['16.9', '17.5'], [310, 320], 'requests/s'],
    // Queries of one column and requests of the other count different statements: both have transactions.
    [['16.9'], [41, 42], 'transactions/s'],
    [[], [510, 520], 'queries/s'],
  ])('compares the rate that all columns have, where %s print no queries', async (old, values, unit) => {
    const server = `old-sysbench-${old.length}`;
    const [before = 0, after = 0] = values.map((value) => (unit === 'transactions/s' ? value * 10 : value));
    const parsed = makeUpload(
      ...[run('16.9', 1, before, { server }), run('17.5', 1, after, { server })],
      ...[run('16.9', 8, before * 2, { server }), run('17.5', 8, after * 2, { server })],
    );
    for (const { variant, results } of parsed.runs) {
      for (const { measurements } of results) {
        const [rate] = measurements;
        if (!rate) continue;
        measurements.push({ ...rate, metric: 'transactions_per_s', value: rate.value / 10 });
        if (old.includes(variant.version)) rate.metric = 'rw_requests_per_s';
      }
    }
    await importParsed(database, { upload: describeUpload(server), parsed, configTexts: new Map() });
    const { matrix } = await getSweep(database, { server, workload: at(8), axis: 'clients' });
    expect(matrix.values.throughput).toEqual([values, values.map((value) => value * 2)]);
    expect(matrix.rows.map((row) => row.unit)).toEqual([unit, unit]);
  });

  it('reads clients for a setting that no config has', async () => {
    expect((await sweepOf(at(32), 'config.buffer_pool')).axis).toBe('clients');
  });

  it('fails for a workload that is not there', async () => {
    await expect(sweepOf('nothing')).rejects.toThrow(NotFoundError);
  });
});
