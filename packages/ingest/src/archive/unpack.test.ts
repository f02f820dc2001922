import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory } from '../testing/fixtures';

const SAMPLES = path.join(import.meta.dirname, 'samples');

describe.each(['run.tar.zst', 'run.tar.xz'])('%s', (name) => {
  it('is read like the directory it was made of', async () => {
    const upload = await readUpload(path.join(SAMPLES, name));
    expect(upload.runs).toMatchObject([
      {
        label: 'x.my9500_rel_o2nofp.z12a_c8r32.pk1',
        results: [{ test: 'read-write', range: 100, status: 'ok' }],
      },
    ]);
  });

  it('reports that it is damaged or cut', async () => {
    const bytes = readFileSync(path.join(SAMPLES, name));
    using directory = makeDirectory({ [name]: bytes.subarray(0, bytes.length - 60) });
    await expect(readUpload(path.join(directory.path, name))).rejects.toMatchObject({
      code: 'ARCHIVE_UNREADABLE',
    });
  });
});
