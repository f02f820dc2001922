import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ParsedUpload } from '../model/run';
import { readUpload, readUploadStream } from '../read-upload';
import { makeDirectory, runFiles } from '../testing/fixtures';
import { collectingSink } from '../testing/stored';
import { makeTar, makeTarGz } from '../testing/tar';
import { packStored } from './stored-files';

/** What one reading gives, and what reading gives that has only its masked files. */
async function readTwice(read: (sink: ReturnType<typeof collectingSink>) => Promise<ParsedUpload>) {
  const sink = collectingSink();
  const first = await read(sink);
  const again = collectingSink();
  const files = first.artifacts.map(({ path, sizeBytes }) => ({
    path,
    sizeBytes,
    open: async () => Readable.from([sink.files.get(path) ?? Buffer.alloc(0)]),
  }));
  const second = await readUploadStream(packStored(files), 'whatever.tar', {
    sink: again.sink,
    stored: first.firstReading,
  });
  return { first, second };
}

const bySortedDiagnostics = (upload: ParsedUpload) => ({
  ...upload,
  diagnostics: upload.diagnostics.map((found) => JSON.stringify(found)).sort(),
  firstReading: {
    ...upload.firstReading,
    diagnostics: upload.firstReading.diagnostics.map((found) => JSON.stringify(found)).sort(),
  },
});

async function expectSame(read: Parameters<typeof readTwice>[0]): Promise<ParsedUpload> {
  const { first, second } = await readTwice(read);
  expect(bySortedDiagnostics(second)).toEqual(bySortedDiagnostics(first));
  return first;
}

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const run = runFiles(RUN);
const [logName = '', log = Buffer.alloc(0)] =
  Object.entries(run).find(([name]) => name.endsWith('/sb.o.read-write.range100.pk1.dop2')) ?? [];
const bare = logName.slice(RUN.length + 1);

describe('what was stored reads as what came', () => {
  it('a tarball, with links, devices, a path twice and a cut end', async () => {
    const tar = await makeTar([
      ...Object.entries(run).map(([name, content]) => ({ name, content })),
      { name: 'link', type: 'symlink', linkname: '/etc/passwd' },
      { name: '../escape', content: 'x' },
      { name: logName, content: 'twice' },
      { name: `${RUN}/empty`, content: '' },
      { name: 'notes.password=hunter2.txt', content: 'password=hunter2\n' },
      { name: 'notes.password=other.txt', content: 'x\n' },
    ]);
    const upload = await expectSame((sink) =>
      readUploadStream(Readable.from([gzipSync(tar)]), 'a.tar.gz', { sink: sink.sink }),
    );
    expect(upload.diagnostics.filter(({ code }) => code === 'UNSAFE_ENTRY')).toHaveLength(2);
    expect(JSON.stringify(upload)).not.toContain('hunter2');
    expect(upload.artifacts.map(({ path }) => path)).toContain('2~notes.password=***.txt');
  });

  it('a single log, packed, whose name is its label', async () => {
    await expectSame((sink) =>
      readUploadStream(Readable.from([gzipSync(log)]), `${bare}.gz`, { sink: sink.sink }),
    );
  });

  it('a single log in the directory that names the run', async () => {
    using directory = makeDirectory({ [logName]: log });
    const upload = await expectSame((sink) =>
      readUpload(`${directory.path}/${logName}`, { sink: sink.sink }),
    );
    expect(upload.firstReading.rootLabel).toBe(RUN);
  });

  it('archives in archives, packed members, and damaged ones', async () => {
    const inner = await makeTarGz({ [bare]: log, 'deep.tar': await makeTar([{ name: 'x', content: 'y' }]) });
    const packed = gzipSync(log);
    const outer = await makeTar([
      { name: `${RUN}.tar.gz`, content: inner },
      { name: 'y/cut.gz', content: packed.subarray(0, packed.length - 20) },
      { name: 'y/twice.gz', content: gzipSync(gzipSync('password=hunter2\n')) },
      {
        name: 'y/archive.zip',
        content: Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100, 7)]),
      },
      { name: 'y/cut.tar.gz', content: inner.subarray(0, inner.length / 2) },
    ]);
    const upload = await expectSame((sink) =>
      readUploadStream(Readable.from([outer]), 'x.tar', { sink: sink.sink }),
    );
    expect(upload.diagnostics.map(({ code }) => code)).toContain('TRUNCATED_LOG');
  });

  it('a directory with names that no archive may have', async () => {
    using directory = makeDirectory({ [logName]: log, 'c:odd': 'x', 'a\\..\\b': 'y', 'ünï ☃': 'z' });
    const upload = await expectSame((sink) => readUpload(directory.path, { sink: sink.sink }));
    expect(upload.artifacts.map(({ path }) => path)).toContain('c:odd');
  });
});

it('does not keep what is packed in a way that cannot be looked into', async () => {
  const sink = collectingSink();
  const hidden = gzipSync('password=hunter2\n');
  const tar = await makeTar([
    { name: logName, content: log },
    { name: 'twice.gz', content: gzipSync(hidden) },
    {
      name: 'a.7z',
      content: Buffer.concat([Buffer.from('377abcaf271c', 'hex'), Buffer.from('password=hunter2')]),
    },
  ]);
  const upload = await readUploadStream(Readable.from([tar]), 'x.tar', { sink: sink.sink });
  for (const name of ['twice.gz', 'a.7z'])
    expect(sink.files.get(name)?.toString()).toMatch(/^basecase: not kept/);
  expect(upload.diagnostics.find(({ file }) => file === 'a.7z')).toMatchObject({ code: 'UNKNOWN_FORMAT' });
});
