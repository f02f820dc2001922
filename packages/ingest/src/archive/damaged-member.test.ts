import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readUploadStream } from '../read-upload';
import { readFixture } from '../testing/fixtures';
import { END_OF_TAR, rawEntry } from '../testing/raw-tar';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const LOG = 'sb.o.read-write.range100.pk1.dop2';
const heads: Record<string, Buffer> = {
  gzip: gzipSync('x').subarray(0, 10),
  zstd: readFileSync(path.join(import.meta.dirname, 'samples', 'run.tar.zst')).subarray(0, 12),
  xz: readFileSync(path.join(import.meta.dirname, 'samples', 'run.tar.xz')).subarray(0, 12),
};

it.each(Object.entries(heads))(
  '%s data that is damaged at its start, with megabytes after it: the log behind it is read',
  async (_, head) => {
    const tar = Buffer.concat([
      rawEntry({ name: 'damaged' }, Buffer.concat([head, Buffer.alloc(2_000_000, 'x')])),
      rawEntry({ name: `${RUN}/${LOG}` }, readFixture(LOG)),
      END_OF_TAR,
    ]);
    const chunks = Array.from({ length: Math.ceil(tar.length / 65_536) }, (_, i) =>
      tar.subarray(i * 65_536, (i + 1) * 65_536),
    );
    const upload = await readUploadStream(Readable.from(chunks), 'a.tar');
    expect(upload.runs).toMatchObject([{ label: RUN }]);
    expect(upload.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'TRUNCATED_LOG', file: 'damaged' }),
    );
  },
);

it('damaged data under a repeated path does not stop the reading', async () => {
  const entries = [readFixture(LOG), heads['xz'] ?? Buffer.alloc(0), readFixture(LOG)];
  const names = [`${RUN}/${LOG}`, `${RUN}/${LOG}`, `y/${LOG}`];
  const tar = Buffer.concat([
    ...entries.map((bytes, i) => rawEntry({ name: names[i] ?? '' }, bytes)),
    END_OF_TAR,
  ]);
  const upload = await readUploadStream(Readable.from([tar]), 'a.tar');
  expect(upload.artifacts.map((file) => file.path)).toEqual([names[0], names[2]]);
});
