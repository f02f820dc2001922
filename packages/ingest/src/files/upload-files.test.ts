import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory, runFiles } from '../testing/fixtures';
import { makeTarGz } from '../testing/tar';
import type { ArtifactSink } from './artifact-sink';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';

describe('the files of an upload', () => {
  it('gives the sink the masked bytes, and their hash to the artifact', async () => {
    const stored = new Map<string, Buffer>();
    const hashes = new Map<string, string>();
    const sink: ArtifactSink = {
      put: (file) => {
        const parts: Buffer[] = [];
        return {
          // Slower than the reader, as a store is.
          write: async (chunk) => {
            const copy = Buffer.from(chunk);
            await Promise.resolve();
            parts.push(copy);
          },
          close: async (sha256) => {
            stored.set(file, Buffer.concat(parts));
            hashes.set(file, sha256);
          },
          abort: async () => {},
        };
      },
    };
    using directory = makeDirectory(runFiles(RUN));
    const upload = await readUpload(directory.path, { sink });
    expect([...stored.keys()].sort()).toEqual(upload.artifacts.map(({ path: file }) => file).sort());
    for (const { path: file, sha256, sizeBytes } of upload.artifacts) {
      const bytes = stored.get(file) ?? Buffer.alloc(0);
      expect(bytes.includes('s3cret')).toBe(false);
      expect([sizeBytes, sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')]);
      expect(hashes.get(file)).toBe(sha256);
    }
    expect(JSON.stringify(upload)).not.toContain('s3cret');
    const untouched = `${RUN}/sb.io.read-write.range100.pk1.dop2`;
    expect(stored.get(untouched)).toEqual(readFileSync(path.join(directory.path, untouched)));
  });

  it('computes no hash unless requested', async () => {
    using directory = makeDirectory(runFiles(RUN));
    const [hashed, bare] = [
      await readUpload(directory.path),
      await readUpload(directory.path, { hash: false }),
    ];
    expect(bare.artifacts.every(({ sha256 }) => sha256 === '')).toBe(true);
    expect(hashed.artifacts.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true);
    expect(bare.runs).toEqual(hashed.runs);
  });

  it('tells how far it is', async () => {
    using directory = makeDirectory({ 'a.tar.gz': await makeTarGz(runFiles(RUN)) });
    const seen: { files: number; bytes: number; results: number }[] = [];
    await readUpload(path.join(directory.path, 'a.tar.gz'), {
      onProgress: (progress) => seen.push(progress),
    });
    const sizes = Object.values(runFiles(RUN)).map((bytes) => bytes.length);
    expect(seen.at(-1)).toEqual({
      files: sizes.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      // Two of sysbench, two sb.met, sb.prepare and sb.r.qps; not vmstat and iostat.
      results: 6,
    });
  });
});
