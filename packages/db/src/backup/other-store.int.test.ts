import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { sha256OfSingle } from '../blobs/objects/object-store';
import { ingestPath } from '../import/ingest-path';
import { enqueueUpload } from '../jobs/queue';
import { runWorker } from '../jobs/run-worker';
import { backUp, blobsOf, dumpOf, MIGRATIONS } from '../testing/backup-bench';
import { STORES } from '../testing/blob-bench';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../testing/database';
import { readHere } from '../testing/read-here';
import { sampleLogs, writeLogs } from '../testing/sample-logs';
import { listFiles, tarOf, until } from '../testing/upload-bench';
import { restoreBackup } from './restore-backup';

const [FOLDER, S3] = STORES as [(typeof STORES)[number], (typeof STORES)[number]];

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A database and a store of a kind, until the end of the test. */
async function open([, openBench]: (typeof STORES)[number], makeDatabase: () => Promise<TestDatabase>) {
  const database = await makeDatabase();
  ends.push(() => database.drop());
  const bench = await openBench(database);
  ends.push(() => bench.close());
  return { database, ...bench };
}

describe.each([
  ['a folder', 'S3', FOLDER, S3],
  ['S3', 'a folder', S3, FOLDER],
])('a backup of a store in %s, restored into %s', (_from, _to, from, to) => {
  it('has every row and file, and what waited is read there', async () => {
    const source = await open(from, createTestDatabase);
    const logs = await mkdtemp(path.join(tmpdir(), 'basecase-logs-'));
    ends.push(() => rm(logs, { recursive: true, force: true }));
    await ingestPath(source, await writeLogs(logs, 'x.pg180.x10a_c8r32.pk1'), { server: 'pn53' });
    // Larger than what is held in memory, and a separate object until it is read.
    const noise = randomBytes(3_000_000).toString('hex');
    const { uploadId } = await enqueueUpload(source.database, source.blobs, {
      content: Readable.from([await tarOf({ ...sampleLogs(), 'notes.txt': noise })]),
      filename: 'x.pg174.x10a_c8r32.pk1.tar',
      origin: 'uploaded',
      server: 'pn53',
      settings: {},
    });
    const { bytes, report } = await backUp(source.database, source.blobs);
    expect([report.missing, report.end.blobs.damaged]).toEqual([[], 0]);

    const target = await open(to, createEmptyDatabase);
    const restored = await restoreBackup(target.database, target.blobs, Readable.from([bytes]), {
      migrations: MIGRATIONS,
    });
    expect(restored).toMatchObject({ migrated: [], queuedUploads: 1 });
    expect(await dumpOf(target.database)).toEqual(await dumpOf(source.database));
    const stored = await blobsOf(source);
    expect(Object.keys(stored).length).toBeGreaterThan(3);
    expect(await blobsOf(target)).toEqual(stored);
    for (const sha256 of Object.keys(stored))
      expect(await plain(target, sha256)).toEqual(await plain(source, sha256));
    // Nothing on its way in.
    const files = await listFiles(target.blobs.objects.incoming);
    expect(files.filter((file) => file.startsWith('tmp/'))).toEqual([]);

    const stop = new AbortController();
    const { database, blobs } = target;
    const working = runWorker(database, blobs, { signal: stop.signal, readers: readHere(database, blobs) });
    const stateOf = async () =>
      (await database.prisma.upload.findUniqueOrThrow({ where: { id: Number(uploadId) } })).state;
    await until(stateOf, (state) => state === 'stored').finally(() => stop.abort());
    await working;
    // The bytes as they came have gone, its files are in a pack.
    expect((await target.list()).filter((name) => sha256OfSingle(name) !== null)).toEqual([]);
  });
});

async function plain({ blobs }: Awaited<ReturnType<typeof open>>, sha256: string): Promise<string> {
  return (await buffer(await blobs.read(sha256))).toString('latin1');
}
