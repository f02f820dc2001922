import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { openDatabase } from '@basecase/db/database';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { listSeriesLines } from '@basecase/db/queries/series/list-series-lines';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { type MadeRun, runsOf } from '../../nights/made-runs';
import { planNights } from '../../nights/plan-nights';
import { writeRun } from '../../nights/write-runs';
import { type BenchRow, median } from '../measure';
import { type AppToMeasure, type Load, measureLoad, openApp } from '../open-app';
import { copyNights } from './copy-nights';

/** Nights that come one by one while it is measured, and nights before them. */
const MEASURED = 5;
const NIGHTS = 200 + 2 * MEASURED;
const TESTS = 30;
/** Copies of the history on other servers: 10,000 nights in all. */
const COPIES = 50;
const LOADS = 5;

interface Figures {
  /** From the first byte of the next night to its judged records. */
  ingestMs: number;
  series: Load;
  overview: Load;
}

/**
 * A history of 200 nights × 30 tests: the next night until its records are judged, the page of a series and the overview
 * as first visits; then the same with 10,000 nights in the database.
 */
export async function benchNights(input: AppToMeasure & { scratch: string }): Promise<BenchRow[]> {
  const scratch = path.join(input.scratch, 'nights');
  const plan = planNights({ nights: NIGHTS, tests: TESTS, servers: 1 });
  const runs = [...runsOf(plan)];
  const next = runs.slice(-2 * MEASURED);
  await mkdir(scratch, { recursive: true });
  const first = path.join(scratch, 'first');
  for (const run of runs.slice(0, -next.length)) await writeRun(plan, run, { out: first, isTar: false });
  const database = openDatabase(input.databaseUrl);
  const blobs = openBlobStore(input.blobs, database);
  /** Takes nights in one by one, as a CI sends them. */
  const take = async (nights: readonly MadeRun[]) => {
    const samples: number[] = [];
    for (const run of nights) {
      const written = await writeRun(plan, run, { out: path.join(scratch, 'next'), isTar: true });
      const start = performance.now();
      await ingestPath({ database, blobs }, written.path);
      await recomputeRegressions(database);
      samples.push(performance.now() - start);
    }
    return median(samples);
  };
  const measure = async (nights: readonly MadeRun[]): Promise<Figures> => ({
    ingestMs: await take(nights),
    ...(await measurePages(input, await addressOf(input.databaseUrl))),
  });
  try {
    await ingestPath({ database, blobs }, first);
    await recomputeRegressions(database);
    const small = await measure(next.slice(0, MEASURED));
    await copyNights(database.pool, COPIES);
    await recomputeRegressions(database);
    return rowsOf(small, await measure(next.slice(MEASURED)));
  } finally {
    await database.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function addressOf(url: string): Promise<string> {
  const database = openDatabase(url);
  try {
    const lines = await listSeriesLines(database);
    const line = lines.find(({ server }) => !server.slug.startsWith('copy-'));
    if (!line) throw new Error('no line of nights is stored');
    return `/series?${new URLSearchParams({ server: line.server.slug, workload: line.workload.slug })}`;
  } finally {
    await database.close();
  }
}

async function measurePages(input: AppToMeasure, overview: string): Promise<Omit<Figures, 'ingestMs'>> {
  const { browser, url, close } = await openApp(input);
  const load = async (address: string): Promise<Load> => {
    await measureLoad(browser, url + address, '#main');
    const loads: Load[] = [];
    for (let i = 0; i < LOADS; i += 1) loads.push(await measureLoad(browser, url + address, '#main'));
    const of = (pick: (one: Load) => number) => median(loads.map(pick));
    return {
      lcpMs: of(({ lcpMs }) => lcpMs),
      blockingMs: of(({ blockingMs }) => blockingMs),
      bytes: of(({ bytes }) => bytes),
    };
  };
  try {
    const series = await load(`${overview}&test=point-query_range%3D100`);
    return { series, overview: await load(overview) };
  } finally {
    await close();
  }
}

/** The limit for more nights. */
const MOST_GROWTH = 1.3;

function rowsOf(small: Figures, large: Figures): BenchRow[] {
  const many = `${(COPIES * 200).toLocaleString('en-US')} more`;
  const row = (
    what: string,
    of: (figures: Figures) => number,
    { limit, unit }: { limit: number; unit: string },
  ): BenchRow => {
    const [before, after] = [of(small), of(large)];
    const growth = after / before;
    return {
      what: `(n) nights, 200 × ${TESTS} tests: ${what}`,
      aim: `≤ ${limit} ${unit}, ≤ ${MOST_GROWTH} × with ${many}`,
      reached: `${before.toFixed(0)} ${unit}, ${after.toFixed(0)} ${unit} with ${many} (${growth.toFixed(2)} ×)`,
      met: before <= limit && (growth <= MOST_GROWTH || after <= limit / 2),
    };
  };
  return [
    row('the next night until its records are judged', ({ ingestMs }) => ingestMs, {
      limit: 1000,
      unit: 'ms',
    }),
    row('page of a series, largest contentful paint', ({ series }) => series.lcpMs, {
      limit: 500,
      unit: 'ms',
    }),
    row('page of a series, blocking time', ({ series }) => Math.max(1, series.blockingMs), {
      limit: 50,
      unit: 'ms',
    }),
    row('overview, largest contentful paint', ({ overview }) => overview.lcpMs, { limit: 500, unit: 'ms' }),
    row('overview, blocking time', ({ overview }) => Math.max(1, overview.blockingMs), {
      limit: 50,
      unit: 'ms',
    }),
  ];
}
