import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiveBlob } from './blob-receiving';
import type { ObjectStore } from './objects/object-store';
import { singleName } from './objects/object-store';
import { openFolder } from './objects/open-objects';

const MAX_BYTES = 100_000;
const TOO_LARGE = { code: 'BLOBS_TOO_LARGE', message: expect.stringContaining('Send it in parts') };

let folder: string;
let objects: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-receiving-'));
  // As S3 has a limit, which is too large for a test.
  objects = { ...openFolder(folder), maxBytes: MAX_BYTES };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Files below the folder. */
async function left(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** A stream in pieces that says how many of them were asked for. */
function inPieces(bytes: Buffer) {
  const taken = { pieces: 0 };
  const content = Readable.from(
    (function* () {
      for (let start = 0; start < bytes.length; start += 10_000) {
        taken.pieces += 1;
        yield bytes.subarray(start, start + 10_000);
      }
    })(),
    { highWaterMark: 1 },
  );
  return { content, taken };
}

const nameOf = async (sha256: string) => singleName('owner', sha256);

describe('receiveBlob', () => {
  it('refuses a tarball with a declared size above the limit after its first bytes', async () => {
    const tarball = gzipSync(randomBytes(5 * MAX_BYTES));
    const { content, taken } = inPieces(tarball);
    await expect(
      receiveBlob(objects, content, { nameOf, announcedBytes: tarball.length }),
    ).rejects.toMatchObject(TOO_LARGE);
    expect(taken.pieces).toBeLessThan(4);
    expect(await left()).toEqual([]);
  });

  it('refuses one that says nothing as soon as it is too large, and keeps nothing of it', async () => {
    const { content, taken } = inPieces(randomBytes(50 * MAX_BYTES));
    await expect(receiveBlob(objects, content, { nameOf })).rejects.toMatchObject(TOO_LARGE);
    expect(taken.pieces).toBeLessThan(250);
    expect(await left()).toEqual([]);
  });

  it('accepts content that is small enough when packed, whatever its declared length', async () => {
    const log = Buffer.from('queries: 1\n'.repeat(MAX_BYTES));
    const received = await receiveBlob(objects, Readable.from([log]), { nameOf, announcedBytes: log.length });
    expect(received.sizeBytes).toBe(log.length);
    await received.publish();
    await received.discard();
  });
});
