import { maskText } from '@basecase/ingest';
import { Logger, type Runner, type RunnerOptions, run, type TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { BlobStore } from '../blobs/blob-store';
import { collectGarbage } from '../blobs/collect-garbage';
import { describeGarbage } from '../blobs/describe-garbage';
import { shrinkPacks } from '../blobs/packs/shrink-packs';
import type { Database } from '../database';
import { recomputeRegressions } from '../regressions/recompute/recompute-regressions';
import { queueStale, REGRESSIONS_TASK } from '../regressions/regression-job';
import { describeRetention } from '../retention/describe-retention';
import { retain } from '../retention/retain';
import { hasRetentionRule } from '../retention/retention-rule';
import type { RetentionRule } from '../retention/types';
import { deleteOldDeliveries } from '../webhooks/delete-old-deliveries';
import { deliverWebhook } from '../webhooks/deliver-webhook';
import { WEBHOOK_TASK } from '../webhooks/queue-deliveries';
import { cleanRawBytes } from './clean-raw-bytes';
import { INGEST_TASK, prepareQueue } from './queue-job';
import { openReaders, type Readers } from './readers/open-readers';
import { recoverJobs } from './recovery/recover-jobs';
import { beginWorkerLife, type WorkerLife } from './worker-life';

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

const GARBAGE_TASK = 'garbage';
const RETENTION_TASK = 'retention';

/**
 * Once a day, by whichever worker is first; one that was missed because nothing ran follows at the next start. The
 * garbage
 * collection comes after the retention rule, and takes what that could not.
 */
const CRONTAB = `47 2 * * * ${RETENTION_TASK} ?fill=1d&max=3
17 3 * * * ${GARBAGE_TASK} ?fill=1d&max=3`;

/** By which nothing goes. */
const NO_RULE: RetentionRule = { rawDays: null, thinDays: null };

export interface WorkerOptions {
  /**
   * Stops the worker when it is aborted. What is being read gets a moment to end, and goes back into the queue then.
   */
  signal?: AbortSignal;
  /** Reads uploads. Default: in separate processes, under limits. In tests also in this one. */
  readers?: Readers;
  /** Whether webhooks may call addresses of this machine and its network. Default false. */
  allowPrivateWebhooks?: boolean;
  /** Retention of nights, checked once a day. Default: nothing. */
  retention?: RetentionRule;
  /** Called for what the queue reports; default: nothing. */
  log?: (level: 'error' | 'warning' | 'info' | 'debug', message: string) => void;
}

/**
 * Takes jobs from the queue until it gets the signal to stop: reads uploads, brings records of regressions up to
 * date, sends
 * webhooks, removes garbage and nights by the retention rule. Any number of workers may run. What another worker left
 * unfinished is taken over.
 *
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
        takeJobs(queue, `reader${index + 1}`, { taskList: ingest, parsedCronItems: [] }),
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
  tasks: Pick<RunnerOptions, 'taskList' | 'crontab' | 'parsedCronItems'>,
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
  const recover = () => recoverJobs(database).then(() => {}, told);
  const clean = async () => {
    await blobs.removeLeftovers().catch(told);
    await deleteOldDeliveries(database).then(() => {}, told);
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
