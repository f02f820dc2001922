import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getUpload } from '../../queries/uploads/get-upload';
import { compiledScript } from '../../testing/compiled-script';
import { sampleLogs } from '../../testing/sample-logs';
import { openUploadBench, tarOf, type UploadBench, until } from '../../testing/upload-bench';
import { createWebhook, listDeliveries, sendTest } from '../../webhooks/webhooks';
import { cancelUpload } from '../change-upload';
import { MAX_LOST_READERS } from '../queue-job';
import { tryReadingLock } from '../reading-lock';
import { recoverJobs, recoverUploads } from '../run-worker';

let bench: UploadBench;
let script = '';
let reader = '';
beforeAll(async () => {
  bench = await openUploadBench();
  [script, reader] = await Promise.all([compiledScript('stalling-worker'), compiledScript('bad-reader')]);
});
afterAll(() => bench.close());

/** A run directory that no other test has: the comment makes its logs different. */
const run = (mark: string) =>
  tarOf(
    Object.fromEntries(
      Object.entries(sampleLogs()).map(([name, text]) => [
        `x.pg174_rel.x10a_c8r32.pk1/${name}`,
        `${text}\n# ${mark}\n`,
      ]),
    ),
  );

/** Starts a worker in a separate process, and waits until it stalls. */
async function startStalling(where: 'taken' | 'reading' | 'child') {
  const { database, blobs } = bench;
  const child = spawn(process.execPath, [script, database.url, blobs.location, where, reader], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

describe('a worker that dies between taking a job and reading', () => {
  it('leaves an upload that the next worker stores', async () => {
    const { uploadId } = await bench.send(await run('its first worker was killed early'));
    const worker = await startStalling('taken');
    expect(await bench.stateOf(uploadId)).toBe('queued');
    // A worker that lives keeps its job.
    expect(await recoverJobs(bench.database)).toBe(0);
    await worker.kill();
    await bench.workUntil(uploadId, 'stored');
    const { rows } = await bench.database.pool.query('SELECT FROM graphile_worker.jobs WHERE attempts > 0');
    expect(rows).toEqual([]);
  });

  it('gives back jobs of every kind at once', async () => {
    const { pool } = bench.database;
    await pool.query(
      `SELECT graphile_worker.add_job('regressions', job_key := 'r', queue_name := 'r', max_attempts := 5)`,
    );
    await pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'basecase-1-main', attempts = 1 WHERE key = 'r'`,
    );
    await pool.query(
      `UPDATE graphile_worker._private_job_queues SET locked_at = now(), locked_by = 'basecase-1-main' WHERE queue_name = 'r'`,
    );
    await recoverJobs(bench.database);
    const { rows } = await pool.query(
      `SELECT locked_by AS job FROM graphile_worker.jobs WHERE key = 'r'
       UNION ALL SELECT locked_by FROM graphile_worker._private_job_queues WHERE queue_name = 'r'`,
    );
    expect(rows).toEqual([{ job: null }, { job: null }]);
    await pool.query(`SELECT graphile_worker.remove_job('r')`);
  });
});

describe('a message whose worker died', () => {
  it('is queued again, or has failed when that was its last try', async () => {
    const { pool } = bench.database;
    const { view: webhook } = await createWebhook(bench.database, {
      url: 'http://127.0.0.1:9/',
      events: ['regression.new'],
      allowPrivate: true,
    });
    await sendTest(bench.database, webhook.id);
    await pool.query(`SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs`);
    expect(await recoverJobs(bench.database)).toBe(1);
    // An earlier test may have left a stale heatmap, which is queued, too.
    const { rows } = await pool.query(
      `SELECT max_attempts AS tries FROM graphile_worker.jobs WHERE task_identifier = 'webhook'`,
    );
    expect(rows).toEqual([{ tries: 10 }]);

    await pool.query(`SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs`);
    await pool.query(`UPDATE webhook_deliveries SET attempts = 10`);
    expect(await recoverJobs(bench.database)).toBe(1);
    expect(await listDeliveries(bench.database, webhook.id)).toMatchObject([{ state: 'failed' }]);
    expect(await recoverJobs(bench.database)).toBe(0);
  });
});

describe('a reader that ends without an answer', () => {
  it('is followed by another one, which stores the upload', async () => {
    const { uploadId } = await bench.send(await run('its first reader was killed'));
    const worker = await startStalling('reading');
    expect(await bench.stateOf(uploadId)).toBe('reading');
    // A reader that lives is left alone.
    expect(await recoverUploads(bench.database)).toBe(0);
    await worker.kill();
    await bench.workUntil(uploadId, 'stored');
    expect((await getUpload(bench.database, uploadId)).results).toBe(2);
  });

  it('ends with its worker, whatever it does', async () => {
    const { uploadId } = await bench.send(await run('a parser that runs away'), { filename: 'loop.tar' });
    const worker = await startStalling('child');
    await until(
      () => bench.stateOf(uploadId),
      (state) => state === 'reading',
    );
    expect(await tryReadingLock(bench.database, Number(uploadId))).toBeNull();
    await worker.kill();
    const lock = await until(
      () => tryReadingLock(bench.database, Number(uploadId)),
      (taken) => taken !== null,
    );
    await lock?.release();
    await cancelUpload(bench.database, bench.blobs, uploadId);
    await recoverUploads(bench.database);
    expect(await bench.stateOf(uploadId)).toBe('cancelled');
  });

  it('is stored after a connection to the database was cut while it was stored', async () => {
    const { pool } = bench.database;
    await pool.query(`CREATE SEQUENCE cuts;
      CREATE FUNCTION cut_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('cuts') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER cut_once BEFORE INSERT ON results FOR EACH ROW EXECUTE FUNCTION cut_once()`);
    const { uploadId } = await bench.send(await run('its connection was cut'));
    await bench.workUntil(uploadId, 'stored', 'failed');
    const { rows } = await pool.query(
      `SELECT state, last_value > 1 AS "wasCut" FROM uploads, cuts WHERE id = $1`,
      [uploadId],
    );
    await pool.query('DROP TRIGGER cut_once ON results; DROP FUNCTION cut_once; DROP SEQUENCE cuts');
    expect(rows).toEqual([{ state: 'stored', wasCut: true }]);
  });

  it(`is given up after ${MAX_LOST_READERS} times`, async () => {
    const { uploadId } = await bench.send(await run('it kills every reader'));
    const id = Number(uploadId);
    for (let lost = 1; lost <= MAX_LOST_READERS; lost += 1) {
      await bench.database.prisma.upload.updateMany({ where: { id }, data: { state: 'reading' } });
      expect(await recoverUploads(bench.database)).toBe(1);
    }
    expect(await getUpload(bench.database, uploadId)).toMatchObject({
      state: 'failed',
      error: { code: 'READER_LOST' },
    });
  });

  it('ends cancelled when that was asked for meanwhile', async () => {
    const { uploadId } = await bench.send(await run('cancelled after its reader was lost'));
    await bench.database.prisma.upload.updateMany({
      where: { id: Number(uploadId) },
      data: { state: 'reading' },
    });
    await cancelUpload(bench.database, bench.blobs, uploadId);
    await recoverUploads(bench.database);
    expect(await bench.stateOf(uploadId)).toBe('cancelled');
  });
});
