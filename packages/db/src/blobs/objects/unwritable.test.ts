import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { receiveBlob } from '../blob-receiving';
import { asUnwritable } from './object-store';
import { openFolder } from './open-objects';

const folder = mkdtempSync(path.join(os.tmpdir(), 'basecase-unwritable-'));
const file = path.join(folder, 'file');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));

/** Nobody can write below a file, root included. */
const below = openFolder(path.join(file, 'blobs'));
const UNWRITABLE = {
  code: 'BLOBS_UNWRITABLE',
  message: expect.stringMatching(/BASECASE_BLOBS, .*file\/blobs\) can't be written: .*ENOTDIR/),
};

describe('a folder that cannot be written', () => {
  it('is noticed before something is stored, and nothing is made', async () => {
    await expect(below.check()).rejects.toMatchObject(UNWRITABLE);
    await expect(openFolder(file).check()).rejects.toMatchObject({ code: 'BLOBS_UNWRITABLE' });
    const later = path.join(folder, 'a/b');
    await expect(openFolder(later).check()).resolves.toBeUndefined();
    expect(existsSync(path.join(folder, 'a'))).toBe(false);
  });

  it('is reported when something is to be stored or removed', async () => {
    const content = Readable.from([Buffer.from('x')]);
    await expect(receiveBlob(below, content, { nameOf: async () => 'ab/x.gz' })).rejects.toMatchObject(
      UNWRITABLE,
    );
    const put = below.put('ab/x.gz', { path: file, bytes: 0 });
    await expect(put).rejects.toMatchObject(UNWRITABLE);
  });

  it('is not reported for an unreadable input file', async () => {
    const error = await open(path.join(file, 'theirs')).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'ENOTDIR' });
    expect(asUnwritable(error, openFolder(path.join(folder, 'blobs')))).toBe(error);
  });
});
