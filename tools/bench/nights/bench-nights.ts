import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { openDatabase } from '@basecase/db/database';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { listSeriesLines } from '@basecase/db/queries/series/list-series-lines';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { countAllRuns } from '@basecase/db/testing/heatmap-rows';
import { insertRuns } from '@basecase/db/testing/insert-runs';
import type { Pool } from 'pg';
import { type MadeRun, runsOf } from '../../nights/made-runs';
import { planNights } from '../../nights/plan-nights';
import { writeRun } from '../../nights/write-runs';
import { type Loaded, usualOf } from '../loads';
import { type BenchRow, median, timeMs, withDatabase } from '../measure';
import { type AppToMeasure, measureLoads, withApp } from '../open-app';

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
  series: Loaded;
  overview: Loaded;
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
      const ingest = async () => {
        await ingestPath({ database, blobs }, written.path);
        await recomputeRegressions(database);
      };
      samples.push(await timeMs(ingest));
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

function addressOf(url: string): Promise<string> {
  return withDatabase(url, async (database) => {
    const lines = await listSeriesLines(database);
    const line = lines.find(({ server }) => !server.slug.startsWith('copy-'));
    if (!line) throw new Error('no line of nights is stored');
    return `/series?${new URLSearchParams({ server: line.server.slug, workload: line.workload.slug })}`;
  });
}

function measurePages(input: AppToMeasure, overview: string): Promise<Omit<Figures, 'ingestMs'>> {
  return withApp(input, async ({ browser, url }) => {
    const load = async (address: string) =>
      usualOf(await measureLoads(browser, url + address, { ready: '#main', times: LOADS }));
    const series = await load(`${overview}&test=point-query_range%3D100`);
    return { series, overview: await load(overview) };
  });
}

/** The limit for more nights. */
const MOST_GROWTH = 1.3;

function rowsOf(small: Figures, large: Figures): BenchRow[] {
  const many = `${(COPIES * 200).toLocaleString('en-US')} more`;
  const row = (what: string, of: (figures: Figures) => number, limit: number): BenchRow => {
    const [before, after] = [of(small), of(large)];
    const growth = after / before;
    return {
      what: `(n) nights, 200 × ${TESTS} tests: ${what}`,
      aim: `≤ ${limit} ms, ≤ ${MOST_GROWTH} × with ${many}`,
      reached: `${before.toFixed(0)} ms, ${after.toFixed(0)} ms with ${many} (${growth.toFixed(2)} ×)`,
      met: before <= limit && (growth <= MOST_GROWTH || after <= limit / 2),
    };
  };
  return [
    row('the next night until its records are judged', ({ ingestMs }) => ingestMs, 1000),
    row('page of a series, largest contentful paint', ({ series }) => series.lcpMs, 500),
    row('page of a series, blocking time', ({ series }) => Math.max(1, series.blockingMs), 50),
    row('overview, largest contentful paint', ({ overview }) => overview.lcpMs, 500),
    row('overview, blocking time', ({ overview }) => Math.max(1, overview.blockingMs), 50),
  ];
}

/**
 * Copies every run of nights to other servers, with throughput and costs alone, in SQL: importing 10,000 nights would take
 * an hour.
 */
async function copyNights(pool: Pool, copies: number): Promise<void> {
  await pool.query(
    `INSERT INTO servers (slug, name, cores) SELECT 'copy-' || i, 'copy-' || i, 8 FROM generate_series(1, $1::int) i`,
    [copies],
  );
  await insertRuns(
    pool,
    `SELECT others.id AS server_id, workload_id, variant_id, upload_id,
       encode(sha256((others.id || '/' || runs.id)::bytea), 'hex') AS identity, label, path, started_at, at, campaign, facts
     FROM servers AS others, runs JOIN variants ON variants.id = variant_id AND build_id IS NOT NULL
     WHERE others.slug LIKE 'copy-%'`,
  );
  await pool.query(
    `WITH copied AS (
       SELECT copy.heatmap_id, copy.id, own.heatmap_id AS own_heatmap_id, own.id AS own_id
       FROM servers JOIN runs AS copy ON copy.server_id = servers.id
       JOIN runs AS own ON own.variant_id = copy.variant_id AND own.path = copy.path
       JOIN servers AS others ON others.id = own.server_id AND others.slug NOT LIKE 'copy-%'
       WHERE servers.slug LIKE 'copy-%'
     ), added AS (
       INSERT INTO results (heatmap_id, run_id, test_id, repeat, status, unit, clients)
       SELECT copied.heatmap_id, copied.id, test_id, repeat, status, unit, clients
       FROM copied JOIN results ON results.heatmap_id = own_heatmap_id AND results.run_id = own_id
       RETURNING heatmap_id, id, run_id, test_id, repeat
     )
     INSERT INTO measurements (heatmap_id, result_id, metric, source, value, unit, formula)
     SELECT added.heatmap_id, added.id, metric, source, value, measurements.unit, formula
     FROM added
     JOIN copied ON copied.id = added.run_id
     JOIN results AS own ON own.heatmap_id = own_heatmap_id AND own.run_id = own_id AND own.test_id = added.test_id
       AND own.repeat = added.repeat
     JOIN measurements ON measurements.heatmap_id = own.heatmap_id AND measurements.result_id = own.id
       AND metric IN ('throughput', 'cpu_per_op', 'cs_per_op', 'write_kb_per_op')`,
  );
  await countAllRuns({ pool });
  await pool.query('ANALYZE');
}
