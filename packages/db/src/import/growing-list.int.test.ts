import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { ingestPath } from './ingest-path';

const NIGHTS = ['2026-01-01T02:00:00Z', '2026-01-02T02:00:00Z', '2026-01-03T02:00:00Z'];
const TESTS = ['put', 'get'];
const VALUES: Record<string, number> = { put: 500, get: 700 };

/** All nights so far, as a job writes them that appends a night and sends the file. */
function listOf(nights: number, values = VALUES): string {
  const results = NIGHTS.slice(0, nights).flatMap((at, night) =>
    TESTS.map((test) => ({ at, build: { commit: `${night}abcdef0123` }, test, value: values[test] })),
  );
  const head = { basecaseResults: 1, tool: 'mybench', product: 'MyStore', version: '2.0', machine: 'box1' };
  return JSON.stringify({ ...head, results });
}

describe('a list of results that grows and is sent again', () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-list-'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function send(content: string) {
    const blobs = openBlobStore(path.join(folder, 'blobs'), database);
    const file = path.join(folder, 'results.json');
    await writeFile(file, content);
    await ingestPath({ database, blobs }, file, {});
  }
  const counts = async () => [await database.prisma.run.count(), await database.prisma.result.count()];

  it('has each night once', async () => {
    for (let nights = 1; nights <= NIGHTS.length; nights += 1) {
      await send(listOf(nights));
      expect(await counts()).toEqual([nights, nights * TESTS.length]);
    }
  });

  it('has a night twice that was measured again at the same time with other numbers', async () => {
    await send(listOf(1));
    await send(listOf(1, { put: 501, get: 702 }));
    expect(await counts()).toEqual([2, 2 * TESTS.length]);
  });

  it('takes what a night got later into its run', async () => {
    const whole = listOf(1);
    const { results, ...head } = JSON.parse(whole);
    await send(JSON.stringify({ ...head, results: results.slice(0, 1) }));
    await send(whole);
    expect(await counts()).toEqual([1, TESTS.length]);
  });
});
