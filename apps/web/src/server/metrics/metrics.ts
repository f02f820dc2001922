import type { Database } from '@basecase/db/database';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DoorEvents } from '../admission/front-door';
import type { Lanes } from '../admission/lanes';
import type { PageCache } from '../page-cache/page-cache';
import { addDatabaseMetrics } from './database-metrics';

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
