import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { ADVISORY } from '../advisory-locks';
import { PRISMA_LOCK } from '../migrations/migrations.mjs';
import { backUp } from '../testing/backup-bench';
import { openUploadBench, until, WAITING } from '../testing/upload-bench';
import { verifyBackup } from './verify-backup';

it('waits for a migration that is under way, and does not keep it from taking an epoch', async () => {
  const { database, blobs, close } = await openUploadBench();
  const migration = await database.pool.connect();
  try {
    await migration.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    await migration.query('BEGIN');
    await migration.query('LOCK TABLE uploads IN ACCESS EXCLUSIVE MODE');
    const backingUp = backUp(database, blobs);
    await until(
      async () => (await database.pool.query(WAITING)).rowCount,
      (waiting) => waiting !== 0,
    );
    await migration.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY.epochs]);
    await migration.query(
      `INSERT INTO webhooks (url, secret, events) VALUES ('https://example.test', repeat('s', 32), '{regression.new}')`,
    );
    await migration.query('COMMIT');
    await migration.query('SELECT pg_advisory_unlock($1)', [PRISMA_LOCK]);
    const { bytes, report } = await backingUp;
    expect(report.end.rows['webhooks']).toBe(1);
    expect(await verifyBackup(Readable.from([bytes]))).toEqual(report);
  } finally {
    migration.release(true);
    await close();
  }
});
