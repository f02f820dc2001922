import { statfs } from 'node:fs/promises';
import type { Database } from '@basecase/db/database';
import { getOperationFigures, type OperationFigures } from '@basecase/db/queries/get-operation-figures';
import { isS3Location } from '@basecase/db/settings/blob-location';
import { Gauge, type Registry } from 'prom-client';
import { env } from '../../env';
import { processDatabase } from '../database';
import { logError } from '../log';
import { within } from '../within';

/** Several scrapers, or one that asks often, cost the database no more than this. */
const KEPT_MS = 5000;
/** A database that is frozen never answers. */
const ANSWER_MS = 4000;

interface Figure {
  name: string;
  help: string;
  labelNames?: string[];
  values: (figures: OperationFigures) => [labels: Record<string, string>, value: number][];
}

const byState = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([state, count]): [Record<string, string>, number] => [{ state }, count]);

const FIGURES: readonly Figure[] = [
  {
    name: 'basecase_uploads',
    help: 'Uploads by state.',
    labelNames: ['state'],
    values: ({ uploads }) => byState(uploads),
  },
  {
    name: 'basecase_jobs_waiting',
    help: 'Jobs that are due and not taken.',
    values: ({ jobs }) => [[{}, jobs.waiting]],
  },
  { name: 'basecase_jobs_in_work', help: 'Jobs in work.', values: ({ jobs }) => [[{}, jobs.inWork]] },
  {
    name: 'basecase_jobs_failed',
    help: 'Jobs that were tried for the last time.',
    values: ({ jobs }) => [[{}, jobs.failed]],
  },
  {
    name: 'basecase_jobs_oldest_seconds',
    help: 'Wait of the job that waits longest. Missing when none waits.',
    values: ({ jobs }) => (jobs.oldestSeconds === null ? [] : [[{}, jobs.oldestSeconds]]),
  },
  {
    name: 'basecase_webhook_deliveries',
    help: 'Messages of webhooks by state. failed: tried for the last time.',
    labelNames: ['state'],
    values: ({ deliveries }) => byState(deliveries),
  },
  {
    name: 'basecase_migrations',
    help: 'Migrations applied to the database, with the newest one.',
    labelNames: ['newest'],
    values: ({ migrations }) => [[{ newest: migrations.newest ?? '' }, migrations.applied]],
  },
];

/**
 * Figures of the database, its connections, and the disk of the blob store. When the database does not answer,
 * `basecase_database_up` is 0 and its figures are missing, not 0.
 */
export function addDatabaseMetrics(registry: Registry, database: Database): void {
  const read = keptFor(KEPT_MS, () => readFigures(database));
  const registers = [registry];
  new Gauge({
    name: 'basecase_database_up',
    help: '1 when the database answers.',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
  for (const { name, help, labelNames = [], values } of FIGURES) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const figures = await read();
        this.reset();
        // After a reset a gauge without labels is 0.
        if (labelNames.length === 0) this.remove();
        for (const [labels, value] of figures ? values(figures) : []) this.set(labels, value);
      },
    });
  }
  addConnections(registry);
  addDisk(registry);
}

function addConnections(registry: Registry): void {
  new Gauge({
    name: 'basecase_database_connections',
    help: 'Connections of this process by state. waiting: queries that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = processDatabase().pool;
      this.set({ state: 'in_use' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
}

function addDisk(registry: Registry): void {
  new Gauge({
    name: 'basecase_blobs_free_bytes',
    help: 'Free bytes on the disk of the blob store. Missing when it cannot be reached, or is in S3.',
    registers: [registry],
    async collect() {
      const disk = isS3Location(env().BASECASE_BLOBS)
        ? null
        : await statfs(env().BASECASE_BLOBS).catch(() => null);
      if (disk) this.set(disk.bavail * disk.bsize);
      else this.remove();
    },
  });
}

async function readFigures(database: Database): Promise<OperationFigures | null> {
  try {
    return await within(ANSWER_MS, getOperationFigures(database));
  } catch (error) {
    logError('metrics', error);
    return null;
  }
}

/** Asks at most once in a while, and once for all who ask meanwhile. */
function keptFor<T>(milliseconds: number, make: () => Promise<T>): () => Promise<T> {
  let until = 0;
  let kept: Promise<T> | null = null;
  return () => {
    if (!kept || performance.now() > until) {
      kept = make();
      until = performance.now() + milliseconds;
    }
    return kept;
  };
}
