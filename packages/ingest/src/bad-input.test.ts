import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { IngestErrorCode } from './ingest-error';
import { IngestError } from './ingest-error';
import { readUpload } from './read-upload';
import { makeDirectory, readFixture, runFiles } from './testing/fixtures';
import { makeTar, makeTarGz } from './testing/tar';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';

async function readFile(name: string, bytes: Buffer | string, options = {}) {
  using directory = makeDirectory({ [name]: bytes });
  return await readUpload(path.join(directory.path, name), options);
}

async function errorOf(reading: Promise<unknown>): Promise<IngestError> {
  const error = await reading.then(
    () => new Error('was read'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof IngestError)) throw error;
  return error;
}

describe('uploads that cannot be read', () => {
  it.each<[string, () => Promise<Buffer | string>, IngestErrorCode, string]>([
    ['notes.tar.gz', async () => 'this is not an archive', 'ARCHIVE_UNREADABLE', 'it is not an archive'],
    ['zip.tgz', async () => gzipSync('no tar'), 'ARCHIVE_UNREADABLE', 'not a tar archive'],
    [
      'cut.tar.gz',
      async () => (await makeTarGz(runFiles(RUN))).subarray(0, 2000),
      'ARCHIVE_UNREADABLE',
      'Make or copy',
    ],
    [
      'cut.tar',
      async () => (await makeTar([{ name: 'a', content: 'x'.repeat(5000) }])).subarray(0, 2000),
      'ARCHIVE_UNREADABLE',
      'entry 1 at byte 2000: the archive ends 3632 bytes before the entry does',
    ],
    ['empty.tar.gz', async () => gzipSync(await makeTar([])), 'NO_KNOWN_LOGS', 'the upload is empty'],
    [
      'left-out.tar',
      async () => makeTar([{ name: '../sb.o.scan', content: 'x' }]),
      'NO_KNOWN_LOGS',
      'nothing in the upload could be read: ',
    ],
    ['empty', async () => '', 'NO_KNOWN_LOGS', 'none of 1 files'],
    ['words.txt', async () => 'hello\n', 'NO_KNOWN_LOGS', 'Expected logs of sysbench'],
  ])('%s', async (name, content, code, message) => {
    const error = await errorOf(readFile(name, await content()));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it('reports a path that does not exist', async () => {
    expect(await errorOf(readUpload('/does/not/exist'))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a directory without a log, with the reason for each file', async () => {
    using directory = makeDirectory({ 'a.txt': 'hello', 'b/my.cnf': '[mysqld]\n' });
    const error = await errorOf(readUpload(directory.path));
    expect(error.code).toBe('NO_KNOWN_LOGS');
    expect(error.diagnostics).toMatchObject([
      { code: 'UNKNOWN_FORMAT', file: 'a.txt', excerpt: 'hello' },
      { code: 'NO_RESULT', file: 'b/my.cnf', message: expect.stringMatching(/^config: settings/) },
    ]);
    expect(error.message).toContain(
      'none of 2 files is a known log that gives a result (recognized: config)',
    );
  });
});

describe('limits', () => {
  const zeros = Buffer.alloc(300_000);

  it('stops at a bomb, as the upload or as a member of a directory', async () => {
    const limits = { ratio: 50, ratioFromBytes: 10_000 };
    expect(await errorOf(readFile('bomb.gz', gzipSync(zeros), { limits }))).toMatchObject({
      code: 'ARCHIVE_TOO_LARGE',
    });
    using directory = makeDirectory({ ...runFiles(RUN), 'bomb.gz': gzipSync(zeros) });
    const upload = await readUpload(directory.path, { limits });
    expect(upload.runs).toHaveLength(1);
    expect(upload.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'ENTRY_TOO_LARGE', file: 'bomb.gz' }),
    );
  });

  it('stops at many small bombs as at one large one, and reads the logs between them', async () => {
    const limits = { ratio: 50, ratioFromBytes: 1_000_000 };
    const bombs = Array.from({ length: 20 }, (_, index) => [`${RUN}/a${index}.gz`, gzipSync(zeros)]);
    const files = { ...Object.fromEntries(bombs), ...runFiles(RUN) };
    const tarball = await makeTarGz(files);
    const upload = await readFile('bombs.tar.gz', tarball, { limits });
    expect(upload.runs).toHaveLength(1);
    const refused = upload.diagnostics.filter(({ code }) => code === 'ENTRY_TOO_LARGE');
    // The first three fit into what may be dense.
    expect(refused.map(({ file }) => file)).toHaveLength(17);
    const alone = await readFile('run.tar.gz', await makeTarGz(runFiles(RUN)));
    expect(upload.runs[0]?.results).toEqual(alone.runs[0]?.results);
  });

  it('skips a file over the limit and reads the others', async () => {
    const limits = { entryBytes: 100_000 };
    const files = { ...runFiles(RUN), [`${RUN}/big`]: zeros };
    using directory = makeDirectory(files);
    const tarball = await makeTarGz(files);
    for (const upload of [
      await readUpload(directory.path, { limits }),
      await readFile('a.tar.gz', tarball, { limits }),
    ]) {
      expect(upload.runs).toHaveLength(1);
      expect(upload.diagnostics).toContainEqual(
        expect.objectContaining({ code: 'ENTRY_TOO_LARGE', file: `${RUN}/big` }),
      );
      expect(upload.artifacts.some(({ path: file }) => file.endsWith('big'))).toBe(false);
    }
  });

  it('stops at too many files and at too many bytes', async () => {
    const tarball = await makeTarGz(runFiles(RUN));
    expect(await errorOf(readFile('a.tgz', tarball, { limits: { entries: 3 } }))).toMatchObject({
      code: 'ARCHIVE_TOO_LARGE',
    });
    expect(await errorOf(readFile('a.tgz', tarball, { limits: { totalBytes: 3000 } }))).toMatchObject({
      code: 'ARCHIVE_TOO_LARGE',
    });
  });

  it('reads the start of an overlong line only', async () => {
    const log = readFixture('sb.o.read-write.range100.pk1.dop2')
      .toString()
      .replace('explain: ', `explain: ${'x'.repeat(5000)}`);
    const upload = await readFile('sb.o.read-write.range100.pk1.dop2', log, { limits: { lineBytes: 1000 } });
    expect(upload.runs[0]?.results[0]?.status).toBe('ok');
    expect(upload.diagnostics).toContainEqual(expect.objectContaining({ code: 'LINE_TOO_LONG', line: 13 }));
  });
});

describe('unsafe entries', () => {
  it('skips and reports links, devices and paths outside the archive', async () => {
    const good = Object.entries(runFiles(RUN)).map(([name, content]) => ({ name, content }));
    const tar = await makeTar([
      { name: '../evil', content: 'x' },
      { name: '/etc/passwd', content: 'x' },
      { name: 'a/../../b', content: 'x' },
      { name: 'C:\\x', content: 'x' },
      { name: 'link', type: 'symlink', linkname: '/etc/passwd' },
      { name: 'hard', type: 'link', linkname: 'x' },
      { name: 'null', type: 'character-device' },
      { name: 'pipe', type: 'fifo' },
      ...good,
    ]);
    const upload = await readFile('a.tar', tar);
    expect(upload.diagnostics.filter(({ code }) => code === 'UNSAFE_ENTRY').map(({ file }) => file)).toEqual([
      '../evil',
      '/etc/passwd',
      'a/../../b',
      'C:\\x',
      'link',
      'hard',
      'null',
      'pipe',
    ]);
    expect(upload.artifacts).toHaveLength(good.length);
  });

  it('reads a path that an archive holds twice once', async () => {
    const name = `${RUN}/sb.o.read-write.range100.pk1.dop2`;
    const content = readFixture('sb.o.read-write.range100.pk1.dop2');
    const upload = await readFile(
      'a.tar',
      await makeTar([
        { name, content },
        { name, content },
      ]),
    );
    expect(upload.runs[0]?.results).toHaveLength(1);
    expect(upload.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'DUPLICATE_RESULT', file: name }),
    );
  });
});

describe('logs that are not whole', () => {
  const good = {
    [`${RUN}/sb.o.read-write.range100.pk1.dop2`]: readFixture('sb.o.read-write.range100.pk1.dop2'),
  };

  it.each([
    ['fatal.txt', 'TOOL_FAILED'],
    ['killed.txt', 'TRUNCATED_LOG'],
  ])(
    '%s: the result is kept as failed, without throughput; the others of the run stand',
    async (fixture, code) => {
      const failed = `${RUN}/sb.o.insert.range100.pk1.dop2`;
      using directory = makeDirectory({
        ...good,
        [failed]: readFixture(fixture).toString().replace('threads: 1', 'threads: 2'),
        [`${RUN}/sb.met.insert.range100.pk1.dop2`]: readFixture('sb.met.read-write.range100.pk1.dop2'),
      });
      const upload = await readUpload(directory.path);
      const results = upload.runs[0]?.results.map(({ test, status }) => [test, status]);
      expect(results).toEqual([
        ['insert', 'failed'],
        ['read-write', 'ok'],
      ]);
      expect(
        upload.runs[0]?.results[0]?.measurements.filter(({ metric }) => metric === 'throughput'),
      ).toEqual([]);
      expect(upload.diagnostics).toContainEqual(
        expect.objectContaining({ code, file: failed, severity: 'warning' }),
      );
    },
  );

  it('zero QPS: zero is kept, nothing is divided by it', async () => {
    using directory = makeDirectory({
      [`${RUN}/sb.o.read-write.range100.pk1.dop1`]: readFixture('zero.txt'),
      [`${RUN}/sb.vm.read-write.range100.pk1.dop1`]: readFixture('sb.vm.read-write.range100.pk1.dop2'),
    });
    const upload = await readUpload(directory.path);
    const values = upload.runs[0]?.results[0]?.measurements ?? [];
    expect(values.find(({ metric }) => metric === 'throughput')?.value).toBe(0);
    expect(values.some(({ metric }) => metric.endsWith('_per_op'))).toBe(false);
    expect(upload.diagnostics.map(({ code }) => code)).toContain('ZERO_THROUGHPUT');
  });

  it('a damaged .gz member: reported, the run stands', async () => {
    const packed = gzipSync(readFixture('sb.o.scan.range100.pk1.dop2'));
    using directory = makeDirectory({
      ...good,
      [`${RUN}/sb.o.scan.range100.pk1.dop2.gz`]: packed.subarray(0, packed.length - 40),
    });
    const upload = await readUpload(directory.path);
    expect(upload.runs[0]?.results.map(({ test, status }) => [test, status])).toContainEqual([
      'read-write',
      'ok',
    ]);
    expect(upload.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'TRUNCATED_LOG', file: `${RUN}/sb.o.scan.range100.pk1.dop2.gz` }),
    );
  });

  it('a summary that disagrees with its log is reported, and the log counts', async () => {
    const met = readFixture('sb.met.read-write.range100.pk1.dop2').toString().replace('4000.05', '4100.00');
    using directory = makeDirectory({ ...good, [`${RUN}/sb.met.read-write.range100.pk1.dop2`]: met });
    const upload = await readUpload(directory.path);
    expect(
      upload.runs[0]?.results[0]?.measurements.find(({ metric }) => metric === 'throughput')?.value,
    ).toBe(4000.05);
    expect(upload.diagnostics).toContainEqual(expect.objectContaining({ code: 'VALUES_DISAGREE', line: 3 }));
  });

  it('an unknown version and an unknown test are kept as text', async () => {
    using directory = makeDirectory({
      'x.db2v9_rel.c1.pk1/sb.o.select-magic.range7.pk1.dop2': readFixture(
        'sb.o.read-write.range100.pk1.dop2',
      ),
    });
    const upload = await readUpload(directory.path);
    expect(upload.runs[0]?.variant).toMatchObject({
      product: 'db2v9',
      version: 'db2v9',
      versionKnown: false,
    });
    expect(upload.runs[0]?.results).toMatchObject([{ test: 'select-magic', range: 7, status: 'ok' }]);
    expect(upload.diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['UNKNOWN_VERSION', 'UNKNOWN_TEST']),
    );
  });
});
