import { randomBytes } from 'node:crypto';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256Of } from '../backup/format';
import { BlobVanishedError, NotFoundError } from '../errors';
import { type BlobBench, publish, STORES, stageFile, storeFiles, streamOf } from '../testing/blob-bench';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { listFiles } from '../testing/upload-bench';
import { type BlobStore, deleteUnnamed } from './blob-store';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe.each(STORES)('a blob store in %s', (_, openBench) => {
  let bench: BlobBench;
  let blobs: BlobStore;

  beforeEach(async () => {
    await database.pool.query('TRUNCATE packed_blobs, packs');
    bench = await openBench(database);
    ({ blobs } = bench);
    return () => bench.close();
  });

  /** Files of this process on their way in. */
  const onTheirWay = async () => {
    const files = await listFiles(blobs.objects.incoming).catch(() => []);
    return files.filter((name) => name.startsWith('tmp/'));
  };
  const plain = async (sha256: string) => buffer(await blobs.read(sha256));
  const ownName = async (sha256: string) => (await blobs.singleNames(sha256))[0];
  const store = (...files: (Buffer | string)[]) => storeFiles({ database, blobs }, files);

  it('names what it stores by the sha256 of the plain bytes, and reads it back', async () => {
    const bytes = Buffer.from('queries: 1\n');
    const { sha256, sizeBytes } = await blobs.put(streamOf(bytes));
    expect([sha256, sizeBytes]).toEqual([sha256Of(bytes), 11]);
    expect(await bench.list()).toEqual([await ownName(sha256)]);
    expect(gunzipSync(await buffer(await blobs.objects.read(await ownName(sha256))))).toEqual(bytes);
    expect(await plain(sha256)).toEqual(bytes);
  });

  it('packs the files of an import into one object, of which each is read by itself', async () => {
    const files = ['a\n', '', 'b'.repeat(100_000), randomBytes(3000)].map((text) => Buffer.from(text));
    const digests = await store(...files);
    const [pack = ''] = await bench.list();
    expect(await bench.list()).toEqual([
      expect.stringMatching(/^packs\/[0-9a-f]{12}\/..\/[0-9a-f-]{36}\.gz$/),
    ]);
    for (const [index, sha256] of digests.entries()) expect(await plain(sha256)).toEqual(files[index]);
    // All of it is what zcat prints.
    const all = gunzipSync(await buffer(await blobs.objects.read(pack)));
    expect(all).toHaveLength(files.reduce((sum, { length }) => sum + length, 0));
  });

  it('stores a content once, whoever brings it again', async () => {
    const [shared = ''] = await store('shared\n', 'of the first\n');
    const before = await bench.list();
    const staged = blobs.stage();
    await stageFile(staged, 'x', Buffer.from('shared\n'));
    await publish(database, staged);
    await staged.discard();
    expect(await bench.list()).toEqual(before);
    expect((await plain(shared)).toString()).toBe('shared\n');
  });

  it('never writes again what is there under a name', async () => {
    const { sha256 } = await blobs.put(streamOf('same'));
    const before = await blobs.objects.size(await ownName(sha256));
    const other = path.join(blobs.objects.incoming, 'other');
    await writeFile(other, 'something else, and longer than it was');
    await blobs.objects.put(await ownName(sha256), { path: other, bytes: 38 });
    expect(await blobs.objects.size(await ownName(sha256))).toBe(before);
  });

  it.each([
    ['empty', 0],
    ['small', 1000],
    ['just small enough', 512 * 1024],
    ['large', 3 * 1024 * 1024],
  ])('publishes a staged file that is %s', async (name, size) => {
    const bytes = randomBytes(size);
    const staged = blobs.stage();
    await stageFile(staged, name, bytes);
    expect(await blobs.has(sha256Of(bytes))).toBe(false);
    await publish(database, staged);
    await staged.discard();
    // Not toEqual on the bytes: comparing millions of elements takes a minute.
    expect(bytes.equals(await plain(sha256Of(bytes)))).toBe(true);
    expect(await bench.list()).toHaveLength(1);
    expect(await onTheirWay()).toEqual([]);
  });

  it('keeps what was written when the writer reuses its buffer', async () => {
    const reused = Buffer.from('first ');
    const staged = blobs.stage();
    const writer = staged.sink.put('a.log');
    await writer.write(reused);
    reused.write('second');
    await writer.write(reused);
    const expected = Buffer.from('first second');
    await writer.close(sha256Of(expected));
    await publish(database, staged);
    expect(await plain(sha256Of(expected))).toEqual(expected);
    await staged.discard();
  });

  it('leaves nothing behind when a staging is discarded or a file given up', async () => {
    const staged = blobs.stage();
    await stageFile(staged, 'kept.log', randomBytes(1000));
    const writer = staged.sink.put('cut.log');
    await writer.write(randomBytes(2 * 1024 * 1024));
    await writer.abort();
    await staged.send();
    await staged.discard();
    expect([await bench.list(), await onTheirWay()]).toEqual([[], []]);
  });

  it('keeps the text of config files, and of no others', async () => {
    const staged = blobs.stage();
    await stageFile(staged, 'run/my.cnf.cz12a_c8r32', Buffer.from('[mysqld]\n'));
    await stageFile(staged, 'run/sb.o.scan', Buffer.from('queries\n'));
    await stageFile(staged, 'run/my.cnf.huge', Buffer.alloc(300 * 1024, 'x'));
    await publish(database, staged);
    expect([...staged.configTexts]).toEqual([['run/my.cnf.cz12a_c8r32', '[mysqld]\n']]);
    await staged.discard();
  });

  it('reports missing bytes, and refuses names that are not a sha256', async () => {
    await expect(blobs.read('0'.repeat(64))).rejects.toThrow(NotFoundError);
    await expect(blobs.read('../../etc/passwd')).rejects.toThrow('not a sha256');
  });

  it('reports a missing pack that rows refer to', async () => {
    const [sha256 = ''] = await store('deleted by hand\n');
    for (const name of await bench.list()) await blobs.objects.remove(name);
    await expect(blobs.read(sha256)).rejects.toThrow(NotFoundError);
  });

  it('does not pack again what is packed, and reads it back', async () => {
    // Begins like gzip, and would shrink to nothing if it were packed.
    const packed = Buffer.concat([Buffer.from('1f8b', 'hex'), Buffer.alloc(100_000)]);
    const { sha256 } = await blobs.put(Readable.from([packed.subarray(0, 70_000), packed.subarray(70_000)]));
    expect(await blobs.objects.size(await ownName(sha256))).toBeGreaterThan(packed.length);
    expect(packed.equals(await plain(sha256))).toBe(true);
  });

  it('stores no bytes as well', async () => {
    const { sha256, sizeBytes } = await blobs.put(Readable.from([]));
    expect([sha256, sizeBytes]).toEqual([sha256Of(Buffer.alloc(0)), 0]);
    expect(await plain(sha256)).toHaveLength(0);
  });

  it('keeps what was received out of the store until it is published', async () => {
    const received = await blobs.receive(streamOf('on its way\n'));
    expect(await blobs.has(received.sha256)).toBe(false);
    await received.publish();
    await received.discard();
    expect(await blobs.has(received.sha256)).toBe(true);
    for (const _ of [1, 2]) await deleteUnnamed(database, blobs, { candidates: [received.sha256] });
    expect(await bench.list()).toEqual([]);
  });

  it('puts again what was sent ahead and collected before it was named', async () => {
    const received = await blobs.receive(streamOf('collected too early\n'));
    await received.send();
    await blobs.objects.remove(await ownName(received.sha256));
    await received.publish();
    await received.discard();
    expect((await plain(received.sha256)).toString()).toBe('collected too early\n');
    const staged = blobs.stage();
    const sha256 = await stageFile(staged, 'x', Buffer.from('a pack, collected too early\n'));
    await staged.send();
    for (const name of await bench.list()) if (name.startsWith('packs/')) await blobs.objects.remove(name);
    await publish(database, staged);
    await staged.discard();
    expect((await plain(sha256)).toString()).toBe('a pack, collected too early\n');
  });

  it('leaves nothing behind of a stream that breaks before it is read', async () => {
    const content = new Readable({ read() {} });
    const receiving = blobs.receive(content);
    content.destroy(new Error('cut off'));
    await expect(receiving).rejects.toThrow('cut off');
    expect([await bench.list(), await onTheirWay()]).toEqual([[], []]);
  });

  it('refuses to publish when bytes it counted on were deleted', async () => {
    const [sha256 = ''] = await store('shared by two uploads\n');
    const staged = blobs.stage();
    await stageFile(staged, 'sb.o.a', Buffer.from('shared by two uploads\n'));
    await stageFile(staged, 'sb.o.b', Buffer.from('its own\n'));
    await staged.send();
    await deleteUnnamed(database, blobs, { candidates: [sha256] });
    await expect(publish(database, staged)).rejects.toThrow(BlobVanishedError);
    await staged.discard();
    expect([await bench.list(), await onTheirWay()]).toEqual([[], []]);
  });

  it('locates what is there, packed or alone, with its packed size', async () => {
    const [packed = ''] = await store('in a pack\n', 'next one\n');
    const { sha256: alone } = await blobs.put(streamOf('by itself\n'));
    const located = await blobs.locate([packed, alone, '0'.repeat(64)]);
    expect([...located.keys()].sort()).toEqual([packed, alone].sort());
    for (const { bytes, open } of located.values()) expect(await buffer(await open())).toHaveLength(bytes);
  });

  it('removes what dead processes left, and nothing that is on its way', async () => {
    await blobs.removeLeftovers();
    const mine = await blobs.receive(streamOf('mine, on its way\n'));
    const tmp = path.join(blobs.objects.incoming, 'tmp');
    const [file = ''] = await onTheirWay();
    const [, owner = ''] = file.split('/');
    const leave = async (folder: string, age: number) => {
      await mkdir(path.join(tmp, folder), { recursive: true });
      await writeFile(path.join(tmp, folder, 'half'), 'half');
      const then = new Date(Date.now() - age);
      await utimes(path.join(tmp, folder), then, then);
    };
    const gone = owner.replace(/\.\d+\.(\d*)$/, '.4194305.$1');
    const reused = owner.replace(/\d*$/, '1');
    await leave(gone, 0);
    if (process.platform === 'linux') await leave(reused, 0);
    // On another machine: a sign of life within the last half hour keeps it.
    await leave('elsewhere-1.17.99', 60_000);
    await leave('elsewhere-1.18.99', 3_600_000);
    await leave('a-folder-of-an-older-version', 60_000);
    await blobs.removeLeftovers();
    const left = await readdir(tmp);
    expect(left.sort()).toEqual(['a-folder-of-an-older-version', 'elsewhere-1.17.99', owner].sort());
    await mine.publish();
    await mine.discard();
    expect(await blobs.has(mine.sha256)).toBe(true);
  });

  it('keeps what is on its way in for its owner alone', async () => {
    const received = await blobs.receive(streamOf('may hold secrets\n'));
    const [file = ''] = await onTheirWay();
    expect((await stat(path.join(blobs.objects.incoming, file))).mode & 0o777).toBe(0o600);
    const folder = await stat(path.dirname(path.join(blobs.objects.incoming, file)));
    expect(folder.mode & 0o777).toBe(0o700);
    await received.discard();
  });
});
