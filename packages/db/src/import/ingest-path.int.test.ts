import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildMatrix } from '@basecase/analysis';
import { IngestError, readUpload } from '@basecase/ingest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { applyCorrection } from '../corrections/apply-correction';
import { listCorrections } from '../corrections/list-corrections';
import { undoCorrection } from '../corrections/undo-correction';
import { SettingError } from '../errors';
import { getCellEvidence, getLogExcerpt } from '../queries/get-cell-evidence';
import { getCompareView, VIEW_METRICS } from '../queries/heatmaps/get-compare-view';
import { clearTables, createTestDatabase, type TestDatabase } from '../testing/database';
import { iostatLog, sampleLogs, writeLogs } from '../testing/sample-logs';
import { ingestPath } from './ingest-path';

const CORPUS =
  process.env['BASECASE_CORPUS'] ?? path.join(import.meta.dirname, '../../../../../shared/corpus');
const DB_BENCH_FIXTURES = path.join(import.meta.dirname, '../../../ingest/src/parsers/db-bench/fixtures');
const FIO_FIXTURES = path.join(import.meta.dirname, '../../../ingest/src/parsers/fio/fixtures');
const TARBALLS = path.join(CORPUS, 'mdcallag+mytools/bench/arc/mar25.pg.workmem.c48');

describe('ingestPath', () => {
  let database: TestDatabase;
  let folder: string;
  let blobs: ReturnType<typeof openBlobStore>;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    await clearTables(database, ['uploads', 'servers', 'products', 'benchmarks', 'packs', 'packed_blobs']);
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-ingest-'));
    blobs = openBlobStore(path.join(folder, 'blobs'), database);
    return () => rm(folder, { recursive: true, force: true });
  });

  const storedBlobs = async () => {
    if (!existsSync(blobs.location)) return [];
    const entries = await readdir(blobs.location, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  const countUploads = () => database.prisma.upload.count();

  it('stores a run directory: numbers with their lines, and the bytes of every file', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    const report = await ingestPath({ database, blobs }, run, { server: 'pn53' });
    expect(report).toMatchObject({ outcome: 'stored', runs: [{ label: path.basename(run), isNew: true }] });
    expect(report.runs[0]?.comparePath).toMatch(/^\/compare\?server=pn53&workload=sysbench-/);
    expect(await database.prisma.packedBlob.count()).toBe(new Set(Object.values(sampleLogs())).size);
    expect(await storedBlobs()).toHaveLength(1);
    // The folder of this process stays, and is empty.
    const [own = ''] = await readdir(path.join(blobs.location, 'tmp'));
    expect(await readdir(path.join(blobs.location, 'tmp', own))).toEqual([]);

    const [artifact] = await database.prisma.artifact.findMany({ where: { kind: 'sysbench' } });
    const stored = await text(await blobs.read(artifact?.sha256 ?? ''));
    expect(stored).toContain('queries:');
    // The password of the command line is masked before it is stored.
    expect(stored).not.toContain('s3cret');
  });

  it('reports that the blob store cannot be written, and stores nothing', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    // Nobody can write below a file, root included.
    const below = openBlobStore(path.join(run, 'sb.o', 'blobs'), database);
    await writeFile(path.join(run, 'sb.o'), '');
    const stored = ingestPath({ database, blobs: below }, run, { server: 'pn53' });
    await expect(stored).rejects.toMatchObject({ code: 'BLOBS_UNWRITABLE' });
    expect(await countUploads()).toBe(0);
  });

  it('counts the device of iostat that was named, and keeps to it when it reads a directory again', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    await writeFile(path.join(run, 'sb.io.insert.range100.pk1.dop1'), iostatLog());
    const device = async () =>
      (await database.prisma.result.findFirst({ where: { device: { not: null } } }))?.device;
    await ingestPath({ database, blobs }, run, { server: 'pn53' });
    expect(await device()).toBe('md2');
    await ingestPath({ database, blobs }, run, { server: 'pn53', set: { device: 'sdb' } });
    expect(await device()).toBe('sdb');
    await ingestPath({ database, blobs }, run, { server: 'pn53', set: { notes: 'as before' } });
    expect(await device()).toBe('sdb');
  });

  it('calls the server as it was named, whatever names of fio logs say', async () => {
    const log = path.join(FIO_FIXTURES, 'o.ext4.srv1.secs1.2');
    const names = async () => (await database.prisma.server.findMany()).map(({ name }) => name);
    await ingestPath({ database, blobs }, log, { server: 'hetz' });
    expect(await names()).toEqual(['hetz']);
  });

  it('opens the log lines that a number was read from', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    await ingestPath({ database, blobs }, run, { server: 'pn53' });
    const { workload } = await database.prisma.run.findFirstOrThrow({ include: { workload: true } });
    const heatmap = { server: 'pn53', workload: workload.slug };
    const column = 'postgresql-17.4-o2nofp-x10a_c8r32';
    const evidence = await getCellEvidence(database, { ...heatmap, column, test: 'point-query_range=100' });
    const throughput = evidence.results[0]?.measurements.find(({ metric }) => metric === 'throughput');
    expect(throughput).toMatchObject({ value: 12_345.67, source: 'reported' });
    const excerpt = await getLogExcerpt(database, blobs, {
      artifactId: throughput?.artifactId ?? '',
      line: throughput?.line ?? 0,
      lineEnd: throughput?.lineEnd ?? 0,
      context: 1,
    });
    expect(excerpt.lines.map(({ text, hit }) => [text.trim(), hit])).toEqual([
      ['transactions:                        123457 (12345.67 per sec.)', false],
      ['queries:                             123457 (12345.67 per sec.)', true],
      ['ignored errors:                      0      (0.00 per sec.)', false],
    ]);
    expect(excerpt.more).toBe(true);
  });

  it('counts lines as the parsers do: only line feeds end them', async () => {
    // db_bench shows its progress with lone carriage returns; notes may hold U+2028.
    const fixture = path.join(DB_BENCH_FIXTURES, 'db_bench-sequence.txt');
    const [head = '', ...rest] = (await readFile(fixture, 'utf8')).split('\n');
    const log = path.join(folder, 'db_bench-sequence.txt');
    await writeFile(log, [head.concat('\u2028'), ...rest].join('\n'));
    await ingestPath({ database, blobs }, log, { server: 'pn53' });
    const read = await database.prisma.measurement.findMany({ where: { metric: 'throughput' } });
    expect(read).toHaveLength(6);
    for (const { artifactId, line, value } of read) {
      const at = { artifactId: String(artifactId), line: line ?? 0, lineEnd: line ?? 0 };
      const { lines } = await getLogExcerpt(database, blobs, at);
      expect(lines.find(({ hit }) => hit)?.text).toMatch(new RegExp(`\\b${value} .*ops/sec`));
    }
  });

  it('changes nothing when the same directory is sent again, under any name', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    const first = await ingestPath({ database, blobs }, run);
    expect(await ingestPath({ database, blobs }, run)).toMatchObject({
      outcome: 'unchanged',
      uploadId: first.uploadId,
      artifacts: first.artifacts,
      runs: [{ ...first.runs[0], isNew: false }],
    });
    expect(await countUploads()).toBe(1);
  });

  it('makes no second run of the same files under another directory', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    await ingestPath({ database, blobs }, run);
    await cp(run, path.join(folder, 'parent', path.basename(run)), { recursive: true });
    const report = await ingestPath({ database, blobs }, path.join(folder, 'parent'));
    expect(report).toMatchObject({ outcome: 'stored', runs: [{ id: '1', isNew: false }] });
    expect(await database.prisma.run.count()).toBe(1);
    // Also when it is asked for again and nothing is read.
    expect(await ingestPath({ database, blobs }, path.join(folder, 'parent'))).toMatchObject({
      outcome: 'unchanged',
      runs: [{ id: '1', isNew: false }],
    });
  });

  it('leaves nothing behind when there is nothing to read', async () => {
    await writeFile(path.join(folder, 'notes.txt'), 'hello\n');
    await expect(ingestPath({ database, blobs }, path.join(folder, 'notes.txt'))).rejects.toMatchObject({
      code: 'NO_KNOWN_LOGS',
    });
    await expect(ingestPath({ database, blobs }, path.join(folder, 'absent'))).rejects.toThrow(IngestError);
    expect([await countUploads(), await storedBlobs()]).toEqual([0, []]);
  });

  it('leaves nothing behind when a setting is wrong', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    await expect(ingestPath({ database, blobs }, run, { set: { colour: 'red' } })).rejects.toThrow(
      SettingError,
    );
    expect([await countUploads(), await storedBlobs()]).toEqual([0, []]);
  });

  describe.skipIf(!existsSync(TARBALLS))('with the corpus (BASECASE_CORPUS or ../shared/corpus)', () => {
    const tarball = path.join(TARBALLS, 'x.pg174_o2nofp.x10a_wm8_c32r128.pk1.tar.gz');

    it('shows what is stored as the compare command shows what it reads, and makes no second run of it packed again', async () => {
      const first = await ingestPath({ database, blobs }, tarball);
      const { server, workload } = await database.prisma.run.findFirstOrThrow({
        include: { server: true, workload: true },
      });
      const { matrix } = await getCompareView(database, { server: server.slug, workload: workload.slug });
      const expected = buildMatrix([{ label: '', runs: (await readUpload(tarball)).runs }]);
      expect(matrix.rows.map(({ key }) => key)).toEqual(expected.rows.map(({ key }) => key));
      for (const metric of VIEW_METRICS) {
        expect(matrix.values[metric], metric).toEqual(expected.values[metric]);
        expect(matrix.sources[metric], metric).toEqual(expected.sources[metric]);
      }
      expect(matrix.status).toEqual(expected.status);
      expect(matrix.rows.length).toBeGreaterThanOrEqual(32);

      const again = path.join(folder, 'again.tar.gz');
      await writeFile(again, gzipSync(gunzipSync(await readFile(tarball)), { level: 1 }));
      const second = await ingestPath({ database, blobs }, again);
      expect(second.uploadId).not.toBe(first.uploadId);
      expect(second.runs).toEqual([{ ...first.runs[0], isNew: false }]);
    });

    it('leaves nothing behind when a tarball is cut off', async () => {
      const bytes = await readFile(tarball);
      const cut = path.join(folder, 'x.pg174_o2nofp.x10a_wm8_c32r128.pk1.tar.gz');
      await writeFile(cut, bytes.subarray(0, bytes.length / 2));
      await expect(ingestPath({ database, blobs }, cut)).rejects.toMatchObject({
        code: 'ARCHIVE_UNREADABLE',
      });
      expect([await countUploads(), await storedBlobs()]).toEqual([0, []]);
    });
  });

  const counted = async () =>
    (
      await database.pool.query(
        `SELECT servers.name AS server, products.name AS product, versions.name AS version FROM runs
       JOIN servers ON servers.id = server_id JOIN variants ON variants.id = variant_id
       JOIN products ON products.id = variants.product_id JOIN versions ON versions.id = version_id ORDER BY runs.id`,
      )
    ).rows;

  it('applies a basecase.json and a server that come later as a correction that can be undone', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    const first = await ingestPath({ database, blobs }, run, { server: 'a' });
    await writeFile(
      path.join(run, 'basecase.json'),
      '{"basecase": 1, "product": "Other", "version": "8.4.2"}',
    );
    const report = await ingestPath({ database, blobs }, run, { server: 'b' });
    expect(report.runs).toMatchObject([{ id: first.runs[0]?.id, isNew: false }]);
    const corrected = report.diagnostics.filter(({ code }) => code === 'CORRECTED_LATER');
    expect(corrected.map(({ message }) => message)).toEqual([
      expect.stringContaining('Corrected 1 run stored before: server b, product Other, version 8.4.2'),
    ]);
    expect(await counted()).toEqual([{ server: 'b', product: 'Other', version: '8.4.2' }]);

    const { corrections } = await listCorrections(database, {});
    expect(corrections).toMatchObject([{ changes: { server: 'b', product: 'Other', version: '8.4.2' } }]);
    const id = corrections[0]?.id ?? '';
    await undoCorrection(database, id, { by: 'test' });
    expect(await counted()).toEqual([{ server: 'a', product: 'PostgreSQL', version: '17.4' }]);
    // Sent every night: an undone correction stays undone.
    await writeFile(path.join(run, 'notes.txt'), 'another file');
    await ingestPath({ database, blobs }, run, { server: 'b' });
    expect(await counted()).toEqual([{ server: 'a', product: 'PostgreSQL', version: '17.4' }]);
  });

  it('applies another server for the same bytes as a correction', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    await ingestPath({ database, blobs }, run, { server: 'a' });
    const report = await ingestPath({ database, blobs }, run, { server: 'b' });
    expect(report.outcome).toBe('reparsed');
    expect(await counted()).toMatchObject([{ server: 'b' }]);
    const { corrections } = await listCorrections(database, {});
    expect(corrections).toMatchObject([{ changes: { server: 'b' } }]);
    expect((await ingestPath({ database, blobs }, run, { server: 'b' })).outcome).toBe('unchanged');
    await undoCorrection(database, corrections[0]?.id ?? '', { by: 'test' });
    expect(await counted()).toMatchObject([{ server: 'a' }]);
  });

  it('applies settings of the same bytes as corrections, also back to an earlier value', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    const send = (server: string, set?: Record<string, string>) =>
      ingestPath({ database, blobs }, run, { server, ...(set && { set }) });
    await send('a');
    await send('a', { version: '9.1' });
    await send('b', { version: '9.2', product: 'Other' });
    expect(await counted()).toEqual([{ server: 'b', product: 'Other', version: '9.2' }]);
    await send('a', { version: '9.1' });
    expect(await counted()).toEqual([{ server: 'a', product: 'Other', version: '9.1' }]);
    const packed = path.join(folder, 'x.tar');
    execFileSync('tar', ['cf', packed, '-C', folder, path.basename(run)]);
    await ingestPath({ database, blobs }, packed, { server: 'a', set: { version: '9.3' } });
    expect(await counted()).toEqual([{ server: 'a', product: 'Other', version: '9.3' }]);
    const { corrections } = await listCorrections(database, {});
    expect(corrections.map(({ changes }) => changes)).toEqual([
      { version: '9.3' },
      { server: 'a', version: '9.1' },
      { server: 'b', product: 'Other', version: '9.2' },
      { version: '9.1' },
    ]);
    for (const { id } of corrections) await undoCorrection(database, id, { by: 'test' });
    expect(await counted()).toEqual([{ server: 'a', product: 'PostgreSQL', version: '17.4' }]);
  });

  const FACTS = ['server', 'basecase.json', 'setting'];
  const ORDERS = FACTS.flatMap((a) =>
    FACTS.flatMap((b) => FACTS.filter((c) => new Set([a, b, c]).size === 3).map((c) => [a, b, c])),
  );
  it.each(ORDERS)('ends the same when facts of the same bytes come later: %s, %s, %s', async (...order) => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    await ingestPath({ database, blobs }, run, {});
    const options: { server?: string; set?: Record<string, string> } = {};
    for (const fact of order) {
      if (fact === 'server') options.server = 'b';
      if (fact === 'setting') options.set = { product: 'Other' };
      if (fact === 'basecase.json') await writeFile(path.join(run, fact), '{"version": "8.4.2"}');
      await ingestPath({ database, blobs }, run, options);
    }
    expect(await counted()).toEqual([{ server: 'b', product: 'Other', version: '8.4.2' }]);
  });

  it('goes back to a value that basecase.json said earlier, but not over what a person corrected', async () => {
    const run = await writeLogs(folder, 'x.pg174_o2nofp.x10a_c8r32.pk1');
    const send = async (said: object) => {
      await writeFile(path.join(run, 'basecase.json'), JSON.stringify(said));
      return ingestPath({ database, blobs }, run, { server: 'a' });
    };
    for (const version of ['8.4.2', '8.4.3', '8.4.2', '8.4.3', '8.4.2']) {
      await send({ version });
      expect(await counted()).toMatchObject([{ version }]);
    }
    expect((await send({ version: '8.4.2' })).outcome).toBe('unchanged');
    const { corrections } = await listCorrections(database, {});
    expect(corrections.map(({ changes }) => changes)).toEqual([
      { version: '8.4.2' },
      { version: '8.4.3' },
      { version: '8.4.2' },
      { version: '8.4.3' },
    ]);
    // The later one was taken back: what it said does not count again when it is sent again.
    await undoCorrection(database, corrections[0]?.id ?? '', { by: 'test' });
    expect(await counted()).toMatchObject([{ version: '8.4.3' }]);
    await send({ version: '8.4.2' });
    expect(await counted()).toMatchObject([{ version: '8.4.3' }]);

    await applyCorrection(database, {
      kind: 'runs',
      select: { server: 'a' },
      changes: { version: '8.4.5' },
      reason: 'the tarball was another one',
      by: 'test',
    });
    const { outcome, diagnostics } = await send({ version: '8.4.3' });
    const said = diagnostics.flatMap(({ code, message }) => (code === 'CORRECTED_LATER' ? [message] : []));
    expect(outcome).toBe('unchanged');
    expect(said).toEqual([
      expect.stringMatching(/^version 8\.4\.3 is not in force: correction \d+ replaced it/),
      expect.stringMatching(/^version 8\.4\.3 is not in force: correction \d+ replaced it/),
    ]);
    expect(await counted()).toMatchObject([{ version: '8.4.5' }]);
  });
});
