import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestPath } from '../import/ingest-path';
import { getUpload } from '../queries/uploads/get-upload';
import { listUploads } from '../queries/uploads/list-uploads';
import { dismissUploads, listUnseenUploads } from '../queries/uploads/unseen-uploads';
import { sampleLogs } from '../testing/sample-logs';
import { openUploadBench, tarOf, type UploadBench } from '../testing/upload-bench';
import { confirmUpload, reparseUpload } from './change-upload';
import { deleteUpload, describeDeletion, undoUploads } from './delete-upload';
import { ingestUpload } from './ingest-upload';

let bench: UploadBench;
beforeAll(async () => {
  bench = await openUploadBench();
});
afterAll(() => bench.close());

const RUN = 'x.pg174_rel.x10a_c8r32.pk1';
const QUERY = 'sb.o.point-query.range100.pk1.dop1';
const INSERT = 'sb.o.insert.range100.pk1.dop1';
const logs = sampleLogs();
const pick = (...names: string[]) =>
  tarOf(Object.fromEntries(names.map((name) => [`${RUN}/${name}`, logs[name] ?? ''])));

const store = async (bytes: Buffer) => {
  const { uploadId } = await bench.send(bytes);
  await bench.workUntil(uploadId, 'stored');
  return uploadId;
};

describe('deleting an upload', () => {
  it('removes its runs, its files and its bytes, as it said it would', async () => {
    const id = await store(await pick(QUERY, INSERT));
    // Its files: the bytes as they came went when it was stored.
    expect(await bench.listBlobs()).toHaveLength(2);
    const described = await describeDeletion(bench.database, id);
    expect(described).toMatchObject({
      runs: [{ label: RUN, results: 2 }],
      results: 2,
      files: 2,
      readAgain: [],
    });
    expect(described.measurements).toBeGreaterThan(2);
    expect(await deleteUpload(bench.database, bench.blobs, id)).toEqual(described);
    await expect(getUpload(bench.database, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { run, measurement, artifact } = bench.database.prisma;
    expect([await run.count(), await measurement.count(), await artifact.count()]).toEqual([0, 0, 0]);
    expect(await bench.listBlobs()).toEqual([]);
  });

  it('keeps bytes that another upload needs, and gives that one back the run it had first', async () => {
    const part = await store(await pick(QUERY));
    const whole = await store(await pick(QUERY, INSERT));
    // The fuller upload took the run over.
    expect((await getUpload(bench.database, part)).storedRuns).toMatchObject([{ isOwn: false, results: 2 }]);
    expect(await describeDeletion(bench.database, part)).toMatchObject({ runs: [], results: 0 });
    expect(await describeDeletion(bench.database, whole)).toMatchObject({
      runs: [{ results: 2 }],
      readAgain: [{ id: part }],
    });
    await deleteUpload(bench.database, bench.blobs, whole);
    await bench.workUntil(part, 'stored');
    expect((await getUpload(bench.database, part)).storedRuns).toMatchObject([{ isOwn: true, results: 1 }]);
    expect(await bench.listBlobs()).toHaveLength(1);
  });

  it('refuses while it is read, and knows nothing of what is not there', async () => {
    const { uploadId } = await bench.send(await pick(INSERT));
    const where = { id: Number(uploadId) };
    await bench.database.prisma.upload.updateMany({ where, data: { state: 'reading' } });
    const deletion = () => deleteUpload(bench.database, bench.blobs, uploadId);
    await expect(deletion()).rejects.toMatchObject({ code: 'UPLOAD_BUSY' });
    await bench.database.prisma.upload.updateMany({ where, data: { state: 'queued' } });
    await deletion();
    // Its job is still in the queue, and finds nothing.
    await ingestUpload(bench.database, bench.blobs, Number(uploadId));
    await expect(deletion()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(describeDeletion(bench.database, uploadId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an upload that was loaded from a directory', () => {
  it('is read again from its files, and keeps its run', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'basecase-directory-'));
    const directory = path.join(folder, 'x.pg160_rel.x10a_c8r32.pk1');
    await mkdir(directory);
    for (const [name, text] of Object.entries(logs)) {
      await writeFile(path.join(directory, name), `${text}\n# directory\n`);
    }
    const { uploadId } = await ingestPath(bench, directory, { server: 'pn53' });
    await rm(folder, { recursive: true });
    const before = await getUpload(bench.database, uploadId);
    await reparseUpload(bench.database, bench.blobs, uploadId);
    await bench.workUntil(uploadId, 'stored');
    const after = await getUpload(bench.database, uploadId);
    expect(after.storedRuns).toEqual(before.storedRuns);
    expect([after.results, after.measurements, after.files]).toEqual([2, before.measurements, before.files]);
    expect(after.storedRuns[0]?.label).toBe('x.pg160_rel.x10a_c8r32.pk1');
  });
});

describe('listUploads', () => {
  it('pages from the newest to the oldest, and finds by words and state', async () => {
    await bench.send('not a log', { filename: 'notes.txt', server: 'hetzner' });
    const first = await listUploads(bench.database, { limit: 2 });
    expect(first.uploads.map(({ filename }) => filename)).toEqual([
      'notes.txt',
      'x.pg160_rel.x10a_c8r32.pk1',
    ]);
    const second = await listUploads(bench.database, { limit: 2, cursor: first.next ?? '' });
    expect([second.uploads.length, second.next]).toEqual([1, null]);
    const found = async (filter: Parameters<typeof listUploads>[1]) =>
      (await listUploads(bench.database, filter)).uploads.map(({ filename }) => filename);
    expect(await found({ search: 'NOTES hetz' })).toEqual(['notes.txt']);
    expect(await found({ search: 'pg174' })).toEqual(['x.pg174.x10a_c8r32.pk1.tar']);
    expect(await found({ search: '100%' })).toEqual([]);
    expect(await found({ state: 'queued' })).toEqual(['notes.txt']);
    await expect(listUploads(bench.database, { cursor: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('undoing what was added', () => {
  // Another end of the log for each: uploads with one log are read again when one of them goes.
  const added = async (name: string, end: string) => {
    const bytes = await tarOf({ [`x.pg174_rel.${name}.pk1/${QUERY}`]: `${logs[QUERY]}${end}` });
    const { uploadId } = await bench.send(bytes, { hold: true });
    await bench.workUntil(uploadId, 'preview');
    await confirmUpload(bench.database, uploadId, { server: `undo-${name}`, settings: {} });
    await bench.workUntil(uploadId, 'stored');
    return uploadId;
  };

  it('removes uploads whose result is shown, and keeps those that were dismissed or not added by a preview', async () => {
    const [shown, dismissed] = [await added('shown', '\n'), await added('dismissed', '\n\n')];
    const direct = await store(await pick(INSERT));
    await dismissUploads(bench.database, [dismissed]);
    const addedNow = async () =>
      (await listUnseenUploads(bench.database)).flatMap(({ id, state }) => (state === 'stored' ? [id] : []));
    expect(await addedNow()).toEqual([shown]);
    await undoUploads(bench.database, bench.blobs, [shown, dismissed, direct]);
    await expect(getUpload(bench.database, shown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await getUpload(bench.database, dismissed)).toMatchObject({ state: 'stored' });
    expect(await getUpload(bench.database, direct)).toMatchObject({ state: 'stored' });
    expect(await addedNow()).toEqual([]);
  });
});
