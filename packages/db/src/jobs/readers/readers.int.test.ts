import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getUpload } from '../../queries/uploads/get-upload';
import { compiledScript } from '../../testing/compiled-script';
import { sampleLogs } from '../../testing/sample-logs';
import { openUploadBench, tarOf, type UploadBench, until } from '../../testing/upload-bench';
import type { UploadState } from '../../types/uploads';
import { cancelUpload } from '../change-upload';
import { runWorker } from '../run-worker';
import { openReaders, type ReaderLimits } from './open-readers';

let bench: UploadBench;
let script = '';
beforeAll(async () => {
  bench = await openUploadBench();
  script = await compiledScript('bad-reader');
});
afterAll(() => bench.close());

/** A limit that no slow machine reaches. */
const LONG_MS = 600_000;

let count = 0;
/** Sends a run that no other test has. In bad-reader.ts the name selects the behaviour of its reader. */
async function send(filename: string): Promise<string> {
  count += 1;
  const files = Object.entries(sampleLogs()).map(([name, text]) => [
    `x.pg174_rel.x10a_c8r32.pk1/${name}`,
    `${text}\n# ${filename} ${count}\n`,
  ]);
  return (await bench.send(await tarOf(Object.fromEntries(files)), { filename })).uploadId;
}

/** Runs a worker whose readers are separate processes, until `work` is done. */
async function withWorker(limits: Partial<ReaderLimits>, work: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const readers = openReaders(bench.database, bench.blobs, { limits, script });
  const worker = runWorker(bench.database, bench.blobs, { readers, signal: stop.signal });
  try {
    await work();
  } finally {
    stop.abort();
    await worker;
  }
}

const untilIn = (uploadId: string, ...states: UploadState[]) =>
  until(
    () => bench.stateOf(uploadId),
    (state) => states.includes(state),
  );

const onItsWay = async () => (await bench.listBlobs()).filter((name) => name.startsWith('tmp'));

// Starting a process takes a second of computing, and longer next to other running tests.
describe('a reader in a separate process', () => {
  it('stores uploads, one after the other in the same process', async () => {
    const first = await send('first.tar');
    const second = await send('second.tar');
    await withWorker({}, async () => {
      await untilIn(first, 'stored');
      await untilIn(second, 'stored');
    });
    expect(await getUpload(bench.database, second)).toMatchObject({ results: 2, error: null });
  });

  // On a slow machine each reader must meet its own limit first, so no other limit is small.
  it.each([
    [
      'gets stuck',
      {
        limits: { stuckMs: 3000 },
        filenames: ['loop.tar', 'silence.tar'],
        others: [],
        error: { code: 'READER_STUCK', message: /no progress for 3 s/ },
      },
    ],
    [
      'takes too much memory; all others are stored',
      {
        limits: { stuckMs: LONG_MS, heapMegabytes: 96, memoryBytes: 400 * 1024 ** 2 },
        filenames: ['memory.tar', 'buffers.tar'],
        others: ['after-memory.tar'],
        error: { code: 'READER_OUT_OF_MEMORY', message: /took more than the 400 MB/ },
      },
    ],
    [
      'crashes; all others are stored',
      {
        limits: { stuckMs: LONG_MS },
        filenames: ['crash.tar'],
        others: ['after-crash.tar'],
        error: { code: 'READER_LOST', message: /died 3 times/ },
      },
    ],
  ] as const)(
    'is one failed upload when it %s',
    async (_, { limits, filenames, others, error: { code, message } }) => {
      const bad = new Map<string, string>();
      for (const name of filenames) bad.set(name, await send(name));
      const good = await Promise.all(others.map(send));
      await withWorker(limits, async () => {
        for (const id of bad.values()) await untilIn(id, 'failed');
        for (const id of good) await untilIn(id, 'stored');
      });
      for (const [filename, id] of bad) {
        expect(await getUpload(bench.database, id)).toMatchObject({
          filename,
          error: { code, message: expect.stringMatching(message) },
          results: 0,
        });
      }
      expect(await onItsWay()).toEqual([]);
    },
  );

  it('is ended when it takes too long, however busy it is', async () => {
    const bad = await send('loop.tar');
    await withWorker({ stuckMs: LONG_MS, totalMs: 4000 }, async () => void (await untilIn(bad, 'failed')));
    expect((await getUpload(bench.database, bad)).error?.code).toBe('READER_TOO_LONG');
  });

  it('is cancelled whatever it does', async () => {
    const bad = [await send('loop.tar'), await send('silence.tar')];
    await withWorker({}, async () => {
      for (const id of bad) await untilIn(id, 'reading');
      for (const id of bad) await cancelUpload(bench.database, bench.blobs, id);
      for (const id of bad) await untilIn(id, 'cancelled');
    });
    expect((await getUpload(bench.database, bad[0] ?? '')).error).toBeNull();
    expect(await onItsWay()).toEqual([]);
  });

  it('is cancelled while it waits to be stored, behind an import that does not end', async () => {
    const { pool } = bench.database;
    const other = await pool.connect();
    await other.query('BEGIN; LOCK TABLE runs IN EXCLUSIVE MODE');
    const waiting = await send('waiting.tar');
    try {
      await withWorker({}, async () => {
        const blocked = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
        await until(
          async () => (await pool.query(blocked)).rowCount ?? 0,
          (waiters) => waiters > 0,
        );
        await cancelUpload(bench.database, bench.blobs, waiting);
        await untilIn(waiting, 'cancelled');
      });
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    expect(await getUpload(bench.database, waiting)).toMatchObject({ results: 0, state: 'cancelled' });
  });

  it('leaves its upload to the next worker when its own gets the signal to stop', async () => {
    const bad = await send('silence.tar');
    await withWorker({}, async () => {
      await untilIn(bad, 'reading');
    });
    expect(await bench.stateOf(bad)).toBe('queued');
    const { rows } = await bench.database.pool.query(
      'SELECT lost_readers AS lost FROM uploads WHERE id = $1',
      [bad],
    );
    expect(rows).toEqual([{ lost: 0 }]);
    await cancelUpload(bench.database, bench.blobs, bad);
  });
});
