import type { Database } from '@basecase/db/database';
import {
  BLOCKING_MS,
  KILOBYTES,
  kilobyteText,
  LCP_AIM,
  type Loaded,
  lcpLimit,
  lcpText,
  usualOf,
} from './loads';
import { type BenchRow, median, milliseconds, quantile, repeat, timeMs, withDatabase } from './measure';
import { type AppToMeasure, type Load, measureLoads, withApp } from './open-app';

const LOADS = 3;
const HEATMAP = 'server=bench-1&workload=bench-1';
const PAGES = [
  '/',
  `/compare?${HEATMAP}`,
  '/servers',
  '/servers?product=MySQL',
  '/search?q=zipf+9',
  '/trends',
  '/runs',
  '/uploads',
  '/upload',
  `/report?${HEATMAP}`,
  '/regressions',
  '/noise',
  '/method',
  '/series',
  '/servers/bench-1',
  '/runs/1',
];
const API = `/api/v1/compare?${HEATMAP}&format=json`;
const SEQUENTIAL = 60;
/** So many that the 95th percentile is not the worst of them. */
const WRITES = 40;
/** Until the first byte: of what was asked for before, and when something was written since. */
const KEPT_MS = 40;
const WRITTEN_MS = 120;
const SECONDS = 5;
const CLIENTS = 8;

type Found = Loaded & { path: string; keptMs: number; writtenMs: number; wholeMs: number };

/** Each page as a first visit, with 10,000 runs in the database: the worst of them, and what it is. */
export async function benchPages(input: AppToMeasure, peer: Load): Promise<BenchRow[]> {
  return withApp(input, ({ browser, url }) =>
    withDatabase(input.databaseUrl, async (database) => {
      const found: Found[] = [];
      for (const path of PAGES) {
        const loads = await measureLoads(browser, url + path, { ready: '#main', times: LOADS });
        found.push({
          path,
          ...usualOf(loads),
          wholeMs: await p95Of(SEQUENTIAL, () => whole(url + path)),
          keptMs: await p95Of(SEQUENTIAL, () => firstByte(url + path)),
          writtenMs: await p95Of(WRITES, async () => {
            await writeToHeatmap(database);
            return firstByte(url + path);
          }),
        });
      }
      const ms = milliseconds(0);
      return [
        worst(found, {
          what: 'largest contentful paint',
          aim: LCP_AIM,
          limit: lcpLimit(peer),
          of: ({ lcpMs }) => lcpMs,
          show: (value) => lcpText(value, peer),
        }),
        worst(found, {
          what: 'blocking time',
          limit: BLOCKING_MS,
          of: ({ blockingMs }) => blockingMs,
          show: ms,
        }),
        worst(found, {
          what: 'all bytes, gzip',
          limit: KILOBYTES,
          of: ({ kilobytes }) => kilobytes,
          show: kilobyteText,
        }),
        worst(found, {
          what: 'first byte, nothing written since, p95',
          limit: KEPT_MS,
          of: ({ keptMs }) => keptMs,
          show: ms,
        }),
        worst(found, {
          what: 'first byte after a write to the heatmap, p95',
          limit: WRITTEN_MS,
          of: ({ writtenMs }) => writtenMs,
          show: ms,
        }),
        worst(found, {
          what: 'whole answer, nothing written since, p95',
          limit: 30,
          of: ({ wholeMs }) => wholeMs,
          show: ms,
        }),
        await requestsPerSecond(url + API),
      ];
    }),
  );
}

interface Figure {
  what: string;
  /** Left out: the limit, shown. */
  aim?: string;
  limit: number;
  of: (page: Found) => number;
  show: (value: number) => string;
}

function worst(
  found: readonly Found[],
  { what, limit, of, show, aim = `≤ ${show(limit)}` }: Figure,
): BenchRow {
  const sorted = [...found].sort((a, b) => of(b) - of(a));
  const [slowest] = sorted;
  if (!slowest) throw new Error('no page');
  const over = sorted.filter((page) => of(page) > limit);
  const names = over.map((page) => `${page.path.split('?')[0]} ${show(of(page))}`).join(', ');
  return {
    what: `(g) ${found.length} pages, 10,000 runs in the database: ${what}`,
    aim,
    reached: `${show(median(found.map(of)))} in the median, ${show(of(slowest))} at most (${slowest.path.split('?')[0]}); ${found.length - over.length} of ${found.length} within${names && `, not ${names}`}`,
    met: over.length === 0,
  };
}

async function p95Of(times: number, measure: () => Promise<number>): Promise<number> {
  return quantile(await repeat(times, measure), 0.95);
}

function whole(url: string): Promise<number> {
  return timeMs(async () => (await fetch(url)).arrayBuffer());
}

/** Until the head of the answer is there; the rest of it is read after that. */
async function firstByte(url: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(url);
  const ms = performance.now() - start;
  await response.arrayBuffer();
  return ms;
}

/** What a transaction does last that stored a run in the heatmap that is looked at. */
async function writeToHeatmap({ pool }: Database): Promise<void> {
  await pool.query(
    `WITH taken AS (UPDATE epochs SET newest = newest + 1 RETURNING newest)
     UPDATE heatmaps SET epoch = newest FROM taken, servers s, workloads w
     WHERE s.id = server_id AND w.id = workload_id AND s.slug = 'bench-1' AND w.slug = 'bench-1'`,
  );
}

/** The compare view over HTTP, asked for by several clients at once for some seconds. */
async function requestsPerSecond(url: string): Promise<BenchRow> {
  const until = performance.now() + SECONDS * 1000;
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      let count = 0;
      for (; performance.now() < until; count += 1) {
        const response = await fetch(url);
        if (!response.ok) throw new Error(`${response.status} of ${url}`);
        await response.arrayBuffer();
      }
      return count;
    }),
  );
  const rate = counts.reduce((sum, count) => sum + count, 0) / SECONDS;
  return {
    what: `(h) compare view over HTTP, ${CLIENTS} clients at once`,
    aim: '≥ 200/s',
    reached: `${rate.toFixed(0)}/s`,
    met: rate >= 200,
  };
}
