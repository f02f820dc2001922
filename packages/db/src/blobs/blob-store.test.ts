import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { BlobVanishedError, NotFoundError } from '../errors';
import { openBlobStore } from './blob-store';

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the blob store', () => {
  let folder: string;
  let blobs: ReturnType<typeof openBlobStore>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-blobs-'));
    blobs = openBlobStore(path.join(folder, 'blobs'));
    return () => rm(folder, { recursive: true, force: true });
  });

  const files = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  /** Writes one file through a staging in pieces, as the archive reader does. */
  const stageFile = async (staged: ReturnType<typeof blobs.stage>, name: string, bytes: Buffer) => {
    const writer = staged.sink.put(name);
    for (let start = 0; start < bytes.length; start += 65_536) {
      await writer.write(bytes.subarray(start, start + 65_536));
    }
    await writer.close(sha256Of(bytes));
  };

  it('names what it stores by the sha256 of the plain bytes, and reads it back', async () => {
    const bytes = Buffer.from('queries: 1\n');
    const { sha256, sizeBytes } = await blobs.put(Readable.from([bytes]));
    expect([sha256, sizeBytes]).toEqual([sha256Of(bytes), 11]);
    const file = path.join(blobs.directory, sha256.slice(0, 2), `${sha256}.gz`);
    expect(gunzipSync(await readFile(file))).toEqual(bytes);
    expect(await buffer(await blobs.read(sha256))).toEqual(bytes);
  });

  it('never writes again what is there', async () => {
    const content = () => Readable.from([Buffer.from('same')]);
    const { sha256 } = await blobs.put(content());
    const file = path.join(blobs.directory, sha256.slice(0, 2), `${sha256}.gz`);
    const before = await stat(file);
    await blobs.put(content());
    const staged = blobs.stage();
    await stageFile(staged, 'same.txt', Buffer.from('same'));
    await staged.publish();
    expect((await stat(file)).ino).toBe(before.ino);
    expect(await files()).toHaveLength(1);
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
    await staged.publish();
    // Not toEqual on the bytes: comparing millions of elements takes a minute.
    expect(bytes.equals(await buffer(await blobs.read(sha256Of(bytes))))).toBe(true);
    expect(await files()).toEqual([`${sha256Of(bytes)}.gz`]);
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
    await staged.publish();
    expect(await buffer(await blobs.read(sha256Of(expected)))).toEqual(expected);
  });

  it('leaves nothing behind when a staging is discarded or a file given up', async () => {
    const staged = blobs.stage();
    await stageFile(staged, 'kept.log', randomBytes(1000));
    const writer = staged.sink.put('cut.log');
    await writer.write(randomBytes(2 * 1024 * 1024));
    await writer.abort();
    await staged.discard();
    expect(await files()).toEqual([]);
  });

  it('keeps the text of config files, and of no others', async () => {
    const staged = blobs.stage();
    await stageFile(staged, 'run/my.cnf.cz12a_c8r32', Buffer.from('[mysqld]\n'));
    await stageFile(staged, 'run/sb.o.scan', Buffer.from('queries\n'));
    await stageFile(staged, 'run/my.cnf.huge', Buffer.alloc(300 * 1024, 'x'));
    await staged.publish();
    expect([...staged.configTexts]).toEqual([['run/my.cnf.cz12a_c8r32', '[mysqld]\n']]);
  });

  it('says so when bytes are not there, and refuses names that are no sha256', async () => {
    await expect(blobs.read('0'.repeat(64))).rejects.toThrow(NotFoundError);
    await expect(blobs.read('../../etc/passwd')).rejects.toThrow('not a sha256');
  });

  it('does not pack again what is packed, and reads it back', async () => {
    // Begins like gzip, and would shrink to nothing if it were packed.
    const packed = Buffer.concat([Buffer.from('1f8b', 'hex'), Buffer.alloc(100_000)]);
    const { sha256 } = await blobs.put(Readable.from([packed.subarray(0, 70_000), packed.subarray(70_000)]));
    const stored = await stat(path.join(blobs.directory, sha256.slice(0, 2), `${sha256}.gz`));
    expect(stored.size).toBeGreaterThan(packed.length);
    expect(packed.equals(await buffer(await blobs.read(sha256)))).toBe(true);
  });

  it('stores no bytes as well', async () => {
    const { sha256, sizeBytes } = await blobs.put(Readable.from([]));
    expect([sha256, sizeBytes]).toEqual([sha256Of(Buffer.alloc(0)), 0]);
  });

  it('keeps what was received out of the store until it is published', async () => {
    const received = await blobs.receive(Readable.from([Buffer.from('on its way\n')]));
    expect(await blobs.has(received.sha256)).toBe(false);
    await received.publish();
    await received.discard();
    expect(await blobs.has(received.sha256)).toBe(true);
    await blobs.remove(received.sha256);
    await blobs.remove(received.sha256);
    expect(await files()).toEqual([]);
  });

  it('leaves nothing behind of a stream that breaks before it is read', async () => {
    const content = new Readable({ read() {} });
    const receiving = blobs.receive(content);
    content.destroy(new Error('cut off'));
    await expect(receiving).rejects.toThrow('cut off');
    expect(await files()).toEqual([]);
  });

  it('refuses to publish when bytes it counted on were deleted', async () => {
    const bytes = Buffer.from('shared by two uploads\n');
    const { sha256 } = await blobs.put(Readable.from([bytes]));
    const staged = blobs.stage();
    await stageFile(staged, 'sb.o.a', bytes);
    await stageFile(staged, 'sb.o.b', Buffer.from('its own\n'));
    await blobs.remove(sha256);
    await expect(staged.publish()).rejects.toThrow(BlobVanishedError);
    await staged.discard();
    expect(await files()).toEqual([]);
  });

  it('removes what dead processes left, and nothing that is on its way', async () => {
    await blobs.removeLeftovers();
    const mine = await blobs.receive(Readable.from([Buffer.from('mine, on its way\n')]));
    const tmp = path.join(blobs.directory, 'tmp');
    const [owner = ''] = await readdir(tmp);
    const gone = owner.replace(/\.\d+\.(\d*)$/, '.4194305.$1');
    const reused = owner.replace(/\d*$/, '1');
    const leave = async (folder: string, age: number) => {
      await mkdir(path.join(tmp, folder));
      await writeFile(path.join(tmp, folder, 'half'), 'half');
      const then = new Date(Date.now() - age);
      await utimes(path.join(tmp, folder), then, then);
    };
    await leave(gone, 0);
    if (process.platform === 'linux') await leave(reused, 0);
    // On another machine: a sign of life within the last half hour keeps it.
    await leave('elsewhere-1.17.99', 60_000);
    await leave('elsewhere-1.18.99', 3_600_000);
    await leave('a-folder-of-an-older-version', 60_000);
    await blobs.removeLeftovers();
    expect((await readdir(tmp)).sort()).toEqual(
      ['a-folder-of-an-older-version', 'elsewhere-1.17.99', owner].sort(),
    );
    await mine.publish();
    expect(await blobs.has(mine.sha256)).toBe(true);
  });
});
