import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError } from '../../errors';
import { importParsed } from '../../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { describeUpload, makeUpload, measurementOf } from '../../testing/parsed-upload';
import { getCompareView } from './get-compare-view';
import { listBenchmarkViews } from './list-benchmark-views';

const WORKLOAD = 'sysbench-cached-1x50m-1c-pk1';
const on = (server: string) => ({ server, workload: WORKLOAD });

describe('listBenchmarkViews', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    for (const [server, qps] of [
      ['pn53', 100],
      ['ax162', 300],
    ] as const) {
      const parsed = makeUpload({ server, seed: server, qps: { 'point-query': [qps] } });
      const [result] = parsed.runs[0]?.results ?? [];
      const file = parsed.artifacts[0]?.path ?? '';
      // Two numbers that the compare page has no switch for.
      result?.measurements.push(measurementOf(file, 'latency_p9999', qps / 1000));
      result?.measurements.push(measurementOf(file, 'insert_rate_target', qps * 2));
      await importParsed(database, { upload: describeUpload(server), parsed, configTexts: new Map() });
    }
  });
  afterAll(() => database.drop());

  it('has every metric that is stored, which the compare view has not', async () => {
    const [view] = await listBenchmarkViews(database, [on('pn53')]);
    expect(view?.matrix.values).toEqual({
      throughput: [[100]],
      latency_p9999: [[0.1]],
      insert_rate_target: [[200]],
    });
    const compared = await getCompareView(database, on('pn53'));
    expect(Object.keys(compared.matrix.values)).toEqual(['throughput']);
  });

  it('keeps the order that is asked for', async () => {
    const views = await listBenchmarkViews(database, [on('pn53'), on('ax162')]);
    expect(views.map(({ server, matrix }) => [server.slug, matrix.values.throughput])).toEqual([
      ['pn53', [[100]]],
      ['ax162', [[300]]],
    ]);
    expect(await listBenchmarkViews(database, [])).toEqual([]);
  });

  it('fails for one that is not there', async () => {
    await expect(listBenchmarkViews(database, [on('pn53'), on('nowhere')])).rejects.toThrow(NotFoundError);
  });
});
