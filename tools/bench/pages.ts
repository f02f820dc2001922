import { type BenchRow, median, quantile, timeMs } from './measure';
import { type AppToMeasure, type Load, measureLoad, openApp } from './open-app';

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
];
const API = `/api/v1/compare?${HEATMAP}&format=json`;
const SEQUENTIAL = 60;
const SECONDS = 5;
const CLIENTS = 8;

/** Each page as a first visit, with 10,000 runs in the database: the worst of them, and what it is. */
export async function benchPages(input: AppToMeasure): Promise<BenchRow[]> {
  const { browser, url, close } = await openApp(input);
  try {
    const found: { path: string; load: Load; serverMs: number }[] = [];
    for (const path of PAGES) {
      await measureLoad(browser, url + path, '#main');
      const loads: Load[] = [];
      for (let i = 0; i < LOADS; i += 1) loads.push(await measureLoad(browser, url + path, '#main'));
      const load = {
        lcpMs: median(loads.map(({ lcpMs }) => lcpMs)),
        blockingMs: median(loads.map(({ blockingMs }) => blockingMs)),
        bytes: median(loads.map(({ bytes }) => bytes)),
      };
      found.push({ path, load, serverMs: await serverTime(url + path) });
    }
    return [
      worst(found, {
        what: 'largest contentful paint',
        limit: 500,
        of: ({ load }) => load.lcpMs,
        unit: 'ms',
      }),
      worst(found, { what: 'blocking time', limit: 50, of: ({ load }) => load.blockingMs, unit: 'ms' }),
      worst(found, {
        what: 'all bytes, gzip',
        limit: 200,
        of: ({ load }) => load.bytes / 1024,
        unit: 'KB',
      }),
      worst(found, {
        what: 'whole answer of the server with its page drawn, p95',
        limit: 30,
        of: ({ serverMs }) => serverMs,
        unit: 'ms',
      }),
      await requestsPerSecond(url + API),
    ];
  } finally {
    await close();
  }
}

type Found = { path: string; load: Load; serverMs: number };

function worst(
  found: readonly Found[],
  { what, limit, of, unit }: { what: string; limit: number; of: (page: Found) => number; unit: string },
): BenchRow {
  const sorted = [...found].sort((a, b) => of(b) - of(a));
  const [slowest] = sorted;
  if (!slowest) throw new Error('no page');
  const within = found.filter((page) => of(page) <= limit).length;
  const middle = median(found.map(of));
  return {
    what: `(g) ${found.length} pages, 10,000 runs in the database: ${what}`,
    aim: `≤ ${limit} ${unit}`,
    reached: `${middle.toFixed(0)} ${unit} in the median, ${of(slowest).toFixed(0)} ${unit} at most (${slowest.path.split('?')[0]}); ${within} of ${found.length} within`,
    met: within === found.length,
  };
}

async function serverTime(url: string): Promise<number> {
  const samples: number[] = [];
  for (let i = 0; i < SEQUENTIAL; i += 1) {
    samples.push(await timeMs(async () => (await fetch(url)).arrayBuffer()));
  }
  return quantile(samples, 0.95);
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
