import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { ingestPath } from '../import/ingest-path';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { getCellEvidence, getLogExcerpt } from './get-cell-evidence';

/** Two repeats that are equal, a test that is equal to them, and a time in another unit: all on one line. */
const RESULTS = JSON.stringify({
  basecaseResults: 1,
  tool: 'mybench',
  product: 'MyStore',
  version: '1.1',
  machine: 'box1',
  results: [
    { test: 'put', value: 500, unit: 'ops/s' },
    { test: 'get', value: 500, unit: 'ops/s' },
    { test: 'put', value: 500, unit: 'ops/s' },
    { test: 'get', metric: 'latency_p99', value: 2.5, unit: 'ms' },
  ],
});

describe('the place of a number in JSON', () => {
  let database: TestDatabase;
  let folder: string;
  let blobs: ReturnType<typeof openBlobStore>;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-json-'));
    blobs = openBlobStore(path.join(folder, 'blobs'), database);
    const file = path.join(folder, 'results.json');
    await writeFile(file, `${RESULTS}\n`);
    await ingestPath({ database, blobs }, file, {});
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function evidenceOf(test: string) {
    const { workload } = await database.prisma.run.findFirstOrThrow({ include: { workload: true } });
    const column = 'mystore-1.1';
    return getCellEvidence(database, { server: 'box1', workload: workload.slug, column, test });
  }

  async function placeOf(test: string, { metric, repeat }: { metric: string; repeat: number }) {
    const { results } = await evidenceOf(test);
    const found = results
      .find((result) => result.repeat === repeat)
      ?.measurements.find((measurement) => measurement.metric === metric);
    if (!found?.artifactId || found.line === null) throw new Error(`no ${metric} of ${test}`);
    const { artifactId, line, value, source } = found;
    const number = { test, version: '1.1', config: null, repeat, metric: found.metric, value, source };
    return (await getLogExcerpt(database, blobs, { artifactId, line, lineEnd: line, number })).place;
  }

  it.each([
    ['put', 'throughput', 1, '/results/0/value'],
    ['get', 'throughput', 1, '/results/1/value'],
    ['put', 'throughput', 2, '/results/2/value'],
    ['get', 'latency_p99', 1, '/results/3/value'],
  ])('is found for %s, %s, repeat %i', async (test, metric, repeat, pointer) => {
    const place = await placeOf(test, { metric, repeat });
    expect(place).toMatchObject({ pointer, text: 1 });
    const around = place && 'around' in place ? place.around : [];
    expect(around?.filter(({ hit }) => hit).map(({ text }) => text)).toEqual([
      metric === 'throughput' ? '"value":500,' : '"value":2.5,',
    ]);
  });

  it('is not searched without a metric in the request', async () => {
    const [result] = (await evidenceOf('put')).results;
    const artifactId = result?.measurements[0]?.artifactId ?? '';
    expect(await getLogExcerpt(database, blobs, { artifactId, line: 1, lineEnd: 1 })).not.toHaveProperty(
      'place',
    );
  });
});
