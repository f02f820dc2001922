import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readUpload, readUploadStream } from './read-upload';
import { makeDirectory, runFiles } from './testing/fixtures';
import { makeTar, makeTarGz } from './testing/tar';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const reason = new Error('not wanted any more');

describe('an aborted signal ends reading with its reason', () => {
  it('before it begins', async () => {
    using directory = makeDirectory(runFiles(RUN));
    const signal = AbortSignal.abort(reason);
    await expect(readUpload(directory.path, { signal })).rejects.toBe(reason);
    const stream = Readable.from([Buffer.from('x')]);
    await expect(readUploadStream(stream, 'x', { signal })).rejects.toBe(reason);
    expect(stream.destroyed).toBe(true);
  });

  it.each([
    ['that gave nothing yet', async () => Buffer.alloc(0)],
    [
      'in the middle of an archive',
      async () => (await makeTar([{ name: 'a', content: 'x'.repeat(50_000) }])).subarray(0, 20_000),
    ],
    ['in the middle of a packed archive', async () => (await makeTarGz(runFiles(RUN))).subarray(0, 3000)],
    ['in the middle of a log', async () => Buffer.from('sysbench 1.0.20\n'.repeat(100))],
  ])('while it waits for a source %s', async (_, bytes) => {
    const source = new PassThrough();
    source.write(await bytes());
    const stop = new AbortController();
    const reading = readUploadStream(source, 'upload', { signal: stop.signal });
    setImmediate(() => stop.abort(reason));
    await expect(reading).rejects.toBe(reason);
    expect(source.destroyed).toBe(true);
  });

  it('between two files of a directory or an archive, which have no reader after it', async () => {
    const files = { ...runFiles(RUN), [`${RUN}/packed.gz`]: await makeTarGz({ a: 'x' }) };
    using directory = makeDirectory({ ...files, 'a.tar': await makeTar(toEntries(files)) });
    for (const target of ['.', 'a.tar']) {
      const stop = new AbortController();
      const read: string[] = [];
      const sink = {
        put: (file: string) => ({
          write: () => undefined,
          close: async () => {
            read.push(file);
            stop.abort(reason);
          },
          abort: async () => undefined,
        }),
      };
      const reading = readUpload(path.join(directory.path, target), { signal: stop.signal, sink });
      await expect(reading).rejects.toBe(reason);
      expect(read).toHaveLength(1);
    }
  });
});

it('reports that its time is used up', async () => {
  using directory = makeDirectory({ ...runFiles(RUN), 'a.tar': await makeTar(toEntries(runFiles(RUN))) });
  for (const target of ['.', 'a.tar']) {
    const reading = readUpload(path.join(directory.path, target), { maxSeconds: 0 });
    await expect(reading).rejects.toMatchObject({ code: 'TIME_LIMIT', message: /not read after 0 seconds/ });
  }
});

function toEntries(files: Record<string, Buffer>) {
  return Object.entries(files).map(([name, content]) => ({ name, content }));
}
