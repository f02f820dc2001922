import { maskText } from '@basecase/ingest';
import { Logger, type Runner, type RunnerOptions, run, type TaskList } from 'graphile-worker';
import { z } from 'zod';
import { queueDuePlans } from '../agents/schedules';
import type { BlobStore } from '../blobs/blob-store';
import { collectGarbage } from '../blobs/collect-garbage';
import { describeGarbage } from '../blobs/describe-garbage';
import { shrinkPacks } from '../blobs/packs/shrink-packs';
import { type Database, inTransaction } from '../database';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { queueForgotten, queueStale, REGRESSIONS_TASK } from '../regressions/regression-job';
import { describeRetention } from '../retention/describe-retention';
import { retain } from '../retention/retain';
import { hasRetentionRule } from '../retention/retention-rule';
import type { RetentionRule } from '../retention/types';
import { findValue, listRows, listValues } from '../rows';
import type { MessageBody } from '../types/webhooks';
import { deliverWebhook } from '../webhooks/deliver-webhook';
import { DeliveryError } from '../webhooks/post-webhook';
import { addDeliveryJob, MAX_ATTEMPTS, WEBHOOK_TASK } from '../webhooks/queue-deliveries';
import type { MailSettings } from '../webhooks/send-mail.mjs';
import { cleanRawBytes } from './clean-raw-bytes';
import { addIngestJob, deleteDeadJobs, INGEST_TASK, LARGE_FLAG, prepareQueue, queueAgain } from './queue-job';
import { openReaders, type Readers } from './readers/open-readers';
import { tryReadingLock } from './reading-lock';
import { endCancelled } from './upload-states';
import { beginWorkerLife, JOB_IS_LIVE, type WorkerLife, workerLives } from './worker-life';

/** How long a message is kept after it was made: long enough to see what went wrong and send it again by hand. */
export const KEPT_DAYS = 30;

/**
 * Deletes messages that were made more than `KEPT_DAYS` days ago and are over: delivered, or given up. What still waits
 * is kept, however old. Any number of processes may do it at once.
 *
 * @returns how many were deleted
 */
export async function deleteOldDeliveries({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND created_at < now() - $1 * interval '1 day'`,
    [KEPT_DAYS],
  );
  return rowCount ?? 0;
}

const payloadSchema = z.object({ uploadId: z.number().int().positive() });
const deliverySchema = z.object({ deliveryId: z.number().int().positive() });

/** How soon another worker takes over from one that ended without an answer. */
const RECOVERY_MS = 10_000;

/** Interval of the deletion of unneeded data. */
const CLEANING_MS = 3600 * 1000;

/**
 * Uploads read at the same time: one that is slow, or does not end, holds up no other. More gains nothing on two cores.
 * Imports wait for each other by themselves.
 */
const READERS = 2;

/**
 * Connections that a worker holds for as long as it runs: its sign of life, and a listener for each of its queues. Its
 * pool wants as many more than it works with, or no job is ever taken.
 */
export const STANDING_CONNECTIONS = 1 + 1 + READERS;

const GARBAGE_TASK = 'garbage';
const RETENTION_TASK = 'retention';

/**
 * Once a day, by whichever worker is first; one that was missed because nothing ran follows at the next start. The
 * garbage collection comes after the retention rule, and takes what that could not.
 */
const CRONTAB = `47 2 * * * ${RETENTION_TASK} ?fill=1d&max=3
17 3 * * * ${GARBAGE_TASK} ?fill=1d&max=3`;

/** By which nothing goes. */
const NO_RULE: RetentionRule = { rawDays: null, thinDays: null };

const noMessageBody: MessageBody = (format) => {
  throw new DeliveryError(`This worker cannot write messages for ${format}.`, { isFinal: true });
};

export interface WorkerOptions {
  /**
   * Stops the worker when it is aborted. What is being read gets a moment to end, and goes back into the queue then.
   */
  signal?: AbortSignal;
  /** Reads uploads. Default: in separate processes, under limits. In tests also in this one. */
  readers?: Readers;
  /** Whether webhooks may call addresses of this machine and its network. Default false. */
  allowPrivateWebhooks?: boolean;
  /** Writes messages for people. Default: nothing can, and they fail. */
  messageBody?: MessageBody;
  /** Mail server. Default: none, and mails fail. */
  mail?: MailSettings | null;
  /** Public address of this server, for links in messages. Default: as the person who added a webhook knows it. */
  baseUrl?: string | null;
  /** Retention of nights, checked once a day. Default: nothing. */
  retention?: RetentionRule;
  /** Called for what the queue reports; default: nothing. */
  log?: (level: 'error' | 'warning' | 'info' | 'debug', message: string) => void;
}

/**
 * Takes jobs from the queue until it gets the signal to stop: reads uploads, brings records of regressions up to date,
 * sends webhooks, removes garbage and nights by the retention rule. Any number of workers may run. What another worker
 * left unfinished is taken over.
 *
 * @param database with a pool of more than `STANDING_CONNECTIONS`
 * @throws Error when the connection to the database was lost. The process should end then and be started again: until
 *   its jobs notice, another worker may have begun them
 */
export async function runWorker(
  database: Database,
  blobs: BlobStore,
  {
    signal,
    readers = openReaders(database, blobs),
    allowPrivateWebhooks = false,
    messageBody = noMessageBody,
    mail = null,
    baseUrl = null,
    retention = NO_RULE,
    log: write = () => {},
  }: WorkerOptions = {},
): Promise<void> {
  // Errors cite what they are about, and that may be a line of a log.
  const log: typeof write = (level, message) => write(level, maskText(message));
  await prepareQueue(database);
  const life = await beginWorkerLife(database, readers.cancel);
  const tasks: TaskList = {
    [REGRESSIONS_TASK]: async () => void (await recomputeRegressions(database)),
    [WEBHOOK_TASK]: (payload) =>
      deliverWebhook(database, deliverySchema.parse(payload).deliveryId, {
        allowPrivate: allowPrivateWebhooks,
        messageBody,
        mail,
        baseUrl,
      }),
    [RETENTION_TASK]: async () => {
      if (!hasRetentionRule(retention)) return;
      const report = await retain(database, blobs, retention, { isApplied: true });
      // Louder where something went: nothing else tells of nights that are gone.
      const isQuiet = report.nights + report.uploads.withoutFiles === 0;
      log(isQuiet ? 'info' : 'warning', describeRetention(report));
    },
    [GARBAGE_TASK]: async () => log('info', describeGarbage(await collectGarbage(database, blobs))),
  };
  const ingest: TaskList = {
    [INGEST_TASK]: (payload) => readers.read(payloadSchema.parse(payload).uploadId),
  };
  const queue = { database, life, log };
  const chores = startChores(database, blobs, log);
  try {
    await chores.first;
    const runners = await Promise.all([
      // Webhooks and records do not wait until an upload is read.
      takeJobs(queue, 'main', { taskList: tasks, crontab: CRONTAB }),
      ...Array.from({ length: READERS }, (_, index) =>
        takeJobs(queue, `reader${index + 1}`, {
          taskList: ingest,
          parsedCronItems: [],
          // The first reads what comes, the others small uploads only: these never wait for large ones.
          forbiddenFlags: index === 0 ? null : [LARGE_FLAG],
        }),
      ),
    ]);
    const stop = () => {
      readers.stop();
      // A second stop while the first is under way is refused, and needs no answer.
      for (const runner of runners) runner.stop().catch(() => {});
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const ended = Promise.all(runners.map(({ promise }) => promise)).then(() => null);
    const reason = await Promise.race([ended, life.lost]);
    if (reason !== null) throw new Error(`Lost the database: ${reason.message}`, { cause: reason });
  } finally {
    chores.stop();
    await readers.kill();
    await life.end();
  }
}

function takeJobs(
  { database, life, log }: { database: Database; life: WorkerLife; log: NonNullable<WorkerOptions['log']> },
  name: string,
  tasks: Pick<RunnerOptions, 'taskList' | 'crontab' | 'parsedCronItems' | 'forbiddenFlags'>,
): Promise<Runner> {
  // The types of run() lack workerId, which it hands on to its one worker.
  const options: RunnerOptions & { workerId: string } = {
    pgPool: database.pool,
    concurrency: 1,
    workerId: life.nameOf(name),
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => log(level, message)),
    ...tasks,
  };
  return run(options);
}

/** Chores at a worker's start and at intervals, next to the queue. */
function startChores(database: Database, blobs: BlobStore, log: NonNullable<WorkerOptions['log']>) {
  const told = (error: Error) => log('error', error.message);
  const recover = () => Promise.all([recoverJobs(database), queueDuePlans(database)]).then(() => {}, told);
  const clean = async () => {
    await blobs.removeLeftovers().catch(told);
    await deleteOldDeliveries(database).then(() => {}, told);
    await deleteDeadJobs(database).then(() => {}, told);
    await cleanRawBytes(database, blobs).then(() => {}, told);
    await shrinkPacks(database, blobs).then(() => {}, told);
  };
  const first = Promise.all([recover().then(() => queueStale(database).catch(told)), clean()]);
  const timers = [setInterval(recover, RECOVERY_MS), setInterval(clean, CLEANING_MS)];
  return {
    first,
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/**
 * Takes over what workers that died have left: their jobs in the queue, and unfinished work without a worker. Runs at
 * a worker's start, and regularly. Any number of workers may do it at once.
 *
 * @returns how many uploads and messages were found
 */
export async function recoverJobs(database: Database): Promise<number> {
  await prepareQueue(database);
  await releaseDeadWorkers(database);
  const uploads = await recoverUploads(database);
  const deliveries = await recoverDeliveries(database);
  await queueForgotten(database);
  return uploads + deliveries;
}

/**
 * Gives back the jobs that dead workers had in work: the queue itself would wait four hours for each. A job that may be
 * tried again is taken by the next worker. One that may not, and has an upload, is removed: what becomes of that is
 * decided by the upload's state.
 *
 * @returns names of the dead workers
 */
async function releaseDeadWorkers({ pool }: Database): Promise<string[]> {
  const dead = await listValues<string>(
    pool,
    `SELECT DISTINCT locked_by AS name FROM graphile_worker.jobs
     WHERE locked_by IS NOT NULL AND NOT ${workerLives('locked_by')}`,
  );
  if (dead.length > 0) await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
  await pool.query(
    `SELECT graphile_worker.complete_jobs(ids) FROM (
       SELECT array_agg(id) AS ids FROM graphile_worker.jobs
       WHERE task_identifier = $1 AND locked_by IS NULL AND attempts >= max_attempts) AS ended
     WHERE ids IS NOT NULL`,
    [INGEST_TASK],
  );
  return dead;
}

/**
 * Messages that wait without a job: the worker that sent them died at their last try, or the queue was emptied. Those
 * with tries left are queued again, the others have failed.
 *
 * @returns how many there were
 */
async function recoverDeliveries(database: Database): Promise<number> {
  return inTransaction(database, async (client) => {
    const rows = await listRows<{ id: number; attempts: number }>(
      client,
      `SELECT id, attempts FROM webhook_deliveries
       WHERE state = 'waiting' AND NOT EXISTS (
         SELECT FROM graphile_worker.jobs WHERE jobs.key = 'webhook-' || webhook_deliveries.id AND ${JOB_IS_LIVE})
       ORDER BY id FOR UPDATE SKIP LOCKED`,
    );
    for (const { id, attempts } of rows) {
      if (attempts < MAX_ATTEMPTS) await addDeliveryJob(client, id, MAX_ATTEMPTS - attempts);
      else await client.query(GIVE_UP, [id]);
    }
    return rows.length;
  });
}

const GIVE_UP = `
UPDATE webhook_deliveries SET state = 'failed', next_try_at = NULL,
  error = coalesce(error, 'The worker that sent it ended before it had an answer.')
WHERE id = $1`;

/**
 * Finds unfinished uploads without a worker (a crash, a power cut, a killed container), and
 * puts them back into the queue: `reading` without a reader, `queued` without a job. A reader that lives holds a lock,
 * and so does the worker that has the job, so running work is not disturbed. An upload in `preview` waits for a user,
 * and needs no worker.
 *
 * @returns how many there were
 */
export async function recoverUploads(database: Database): Promise<number> {
  return (await recoverReading(database)) + (await recoverQueued(database));
}

async function recoverReading(database: Database): Promise<number> {
  const ids = await listValues<number>(
    database.pool,
    `SELECT id FROM uploads WHERE state = 'reading' ORDER BY id`,
  );
  let recovered = 0;
  for (const id of ids) {
    const lock = await tryReadingLock(database, id);
    if (!lock) continue;
    try {
      // Its reader may have ended in good order since the list was made; both steps look at the state again.
      await recover(database, id);
      recovered += 1;
    } finally {
      await lock.release();
    }
  }
  return recovered;
}

async function recover(database: Database, id: number): Promise<void> {
  const isCancelled = await findValue<boolean>(
    database.pool,
    'SELECT cancel_requested AS "isCancelled" FROM uploads WHERE id = $1',
    [id],
  );
  if (isCancelled) return endCancelled(database.pool, id);
  await queueAgain(database, id);
}

/**
 * The job was taken, and its worker died before it began to read: of such a job the only try is used up. Added for an
 * upload whose reader is about to begin, a second job would find nothing to do.
 */
async function recoverQueued(database: Database): Promise<number> {
  return inTransaction(database, async (client) => {
    const ids = await listValues<number>(
      client,
      `SELECT id FROM uploads
       WHERE state = 'queued' AND NOT EXISTS (
         SELECT FROM graphile_worker.jobs WHERE jobs.key = 'ingest-' || uploads.id AND ${JOB_IS_LIVE})
       ORDER BY id FOR UPDATE SKIP LOCKED`,
    );
    for (const id of ids) await addIngestJob(client, id);
    return ids.length;
  });
}
