import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database';
import { ingestPath } from '../import/ingest-path';
import { deleteUpload } from '../jobs/delete-upload';
import { runWorker } from '../jobs/run-worker';
import {
  backUp,
  blobsOf,
  countTables,
  damageFile,
  dumpOf,
  type EmptyTarget,
  loseFile,
  MIGRATIONS,
  makeEmptyTarget,
} from '../testing/backup-bench';
import { readHere } from '../testing/read-here';
import { sampleLogs, writeLogs } from '../testing/sample-logs';
import {
  openUploadBench,
  tarOf,
  type UploadBench,
  until,
  WAITING,
  WAITING_ANYWHERE,
} from '../testing/upload-bench';
import { restoreBackup } from './restore-backup';
import { verifyBackup } from './verify-backup';
import { writeBackup } from './write-backup';

let bench: UploadBench;
let target: EmptyTarget;
let waitingUpload = '';
const targets: EmptyTarget[] = [];

/** Text that COPY has to escape, and numbers that print badly. */
const AWKWARD = 'tab\there, line\nfeed, return\r, back\\slash, \\N, \\., é漢字🎉, "quotes"';
const TINY = 1.0000000000000002e-300;

beforeAll(async () => {
  bench = await openUploadBench();
  const { database, blobs } = bench;
  const stored = await bench.send(await tarOf(sampleLogs()));
  await bench.workUntil(stored.uploadId, 'stored');
  const held = await bench.send(await tarOf({ ...sampleLogs(), more: 'x' }), { hold: true });
  await bench.workUntil(held.uploadId, 'preview');
  const broken = await bench.send('no log at all');
  await bench.workUntil(broken.uploadId, 'failed');
  const folder = path.join(blobs.location, '../logs');
  await ingestPath({ database, blobs }, await writeLogs(folder, 'x.pg180.x10a_c8r32.pk1'), {
    server: 'pn53',
  });
  // Larger than what is checked in one go.
  const numbers = Array.from({ length: 60_000 }, (_, index) => `${index * 7919} line\n`).join('');
  const large = await bench.send(await tarOf({ ...sampleLogs(), 'notes.txt': numbers }));
  waitingUpload = large.uploadId;
  await database.pool.query(
    `INSERT INTO webhooks (url, secret, events) VALUES ('https://example.test', repeat('s', 32), '{regression.new}')`,
  );
  await database.pool.query(
    `INSERT INTO webhook_deliveries (webhook_id, event, payload, next_try_at) VALUES (1, 'regression.new', $1, now())`,
    [AWKWARD],
  );
  await database.pool.query(
    `INSERT INTO permalinks (slug, kind, path, title, snapshot, parser_version) VALUES ('a', 'compare', '/', $1, $2, 1)`,
    [AWKWARD, JSON.stringify({ text: AWKWARD, tiny: TINY })],
  );
  await database.pool.query(
    `INSERT INTO api_tokens (name, role, token_hash) VALUES ('me', 'admin', repeat('a', 64))`,
  );
  await database.pool.query(
    `INSERT INTO noise_exclusions (heatmap_id, run_id, reason, by) SELECT heatmap_id, id, $1, 'me' FROM runs LIMIT 1`,
    [AWKWARD],
  );
  const { rows } = await database.pool.query<{ heatmapId: string; resultId: string; metric: string }>(
    `SELECT heatmap_id AS "heatmapId", result_id AS "resultId", metric
     FROM measurements WHERE metric <> 'throughput' LIMIT 1`,
  );
  await database.pool.query(
    'UPDATE measurements SET value = $1 WHERE heatmap_id = $2 AND result_id = $3 AND metric = $4',
    [TINY, ...rows.flatMap(({ heatmapId, resultId, metric }) => [heatmapId, resultId, metric])],
  );
  // Judged, so that a trigger that fires while rows are loaded shows.
  await database.pool.query(`UPDATE heatmaps SET stale_since = NULL, evaluated_at = now(), rule_version = 1`);
  // Ids that were given and are gone are not given again.
  await database.pool.query(`SELECT setval('run_places_run_id_seq', 4711)`);
});
afterAll(() => bench.close());
afterEach(async () => {
  for (const each of targets.splice(0)) await each.close();
});

async function emptyTarget(): Promise<EmptyTarget> {
  const made = await makeEmptyTarget();
  targets.push(made);
  return made;
}

const restore = (bytes: Buffer, into: EmptyTarget, migrations = MIGRATIONS) =>
  restoreBackup(into.database, into.blobs, Readable.from([bytes]), { migrations });

/** Gives webhooks and messages the state of the original: the rest of both is the same. */
async function resumeAs(original: Database, copy: Database): Promise<void> {
  const { rows } = await original.pool.query('SELECT id, next_try_at FROM webhook_deliveries');
  await copy.pool.query('UPDATE webhooks SET active = true');
  for (const { id, next_try_at } of rows) {
    await copy.pool.query(
      `UPDATE webhook_deliveries SET state = 'waiting', error = NULL, next_try_at = $2 WHERE id = $1`,
      [id, next_try_at],
    );
  }
}

describe('a backup', () => {
  it('gives back every row, sequence, rule and stored file', async () => {
    const { bytes, report } = await backUp(bench.database, bench.blobs);
    expect(report.missing).toEqual([]);
    expect(report.bytes).toBe(bytes.length);
    const checked = await verifyBackup(Readable.from([bytes]));
    expect(checked).toEqual(report);
    expect(report.end.rows).toMatchObject({ runs: 1, uploads: 5, permalinks: 1, api_tokens: 1, webhooks: 1 });

    target = await emptyTarget();
    const restored = await restore(bytes, target);
    const paused = { webhooks: 1, deliveries: 1 };
    expect(restored).toMatchObject({ migrated: [], queuedUploads: 1, paused });
    // A copy that calls the receivers of the original would send everything twice.
    const { rows } = await target.database.pool.query(
      'SELECT active, state FROM webhooks JOIN webhook_deliveries ON webhook_id = webhooks.id',
    );
    expect(rows).toEqual([{ active: false, state: 'failed' }]);
    await resumeAs(bench.database, target.database);
    expect(await dumpOf(target.database)).toEqual(await dumpOf(bench.database));
    const stored = await blobsOf(bench);
    expect(Object.keys(stored).length).toBeGreaterThan(5);
    expect(await blobsOf(target)).toEqual(stored);
  });

  it('is the same for a reader that gets it byte by byte', async () => {
    const { bytes, report } = await backUp(bench.database, bench.blobs);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 511) }, (_, i) =>
      bytes.subarray(i * 511, (i + 1) * 511),
    );
    expect(await verifyBackup(Readable.from(pieces))).toEqual(report);
  });

  it('has what was there when it began, whatever is stored and deleted meanwhile', async () => {
    const busy = await openUploadBench();
    const holder = await busy.database.pool.connect();
    try {
      const old = await busy.send(await tarOf(sampleLogs()));
      await busy.workUntil(old.uploadId, 'stored');
      const before = await dumpOf(busy.database);
      const blobsBefore = await blobsOf(busy);
      // Its snapshot is taken by then, and no row is read before it knows of which version they are.
      await holder.query('BEGIN; LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE');
      const backingUp = backUp(busy.database, busy.blobs);
      await until(
        async () => (await busy.database.pool.query(WAITING)).rowCount,
        (waiting) => waiting !== 0,
      );
      const added = await busy.send(await tarOf({ ...sampleLogs(), 'conf.diff': 'work_mem = 1GB\n' }));
      await busy.workUntil(added.uploadId, 'stored');
      const deleting = deleteUpload(busy.database, busy.blobs, old.uploadId);
      await until(
        () => busy.database.prisma.upload.count({ where: { id: Number(old.uploadId) } }),
        (count) => count === 0,
      );
      await holder.query('ROLLBACK');
      const { bytes, report } = await backingUp;
      await deleting;
      expect(report.missing).toEqual([]);
      await verifyBackup(Readable.from([bytes]));
      target = await emptyTarget();
      await restore(bytes, target);
      const { sequences: _, ...rows } = await dumpOf(target.database);
      expect(rows).toEqual(
        Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'sequences')),
      );
      expect(await blobsOf(target)).toEqual(blobsBefore);
    } finally {
      holder.release(true);
      await busy.close();
    }
  });

  it('lists stored files that are missing or damaged, and has all the others', async () => {
    const broken = await openUploadBench();
    try {
      const sent = await broken.send(await tarOf(sampleLogs()));
      await broken.workUntil(sent.uploadId, 'stored');
      const files = await broken.database.prisma.artifact.findMany({ orderBy: { path: 'asc' } });
      const [gone = '', wrong = ''] = files.map(({ sha256 }) => sha256);
      await loseFile(broken.database, gone);
      await damageFile(broken, wrong);
      const { bytes, report } = await backUp(broken.database, broken.blobs);
      expect(report).toMatchObject({
        missing: [gone],
        damaged: [wrong],
        end: { blobs: { missing: 1, damaged: 1 } },
      });
      expect(await verifyBackup(Readable.from([bytes]))).toEqual(report);
      target = await emptyTarget();
      expect(await restore(bytes, target)).toMatchObject({ missing: [gone], damaged: [wrong] });
      expect(Object.keys(await blobsOf(target))).toHaveLength(report.end.blobs.stored);
      expect(await target.database.prisma.artifact.count()).toBe(files.length);
    } finally {
      await broken.close();
    }
  });

  it('is stopped at once, also while it waits for a lock', async () => {
    const client = await bench.database.pool.connect();
    try {
      await client.query('BEGIN; LOCK TABLE workloads IN ACCESS EXCLUSIVE MODE');
      const stop = new AbortController();
      const writing = writeBackup(bench.database, bench.blobs, new PassThrough(), {
        version: '1',
        migrations: MIGRATIONS,
        signal: stop.signal,
      });
      await until(
        async () => (await bench.database.pool.query(WAITING_ANYWHERE)).rowCount,
        (waiting) => waiting !== 0,
      );
      stop.abort();
      await expect(writing).rejects.toThrow('was stopped');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('after a restore', () => {
  it('what waited is read, and what was half read is read again', async () => {
    await bench.database.pool.query(`UPDATE uploads SET state = 'reading', progress = '{}' WHERE id = $1`, [
      waitingUpload,
    ]);
    const { bytes } = await backUp(bench.database, bench.blobs);
    await bench.database.pool.query(`UPDATE uploads SET state = 'queued', progress = NULL WHERE id = $1`, [
      waitingUpload,
    ]);
    target = await emptyTarget();
    const { database, blobs } = target;
    await restore(bytes, target);
    const stop = new AbortController();
    const worker = runWorker(database, blobs, { signal: stop.signal, readers: readHere(database, blobs) });
    const { state } = await until(
      () => database.prisma.upload.findUniqueOrThrow({ where: { id: Number(waitingUpload) } }),
      (upload) => upload.state === 'failed' || upload.state === 'stored',
    );
    stop.abort();
    await worker;
    expect(state).toBe('stored');
  });

  it('nothing is left of one that fails at its end', async () => {
    const { bytes } = await backUp(bench.database, bench.blobs);
    target = await emptyTarget();
    await expect(restore(bytes.subarray(0, bytes.length - 3000), target)).rejects.toThrow('it ends after');
    expect(await countTables(target.database)).toBe(0);
    await restore(bytes, target);
    await resumeAs(bench.database, target.database);
    expect(await dumpOf(target.database)).toEqual(await dumpOf(bench.database));
  });
});
