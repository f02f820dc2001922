import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeWhole } from './backup-file';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-target-'));
  return () => rm(folder, { recursive: true });
});

const inFolder = (name: string) => path.join(folder, name);
const write = (out: Writable) => pipeline(Readable.from([Buffer.from('a backup')]), out);

describe.skipIf(process.platform === 'win32')('writeWhole', () => {
  it('leaves a link as it is and replaces what it names', async () => {
    await mkdir(inFolder('disk'));
    await writeFile(inFolder('disk/old.tar'), 'the backup of yesterday');
    await symlink('disk/old.tar', inFolder('link'));
    await writeWhole(inFolder('link'), write);
    expect(await readlink(inFolder('link'))).toBe('disk/old.tar');
    expect(await readFile(inFolder('disk/old.tar'), 'utf8')).toBe('a backup');
    expect([await readdir(folder), await readdir(inFolder('disk'))]).toEqual([['disk', 'link'], ['old.tar']]);
  });

  it('creates a missing target of a link, next to its final place', async () => {
    await mkdir(inFolder('disk'));
    await symlink('disk', inFolder('mounted'));
    await symlink('../disk/new.tar', inFolder('disk/second'));
    await symlink('mounted/second', inFolder('first'));
    await writeWhole(inFolder('first'), async (out) => {
      await write(out);
      expect(await readdir(inFolder('disk'))).toContainEqual(
        expect.stringMatching(/^new\.tar\..*\.partial$/),
      );
    });
    expect(await readFile(inFolder('disk/new.tar'), 'utf8')).toBe('a backup');
    expect((await lstat(inFolder('first'))).isSymbolicLink()).toBe(true);
  });

  it('keeps what is there when it fails behind a link', async () => {
    await writeFile(inFolder('old.tar'), 'the backup of yesterday');
    await symlink('old.tar', inFolder('link'));
    const failing = writeWhole(inFolder('link'), async () => {
      throw new Error('the database is gone');
    });
    await expect(failing).rejects.toThrow('the database is gone');
    expect(await readFile(inFolder('old.tar'), 'utf8')).toBe('the backup of yesterday');
    expect(await readdir(folder)).toEqual(['link', 'old.tar']);
  });

  it('refuses links in a circle', async () => {
    await symlink('b', inFolder('a'));
    await symlink('a', inFolder('b'));
    await expect(writeWhole(inFolder('a'), write)).rejects.toMatchObject({ code: 'ELOOP' });
  });

  // By a link: what would replace the device itself must not be tried on the one of this machine.
  it.skipIf(process.platform !== 'linux')('writes into a device, whose errors are errors', async () => {
    await symlink('/dev/null', inFolder('null'));
    await symlink('/dev/full', inFolder('full'));
    await writeWhole(inFolder('null'), write);
    await expect(writeWhole(inFolder('full'), write)).rejects.toMatchObject({ code: 'ENOSPC' });
    for (const name of ['null', 'full']) expect((await lstat(inFolder(name))).isSymbolicLink()).toBe(true);
  });

  it('writes into a pipe, whose reader may come later', async () => {
    execFileSync('mkfifo', [inFolder('pipe')]);
    const written = writeWhole(inFolder('pipe'), write);
    const reader = createReadStream(inFolder('pipe'));
    expect(await text(reader)).toBe('a backup');
    await written;
    expect((await lstat(inFolder('pipe'))).isFIFO()).toBe(true);
  });

  it('fails when the reader of a pipe ends first', async () => {
    execFileSync('mkfifo', [inFolder('pipe')]);
    const written = writeWhole(inFolder('pipe'), (out) =>
      pipeline(async function* () {
        for (;;) yield Buffer.alloc(65_536);
      }, out),
    );
    const reader = createReadStream(inFolder('pipe'));
    reader.once('data', () => reader.destroy());
    await expect(written).rejects.toMatchObject({ code: 'EPIPE' });
  });

  it('waits for a reader no longer than the given time', async () => {
    execFileSync('mkfifo', [inFolder('pipe')]);
    const stop = new AbortController();
    const written = writeWhole(inFolder('pipe'), write, stop.signal);
    stop.abort();
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('refuses what nothing can be written into, before anything is read', async () => {
    const server = createServer().listen(inFolder('socket'));
    await once(server, 'listening');
    const never = async () => expect.unreachable();
    await expect(writeWhole(inFolder('socket'), never)).rejects.toMatchObject({ code: 'ENXIO' });
    await expect(writeWhole(folder, never)).rejects.toMatchObject({ code: 'EISDIR' });
    server.close();
    await once(server, 'close');
  });
});
