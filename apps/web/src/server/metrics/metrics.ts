import type { Database } from '@basecase/db/database';
import { getOperationFigures, type OperationFigures } from '@basecase/db/queries/get-operation-figures';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DoorEvents } from '../admission/front-door';
import type { Lanes } from '../admission/lanes';
import { freeBlobBytes } from '../blob-health';
import { processDatabase } from '../database';
import { logError } from '../log';
import type { PageCache } from '../page-cache/page-cache';
import { within } from '../within';

/** Seconds. A page takes some 20 ms on a quiet machine. */
const RENDER_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  registry: Registry;
  events: DoorEvents;
  /** Runs what makes an answer, and takes its time. */
  timeRender: <T>(render: () => Promise<T>) => Promise<T>;
}

export interface MetricsOptions {
  lanes: Lanes;
  /** With separate connections: figures are available when all others are in use. */
  database: Database;
  /** Null: nothing is kept. */
  pages: () => PageCache | null;
}

/** What this process counts, by the conventions of Prometheus: base units, `_total` for counters. */
export function openMetrics({ lanes, database, pages }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'basecase_requests_total',
    help: 'Answers, by class and status. 499: the client closed the connection before.',
    labelNames: ['class', 'status'] as const,
    registers,
  });
  const refused = new Counter({
    name: 'basecase_refused_total',
    help: 'Requests refused with 503. full: too many waited; late: it waited too long.',
    labelNames: ['class', 'reason'] as const,
    registers,
  });
  const uses = new Counter({
    name: 'basecase_page_cache_total',
    help: 'Requests by what the page cache had. own: the answer was for one visitor alone.',
    labelNames: ['use'] as const,
    registers,
  });
  const renders = new Histogram({
    name: 'basecase_render_seconds',
    help: 'Time that making an answer for all took. Its count is the number of answers made.',
    buckets: RENDER_BUCKETS,
    registers,
  });
  addLaneMetrics(registry, lanes);
  addCacheMetrics(registry, pages);
  addDatabaseMetrics(registry, database);
  return {
    registry,
    events: {
      answered: (kind, status) => requests.inc({ class: kind, status }),
      refused: (kind, reason) => refused.inc({ class: kind, reason }),
      cache: (use) => uses.inc({ use }),
    },
    timeRender: async (render) => {
      const stop = renders.startTimer();
      try {
        return await render();
      } finally {
        stop();
      }
    },
  };
}

function addLaneMetrics(registry: Registry, lanes: Lanes): void {
  const labelNames = ['lane'] as const;
  new Gauge({
    name: 'basecase_requests_in_work',
    help: 'Requests in work, by lane.',
    labelNames,
    registers: [registry],
    collect() {
      for (const [lane, { inWork }] of Object.entries(lanes)) this.set({ lane }, inWork);
    },
  });
  new Gauge({
    name: 'basecase_requests_waiting',
    help: 'Requests that wait for their turn, by lane.',
    labelNames,
    registers: [registry],
    collect() {
      for (const [lane, { waiting }] of Object.entries(lanes)) this.set({ lane }, waiting);
    },
  });
}

function addCacheMetrics(registry: Registry, pages: () => PageCache | null): void {
  new Gauge({
    name: 'basecase_page_cache_bytes',
    help: 'Memory of kept answers.',
    registers: [registry],
    collect() {
      this.set(pages()?.bytes ?? 0);
    },
  });
  new Gauge({
    name: 'basecase_page_cache_entries',
    help: 'Kept answers.',
    registers: [registry],
    collect() {
      this.set(pages()?.entries ?? 0);
    },
  });
}

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
    name: 'basecase_flags',
    help: 'Changes that records were made of, by direction.',
    labelNames: ['direction'],
    values: ({ flags: { slower, faster } }) => [
      [{ direction: 'slower' }, slower],
      [{ direction: 'faster' }, faster],
    ],
  },
  {
    name: 'basecase_flags_followed',
    help: 'Flags of which later versions or new runs say whether they hold.',
    values: ({ flags }) => [[{}, flags.followed]],
  },
  {
    name: 'basecase_flags_rotated',
    help: 'Flags that came and went: withdrawn, or back at the previous level in the next version.',
    values: ({ flags }) => [[{}, flags.rotated]],
  },
  {
    name: 'basecase_flags_noise',
    help: 'Flags that users marked as noise.',
    values: ({ flags }) => [[{}, flags.noise]],
  },
  {
    name: 'basecase_servers_random_flags',
    help: 'Servers whose flags look random.',
    values: ({ flags }) => [[{}, flags.random]],
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
    name: 'basecase_workers',
    help: 'Connected workers.',
    values: ({ workers }) => [[{}, workers.connected]],
  },
  {
    name: 'basecase_worker_silent_seconds',
    help: 'How long the most silent worker has not shown that it runs: over 60 it is frozen. Missing without a worker.',
    values: ({ workers }) => (workers.silentSeconds === null ? [] : [[{}, workers.silentSeconds]]),
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
function addDatabaseMetrics(registry: Registry, database: Database): void {
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
      const free = await freeBlobBytes();
      if (free === null) this.remove();
      else this.set(free);
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
