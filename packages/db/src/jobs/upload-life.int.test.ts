import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getUpload } from '../queries/uploads/get-upload';
import { iostatLog, sampleLogs } from '../testing/sample-logs';
import { openUploadBench, tarOf, type UploadBench, until } from '../testing/upload-bench';
import { cancelUpload, confirmUpload, reparseUpload } from './change-upload';
import { ingestUpload } from './ingest-upload';

let bench: UploadBench;
beforeAll(async () => {
  bench = await openUploadBench();
});
afterAll(() => bench.close());

/** A run directory that no other test has: the comment makes its logs different. */
const run = (mark: string, folder = 'x.pg174_rel.x10a_c8r32.pk1') =>
  tarOf(
    Object.fromEntries(
      Object.entries(sampleLogs()).map(([name, text]) => [`${folder}/${name}`, `${text}\n# ${mark}\n`]),
    ),
  );

const countRuns = () => bench.database.prisma.run.count();

/** Holds back everything after the first bytes until it is released. */
function stallingBlobs() {
  const gate: { open: () => void; reading: Promise<void> } = { open: () => {}, reading: Promise.resolve() };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  let begun = () => {};
  gate.reading = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const blobs = {
    ...bench.blobs,
    async read(sha256: string) {
      const content = await bench.blobs.read(sha256);
      return Readable.from(
        (async function* () {
          for await (const chunk of content) {
            yield chunk.subarray(0, 600);
            begun();
            await opened;
            yield chunk.subarray(600);
          }
        })(),
      );
    },
  };
  return { blobs, gate };
}

describe('an upload that is held', () => {
  it('shows what it holds, stores nothing, and counts when it is confirmed under another name', async () => {
    const before = await countRuns();
    const { uploadId } = await bench.send(await run('held'), { hold: true, server: null });
    await bench.workUntil(uploadId, 'preview');
    const { preview, knownServers, results } = await getUpload(bench.database, uploadId);
    expect(preview?.runs).toMatchObject([
      {
        label: 'x.pg174_rel.x10a_c8r32.pk1',
        product: 'PostgreSQL',
        version: '17.4',
        config: 'x10a_c8r32',
        benchmark: 'sysbench',
        server: { name: '8-core c8r32', from: 'guessed', cores: 8 },
        results: { ok: 2 },
        isStored: false,
      },
    ]);
    expect(preview).toMatchObject({
      results: 2,
      files: [{ kind: 'sysbench', count: 2 }, { kind: 'config' }],
    });
    expect(preview?.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'SERVER_GUESSED', severity: 'warning', count: 1 }),
    );
    expect([knownServers, results, await countRuns()]).toEqual([[], 0, before]);

    await confirmUpload(bench.database, uploadId, { server: 'pn99', settings: { version: '17.5' } });
    expect(await bench.stateOf(uploadId)).toBe('queued');
    await bench.workUntil(uploadId, 'stored');
    const stored = await getUpload(bench.database, uploadId);
    expect(stored).toMatchObject({
      state: 'stored',
      runs: 1,
      results: 2,
      preview: null,
      hold: false,
      progress: null,
      storedRuns: [{ server: { name: 'pn99' }, isOwn: true }],
    });
    expect(await countRuns()).toBe(before + 1);
  });

  it('says on a second one that the run is stored already, and which servers there are', async () => {
    const files = { 'other/readme.txt': 'hello\n' };
    const again = Buffer.concat([(await tarOf(files)).subarray(0, 1024), await run('held')]);
    const { uploadId, isNew } = await bench.send(again, { hold: true });
    expect(isNew).toBe(true);
    await bench.workUntil(uploadId, 'preview');
    const { preview, knownServers } = await getUpload(bench.database, uploadId);
    expect(preview?.runs).toMatchObject([{ isStored: true, server: { name: 'pn53', from: 'named' } }]);
    expect(knownServers).toEqual([{ slug: 'pn99', name: 'pn99', cores: 8, layout: null }]);
    await cancelUpload(bench.database, bench.blobs, uploadId);
    expect(await bench.stateOf(uploadId)).toBe('cancelled');
  });

  it('waits until it is confirmed: the same bytes with hold change nothing, without it they are stored', async () => {
    const bytes = await run('held twice');
    const { uploadId } = await bench.send(bytes, { hold: true });
    await bench.workUntil(uploadId, 'preview');
    expect(await bench.send(bytes, { hold: true })).toEqual({ uploadId, isNew: false });
    expect(await bench.send(bytes)).toEqual({ uploadId, isNew: true });
    await bench.workUntil(uploadId, 'stored');
  });

  it('refuses to be confirmed in any other state, and with unknown settings', async () => {
    const { uploadId } = await bench.send(await run('not held'));
    const confirm = (settings: Record<string, string>) =>
      confirmUpload(bench.database, uploadId, { server: null, settings });
    await expect(confirm({})).rejects.toMatchObject({ code: 'UPLOAD_NOT_WAITING' });
    await expect(confirm({ colour: 'red' })).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    await expect(
      confirmUpload(bench.database, '999999', { server: null, settings: {} }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await cancelUpload(bench.database, bench.blobs, uploadId);
  });
});

describe('cancel', () => {
  it('takes a queued upload out of the way, for ever', async () => {
    const { uploadId } = await bench.send(await run('cancelled in the queue'));
    await cancelUpload(bench.database, bench.blobs, uploadId);
    await cancelUpload(bench.database, bench.blobs, uploadId);
    // The job that is still there finds nothing to do.
    await ingestUpload(bench.database, bench.blobs, Number(uploadId));
    expect(await bench.stateOf(uploadId)).toBe('cancelled');
  });

  it('stops an upload that is being read, and leaves nothing half-stored', async () => {
    const before = await countRuns();
    const { uploadId } = await bench.send(await run('cancelled while it is read'));
    const { blobs, gate } = stallingBlobs();
    const reading = ingestUpload(bench.database, blobs, Number(uploadId));
    await gate.reading;
    await until(
      async () => (await getUpload(bench.database, uploadId)).progress?.bytes,
      (bytes) => bytes === 600,
    );
    await cancelUpload(bench.database, bench.blobs, uploadId);
    expect(await getUpload(bench.database, uploadId)).toMatchObject({ cancelRequested: true });
    await reading;
    gate.open();
    expect(await getUpload(bench.database, uploadId)).toMatchObject({
      state: 'cancelled',
      cancelRequested: false,
      progress: null,
      files: [],
    });
    expect(await countRuns()).toBe(before);
    expect((await bench.listBlobs()).filter((name) => name.startsWith('tmp'))).toEqual([]);
  });

  it('comes too late for a stored upload; cancelling its second reading keeps what is stored', async () => {
    const bytes = await run('stored before');
    const { uploadId } = await bench.send(bytes);
    await bench.workUntil(uploadId, 'stored');
    await expect(cancelUpload(bench.database, bench.blobs, uploadId)).rejects.toMatchObject({
      code: 'UPLOAD_ENDED',
    });
    await reparseUpload(bench.database, bench.blobs, uploadId);
    await cancelUpload(bench.database, bench.blobs, uploadId);
    expect(await getUpload(bench.database, uploadId)).toMatchObject({ state: 'stored', results: 2 });
  });

  it('lets the same bytes be sent again', async () => {
    const bytes = await run('cancelled, then wanted');
    const { uploadId } = await bench.send(bytes);
    await cancelUpload(bench.database, bench.blobs, uploadId);
    expect(await bench.send(bytes)).toEqual({ uploadId, isNew: true });
    await bench.workUntil(uploadId, 'stored');
  });
});

describe('reading again', () => {
  it('keeps the ids of runs, and refuses while the upload is on its way', async () => {
    const { uploadId } = await bench.send(await run('read twice'));
    await bench.workUntil(uploadId, 'stored');
    const [run1] = (await getUpload(bench.database, uploadId)).storedRuns;
    await reparseUpload(bench.database, bench.blobs, uploadId);
    await expect(reparseUpload(bench.database, bench.blobs, uploadId)).rejects.toMatchObject({
      code: 'UPLOAD_BUSY',
    });
    await bench.workUntil(uploadId, 'stored');
    expect((await getUpload(bench.database, uploadId)).storedRuns).toEqual([run1]);
  });

  it('counts another device of iostat when one is named, also while it is read', async () => {
    const name = 'x.pg174_rel.x10a_c8r32.pk1/sb.io.point-query.range100.pk1.dop1';
    const logs = Object.entries(sampleLogs()).map(([file, text]) => [
      `x.pg174_rel.x10a_c8r32.pk1/${file}`,
      text,
    ]);
    const content = await tarOf({ ...Object.fromEntries(logs), [name]: iostatLog() });
    const deviceOf = async (uploadId: string) => {
      const where = { run: { uploadId: Number(uploadId) }, device: { not: null } };
      const [result] = await bench.database.prisma.result.findMany({
        where,
        include: { measurements: true },
      });
      const reads = result?.measurements.find(({ metric }) => metric === 'reads_per_s');
      return [result?.device, reads?.value];
    };
    const { uploadId } = await bench.send(content, { settings: { device: 'sdb' } });
    await bench.workUntil(uploadId, 'stored');
    expect(await deviceOf(uploadId)).toEqual(['sdb', 1]);
    await reparseUpload(bench.database, bench.blobs, uploadId, { device: 'md2' });
    await bench.workUntil(uploadId, 'stored');
    expect(await deviceOf(uploadId)).toEqual(['md2', 10]);

    await reparseUpload(bench.database, bench.blobs, uploadId, { device: null });
    const { blobs, gate } = stallingBlobs();
    const reading = ingestUpload(bench.database, blobs, Number(uploadId));
    await gate.reading;
    await bench.send(content, { settings: { device: 'sdb' } });
    gate.open();
    await reading;
    expect(await bench.stateOf(uploadId)).toBe('queued');
    await bench.workUntil(uploadId, 'stored');
    expect(await deviceOf(uploadId)).toEqual(['sdb', 1]);
  });

  it('explains the fault of an upload without a log', async () => {
    const { uploadId } = await bench.send('no log at all\n', { filename: 'data.bin' });
    await bench.workUntil(uploadId, 'failed');
    expect(await getUpload(bench.database, uploadId)).toMatchObject({
      error: { code: 'NO_KNOWN_LOGS' },
      diagnosticGroups: [{ code: 'UNKNOWN_FORMAT', count: 1 }],
    });
    await reparseUpload(bench.database, bench.blobs, uploadId);
    expect(await getUpload(bench.database, uploadId)).toMatchObject({ state: 'queued', error: null });
    await bench.workUntil(uploadId, 'failed');
  });

  it('fails with a reason when the bytes are gone', async () => {
    const { uploadId } = await bench.send(await run('bytes gone'));
    const { sha256 } = await getUpload(bench.database, uploadId);
    const [name] = await bench.blobs.singleNames(sha256);
    await bench.blobs.objects.remove(name);
    await bench.workUntil(uploadId, 'failed');
    expect((await getUpload(bench.database, uploadId)).error?.code).toBe('BYTES_GONE');
    await expect(reparseUpload(bench.database, bench.blobs, uploadId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
