// Takes jobs (uploads to read, records to bring up to date, webhooks to send) from the queue in PostgreSQL until it gets a signal to stop. Any number may run.
// usage: DATABASE_URL=… BASECASE_BLOBS=… node --import tsx tools/worker.mjs
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { openDatabase } from '@basecase/db/database';
import { MigrationError } from '@basecase/db/migrations';
import { requireMigrated } from '@basecase/db/migrations/require-migrated';
import { readRetentionRule } from '@basecase/db/retention/retention-rule';
import { mailSettings, readSettings } from '@basecase/db/settings';
import { mayCallPrivate } from '@basecase/db/settings/local-mode';
import { runWorker, STANDING_CONNECTIONS } from '@basecase/db/worker';
import { messageBody } from '@basecase/views/webhooks';
import { refuseWrongSettings } from './bootstrap/settings/refuse-settings.mjs';

/** How soon a database or blob store that does not answer is asked again. */
const RETRY_MS = 500;

refuseWrongSettings('worker');
const { DATABASE_URL, BASECASE_BLOBS } = process.env;
const { BASECASE_RETAIN_RAW_DAYS, BASECASE_RETAIN_THIN_DAYS } = process.env;
if (!DATABASE_URL || !BASECASE_BLOBS) throw new Error('DATABASE_URL and BASECASE_BLOBS must be set.');
const settings = readSettings('worker', process.env);

const stop = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // Asked twice: what is in work is left to the next worker.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  });
}

/** @param {string} text */
const say = (text) => process.stderr.write(`${new Date().toISOString()} worker: ${text}\n`);

const database = openDatabase(DATABASE_URL, {
  plans: 'prepared',
  maxConnections: STANDING_CONNECTIONS + settings.DATABASE_CONNECTIONS,
});
await untilItAnswers('database', () => database.pool.query('SELECT 1'));
try {
  const blobs = await untilItAnswers('blob store', async () => {
    // An unreachable database is waited for and reported once: a supervisor that restarts this would repeat the message for ever.
    const opened = openBlobStore(BASECASE_BLOBS, database, settings);
    await opened.check();
    return opened;
  });
  if (blobs && !stop.signal.aborted) {
    await requireMigrated(database, path.join(import.meta.dirname, '../prisma/migrations'));
    await runWorker(database, blobs, {
      signal: stop.signal,
      allowPrivateWebhooks: mayCallPrivate(settings),
      messageBody,
      mail: mailSettings(settings),
      baseUrl: settings.BASECASE_URL,
      retention: readRetentionRule({ BASECASE_RETAIN_RAW_DAYS, BASECASE_RETAIN_THIN_DAYS }),
      log: (level, message) => {
        if (level === 'error' || level === 'warning') say(message);
      },
    });
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  if (error instanceof MigrationError) console.error(`  What to do: ${error.hint}`);
  // At once: whoever started this starts it again, and what is still in work here belongs to that one.
  process.exit(1);
}
// Not waited for: a job that does not end would hold up the end of this process.
process.exit(0);

/**
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} ask
 * @returns {Promise<T | null>} null when this process gets a signal to stop before that
 */
async function untilItAnswers(what, ask) {
  for (let tries = 0; !stop.signal.aborted; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 0) say(`waiting for the ${what}: ${error instanceof Error ? error.message : error}`);
      await delay(RETRY_MS);
    }
  }
  return null;
}
