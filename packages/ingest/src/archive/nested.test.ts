import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ReadOptions, readUpload } from '../read-upload';
import { makeDirectory, readFixture } from '../testing/fixtures';
import { makeTar, makeTarGz } from '../testing/tar';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const LOG = 'sb.o.read-write.range100.pk1.dop2';
const log = readFixture(LOG);

async function readFiles(files: Record<string, Buffer | string>, options: ReadOptions = {}) {
  using directory = makeDirectory(files);
  return await readUpload(directory.path, options);
}

async function readArchive(bytes: Buffer, options: ReadOptions = {}) {
  using directory = makeDirectory({ 'upload.tar.gz': bytes });
  return await readUpload(path.join(directory.path, 'upload.tar.gz'), options);
}

const pathsOf = ({ artifacts }: { artifacts: { path: string }[] }) =>
  artifacts.map((artifact) => artifact.path);

describe('an archive inside an upload', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['.tar', () => makeTar([{ name: `${RUN}/${LOG}`, content: log }])],
    ['.tar.gz', () => makeTarGz({ [`${RUN}/${LOG}`]: log })],
    ['.tgz', () => makeTarGz({ [`${RUN}/${LOG}`]: log })],
  ])('%s is opened: in a directory and in an archive', async (suffix, make) => {
    const inner = { [`dop2/${RUN}${suffix}`]: await make() };
    for (const upload of [await readFiles(inner), await readArchive(await makeTarGz(inner))]) {
      expect(pathsOf(upload)).toEqual([`dop2/${RUN}/${RUN}/${LOG}`]);
      expect(upload.runs).toMatchObject([{ label: `dop2/${RUN}/${RUN}`, variant: { version: '9.5.0' } }]);
      expect(upload.diagnostics).toEqual([]);
    }
  });

  it('without a directory gives its name to the run', async () => {
    const upload = await readFiles({ [`${RUN}.tar.gz`]: await makeTarGz({ [LOG]: log }) });
    expect(pathsOf(upload)).toEqual([`${RUN}/${LOG}`]);
    expect(upload.runs).toMatchObject([{ label: RUN, path: RUN }]);
  });

  it('next to its own unpacked directory is not counted twice', async () => {
    const upload = await readFiles({
      [`${RUN}/${LOG}`]: log,
      [`${RUN}.tar.gz`]: await makeTarGz({ [LOG]: log }),
    });
    expect(upload.runs[0]?.results).toHaveLength(1);
    expect(upload.diagnostics).toMatchObject([{ code: 'DUPLICATE_RESULT', file: `${RUN}/${LOG}` }]);
  });

  it('three levels deep is kept and reported, not opened', async () => {
    const deep = await makeTarGz({
      [`${RUN}/deep.tar.gz`]: await makeTarGz({ [LOG]: log }),
      [`${RUN}/${LOG}`]: log,
    });
    const upload = await readFiles({ 'all.tar.gz': await makeTarGz({ 'inner.tar.gz': deep }) });
    expect(upload.artifacts).toMatchObject([
      { path: `all/inner/${RUN}/deep.tar.gz`, kind: 'unknown', status: 'unknown' },
      { path: `all/inner/${RUN}/${LOG}`, status: 'parsed' },
    ]);
    expect(upload.diagnostics).toMatchObject([
      {
        code: 'UNKNOWN_FORMAT',
        file: `all/inner/${RUN}/deep.tar.gz`,
        message: expect.stringContaining('not opened'),
      },
    ]);
  });

  it('that is cut gives what could be read, and the upload stands', async () => {
    const whole = await makeTarGz({ [`a/${LOG}`]: log, 'a/noise': Buffer.from(randomText(50_000)) });
    const inner = { 'cut.tar.gz': whole.subarray(0, whole.length - 2000), [`${RUN}/${LOG}`]: log };
    const plain = await makeTar([
      { name: `a/${LOG}`, content: log },
      { name: 'a/x', content: 'x'.repeat(9000) },
    ]);
    const cutPlain = { 'cut.tar': plain.subarray(0, plain.length - 6000), [`${RUN}/${LOG}`]: log };
    for (const files of [inner, cutPlain]) {
      for (const upload of [await readFiles(files), await readArchive(await makeTarGz(files))]) {
        expect(upload.runs.map(({ label }) => label)).toContain(RUN);
        expect(pathsOf(upload)).toContain(`cut/a/${LOG}`);
        const file = Object.keys(files)[0];
        const noted = upload.diagnostics.filter(
          (found) => found.code === 'TRUNCATED_LOG' && found.file === file,
        );
        expect(noted.map(({ message }) => message)).toEqual([
          expect.stringMatching(/^damaged or cut archive.* files/),
        ]);
      }
    }
  });

  it('cannot put files outside of itself', async () => {
    const evil = await makeTar([
      { name: '../evil', content: 'x' },
      { name: 'link', type: 'symlink', linkname: '/etc/passwd' },
      { name: `${RUN}/${LOG}`, content: log },
    ]);
    const upload = await readFiles({ 'evil.tar': evil });
    expect(pathsOf(upload)).toEqual([`evil/${RUN}/${LOG}`]);
    expect(upload.diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['UNSAFE_ENTRY', '../evil'],
      ['UNSAFE_ENTRY', 'link'],
    ]);
  });

  it('of zeros only is a file like any other', async () => {
    const upload = await readFiles({ [`${RUN}/${LOG}`]: log, [`${RUN}/zeros`]: Buffer.alloc(2048) });
    expect(pathsOf(upload)).toEqual([`${RUN}/${LOG}`, `${RUN}/zeros`]);
  });
});

describe('limits', () => {
  const tooLarge = { code: 'ARCHIVE_TOO_LARGE' };

  it('hold over all archives together', async () => {
    const inner = await makeTarGz(
      Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}`, 'x'.repeat(1000)])),
    );
    const files = { 'a.tar.gz': inner, 'b.tar.gz': inner, [`${RUN}/${LOG}`]: log };
    await expect(readFiles(files, { limits: { entries: 9 } })).rejects.toMatchObject(tooLarge);
    await expect(readFiles(files, { limits: { totalBytes: 8000 } })).rejects.toMatchObject(tooLarge);
    await expect(readFiles(files, { limits: { totalBytes: 30_000 } })).resolves.toBeDefined();
  });

  it('count what is skipped: directories, links and files over their own limit', async () => {
    const directories = await makeTar(
      Array.from({ length: 20 }, (_, i) => ({ name: `d${i}/`, type: 'directory' as const })),
    );
    await expect(readFiles({ 'a.tar': directories }, { limits: { entries: 10 } })).rejects.toMatchObject(
      tooLarge,
    );
    const large = await makeTar(
      Array.from({ length: 5 }, (_, i) => ({ name: `${i}`, content: 'x'.repeat(9000) })),
    );
    await expect(
      readFiles({ 'a.tar': large }, { limits: { entryBytes: 1000, totalBytes: 30_000 } }),
    ).rejects.toMatchObject(tooLarge);
  });

  it('count what is empty by itself: it costs time and holds nothing', async () => {
    const entries = (count: number, type: 'file' | 'directory') =>
      Array.from({ length: count }, (_, i) => ({ name: `${type}${i}`, type }));
    const limits = { emptyEntries: 20 };
    for (const type of ['file', 'directory'] as const) {
      const tar = await makeTar([...entries(21, type), { name: `${RUN}/${LOG}`, content: log }]);
      await expect(readArchive(tar, { limits })).rejects.toMatchObject({
        ...tooLarge,
        message: expect.stringContaining('more than 20 empty files, directories and links'),
      });
    }
    const tar = await makeTar([
      ...entries(10, 'file'),
      ...entries(10, 'directory'),
      { name: `${RUN}/${LOG}`, content: log },
    ]);
    await expect(readArchive(tar, { limits })).resolves.toBeDefined();
  });

  it('stop an inner bomb, and the upload stands', async () => {
    const bomb = gzipSync(await makeTar([{ name: 'zeros', content: Buffer.alloc(400_000) }]));
    const upload = await readFiles(
      { 'bomb.tar.gz': bomb, [`${RUN}/${LOG}`]: log },
      { limits: { ratio: 20, ratioFromBytes: 10_000 } },
    );
    expect(pathsOf(upload)).toEqual([`${RUN}/${LOG}`]);
    expect(upload.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'ENTRY_TOO_LARGE', file: 'bomb.tar.gz' }),
    );
  });

  it('bound what is reported', async () => {
    const links = Array.from({ length: 1500 }, (_, i) => ({
      name: `l${i}`,
      type: 'symlink' as const,
      linkname: 'x',
    }));
    const upload = await readArchive(
      gzipSync(await makeTar([...links, { name: `${RUN}/${LOG}`, content: log }])),
    );
    expect(upload.diagnostics).toHaveLength(1001);
    expect(upload.diagnostics.at(-1)?.message).toBe('500 more of the same in this upload');
  });
});

describe('names', () => {
  it('with spaces, commas and bytes that are no UTF-8 are read, from a directory and an archive', async () => {
    using directory = makeDirectory({ [`BP 50G, VU 4/${RUN}/${LOG}`]: log });
    const odd = Buffer.concat([Buffer.from(`${directory.path}/caf`), Buffer.from([0xe9])]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from('/t\u0007st.txt')]), Buffer.from('caf\xe9\n', 'latin1'));
    const upload = await readUpload(directory.path);
    expect(pathsOf(upload)).toEqual([`BP 50G, VU 4/${RUN}/${LOG}`, 'caf\u00e9/t\ufffdst.txt']);
    expect(upload.artifacts.at(-1)?.sizeBytes).toBe(5);
  });
});

/** Letters that do not pack well. */
function randomText(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  }).join('');
}
