import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../database';
import { type BlobBench, publish, STORES, stageFile, storeFiles, streamOf } from '../../testing/blob-bench';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { until, WAITING } from '../../testing/upload-bench';
import { type BlobStore, deleteUnnamed, keepBlobs } from '../blob-store';
import { collectGarbage } from '../collect-garbage';
import { describeGarbage } from '../describe-garbage';
import { packName } from '../objects/object-store';
import { openPackSet } from './pack-set';
import { shrinkPacks } from './shrink-packs';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe.each(STORES)('packs in %s', (_, openBench) => {
  let bench: BlobBench;
  let blobs: BlobStore;

  beforeEach(async () => {
    await database.pool.query('TRUNCATE packed_blobs, packs, uploads CASCADE');
    bench = await openBench(database);
    ({ blobs } = bench);
    return () => bench.close();
  });

  const store = (...files: (Buffer | string)[]) => storeFiles({ database, blobs }, files);
  const remove = (candidates: string[], mayLinger = false) =>
    deleteUnnamed(database, blobs, { candidates, mayLinger });
  const plain = async (sha256: string) => buffer(await blobs.read(sha256));

  /** An upload whose files these are. */
  async function name(digests: readonly string[]): Promise<void> {
    const { rows } = await database.pool.query<{ id: number }>(
      `INSERT INTO uploads (sha256, filename, size_bytes, state, origin) VALUES ($1, 'x', 1, 'cancelled', 'uploaded') RETURNING id`,
      [randomBytes(32).toString('hex')],
    );
    await database.pool.query(
      `INSERT INTO artifacts (upload_id, path, sha256, kind, status, size_bytes)
       SELECT $1, sha256, sha256, 'unknown', 'unknown', 1 FROM unnest($2::text[]) AS digests (sha256)`,
      [rows[0]?.id, digests],
    );
  }

  it('go when nothing of them is named any more', async () => {
    const digests = await store('one\n', 'two\n', 'three\n');
    expect(await remove(digests)).toHaveLength(3);
    expect(await bench.list()).toEqual([]);
    expect(await database.prisma.pack.count()).toBe(0);
  });

  it('are rewritten without deleted bytes, and the rest reads as before', async () => {
    const kept = Array.from({ length: 5 }, () => randomBytes(5000));
    const gone = randomBytes(500);
    const files = [...kept.slice(0, 2), gone, ...kept.slice(2)];
    const digests = await store(...files);
    const [before] = await bench.list();
    await remove([digests[2] ?? '']);
    expect(await bench.list()).toEqual([before]);
    expect(await shrinkPacks(database, blobs)).toMatchObject({ packs: 1, left: 0 });
    const [after = ''] = await bench.list();
    expect(after).not.toBe(before);
    const bytes = await buffer(await blobs.objects.read(after));
    expect(bytes.includes(gone.subarray(0, 100))).toBe(false);
    for (const [index, file] of files.entries())
      if (file !== gone) expect(file.equals(await plain(digests[index] ?? ''))).toBe(true);
    expect(await blobs.has(digests[2] ?? '')).toBe(false);
    expect(await shrinkPacks(database, blobs)).toMatchObject({ packs: 0 });
  });

  it('keep a few dead bytes until they are a fifth', async () => {
    const digests = await store(...Array.from({ length: 10 }, () => randomBytes(1000)));
    await remove([digests[0] ?? ''], true);
    expect(await shrinkPacks(database, blobs)).toMatchObject({ packs: 0 });
    await remove([digests[1] ?? ''], true);
    expect(await shrinkPacks(database, blobs)).toMatchObject({ packs: 1 });
    expect((await plain(digests[9] ?? '')).length).toBe(1000);
  });

  it('that were deleted by hand are restored when their contents are stored again', async () => {
    const digests = await store('lost\n', 'lost, too\n');
    for (const pack of await bench.list()) await blobs.objects.remove(pack);
    await store('lost\n', 'new\n');
    expect((await plain(digests[0] ?? '')).toString()).toBe('lost\n');
    await expect(blobs.read(digests[1] ?? '')).rejects.toThrow('No bytes are stored');
    expect(await bench.list()).toHaveLength(1);
  });

  it('can be read while they are rewritten', async () => {
    const digests = await store('stays\n', 'goes\n');
    const located = await blobs.locate(digests);
    await remove([digests[1] ?? '']);
    await shrinkPacks(database, blobs);
    // What was located before leads nowhere; whoever reads looks again.
    await expect(located.get(digests[0] ?? '')?.open()).rejects.toThrow('not in the blob store');
    expect((await plain(digests[0] ?? '')).toString()).toBe('stays\n');
  });

  it('stay unchanged while bytes are being referenced, or a backup is made', async () => {
    const digests = await store('stays\n', 'goes\n');
    await remove([digests[1] ?? '']);
    const before = await bench.list();
    await inTransaction(database, async (client) => {
      await keepBlobs(client);
      expect(await shrinkPacks(database, blobs)).toEqual({ packs: 0, bytes: 0, left: 1 });
    });
    expect(await bench.list()).toEqual(before);
    expect(await shrinkPacks(database, blobs)).toMatchObject({ packs: 1, left: 0 });
  });

  it('of two imports that bring the same at once hold it once, and both are whole', async () => {
    const first = blobs.stage();
    const second = blobs.stage();
    const shared = await stageFile(first, 'a', Buffer.from('shared\n'));
    const own = await stageFile(first, 'b', Buffer.from('own\n'));
    await stageFile(second, 'c', Buffer.from('shared\n'));
    const other = await stageFile(second, 'd', Buffer.from('of the second\n'));
    let later: Promise<void> = Promise.resolve();
    await inTransaction(database, async (client) => {
      await first.publish(client);
      later = publish(database, second);
      await until(
        async () => (await database.pool.query(WAITING)).rowCount,
        (waiting) => waiting === 1,
      );
    });
    await later;
    await first.discard();
    await second.discard();
    expect(await bench.list()).toHaveLength(2);
    for (const [sha256, text] of [
      [shared, 'shared\n'],
      [own, 'own\n'],
      [other, 'of the second\n'],
    ] as const)
      expect((await plain(sha256)).toString()).toBe(text);
    const { rows } = await database.pool.query('SELECT FROM packs WHERE dead_bytes > 0');
    expect(rows).toHaveLength(1);
  });

  it('of a transaction that was taken back are garbage, and it can be done again', async () => {
    const staged = blobs.stage();
    const sha256 = await stageFile(staged, 'a', Buffer.from('again\n'));
    const failing = inTransaction(database, async (client) => {
      await staged.publish(client);
      throw new Error('met another');
    });
    await expect(failing).rejects.toThrow('met another');
    expect(await blobs.has(sha256)).toBe(false);
    await publish(database, staged);
    await staged.discard();
    await name([sha256]);
    expect(await collectGarbage(database, blobs)).toMatchObject({ garbage: 0 });
    expect((await plain(sha256)).toString()).toBe('again\n');
  });

  it('have as many members as fit, and then another one follows', async () => {
    const incoming = blobs.objects.incoming;
    await writeFile(path.join(incoming, 'there'), '').catch(() => {});
    const digests = await store('makes the folder\n');
    const packs = openPackSet(blobs, incoming, 250);
    for (const mark of ['1', '2', '3', '4']) await packs.add(mark.repeat(64), randomBytes(100));
    await packs.add('5'.repeat(64), randomBytes(300));
    await packs.finish();
    await packs.put();
    await inTransaction(database, (client) => packs.save(client));
    await packs.discard();
    const sizes = await database.pool.query<{ size: string }>(
      'SELECT size_bytes AS size FROM packs ORDER BY 1',
    );
    expect(sizes.rows.map(({ size }) => Number(size)).slice(-3)).toEqual([200, 200, 300]);
    expect(digests).toHaveLength(1);
  });

  it('are collected when unreferenced: members, whole packs, and single copies', async () => {
    const [kept = '', gone = ''] = await store('named\n', 'not referenced!\n');
    await name([kept]);
    // A single file, as stored before there were packs.
    await blobs.put(streamOf('named\n'));
    // An import that was killed between its pack and the end of its transaction.
    const killed = packName(await blobs.owner(), randomUUID());
    await writeFile(path.join(blobs.objects.incoming, 'killed'), 'killed');
    await blobs.objects.put(killed, { path: path.join(blobs.objects.incoming, 'killed'), bytes: 6 });
    // Another database with the same store.
    const foreign = packName('0123456789ab', randomUUID());
    await writeFile(path.join(blobs.objects.incoming, 'foreign'), 'foreign');
    await blobs.objects.put(foreign, { path: path.join(blobs.objects.incoming, 'foreign'), bytes: 7 });

    const looked = await collectGarbage(database, blobs, { isDryRun: true });
    expect(looked).toMatchObject({ blobs: 2, objects: 4, garbage: 3, others: { objects: 1, bytes: 7 } });
    expect(await bench.list()).toHaveLength(4);
    const done = await collectGarbage(database, blobs);
    expect(done).toMatchObject({ garbage: 3, left: 0, shrunk: { packs: 1 } });
    expect(describeGarbage(done)).toMatch(
      /1 packs were rewritten.*1 objects \(0\.0 MB\) belong to another database/,
    );
    expect(await bench.list()).toEqual(expect.arrayContaining([foreign]));
    expect(await bench.list()).toHaveLength(2);
    expect([await blobs.has(kept), await blobs.has(gone)]).toEqual([true, false]);
    expect((await plain(kept)).toString()).toBe('named\n');
  });
});
