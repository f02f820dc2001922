import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@basecase/db/database';
import { importPublished } from '@basecase/db/import/published/import-published';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { type BenchRow, median, timeMs, withDatabase } from './measure';
import { addVersion } from './seed-runs';

const PUBLISHED = path.join(import.meta.dirname, '../../data/published/published.csv');
const ROUNDS = 5;
/** Runs of one ingest: a new version of eight workloads. */
const NEW_RUNS = 8;

/**
 * Records after an ingest into a database of 10,000 runs: the new runs are in it, their heatmaps are judged again, and
 * no other. Those heatmaps were judged before, with some seven records each.
 */
export async function benchRegressions(url: string): Promise<BenchRow[]> {
  return withDatabase(url, async (database) => {
    await judgeFirst(database);
    const samples: number[] = [];
    let heatmaps = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await addVersion(database.pool, { version: `10.${round}.0`, workloads: NEW_RUNS });
      samples.push(
        await timeMs(async () => {
          ({ heatmaps } = await recomputeRegressions(database));
        }),
      );
    }
    const ms = median(samples);
    const all = await judgeAll(database);
    return [
      {
        what: `(j) records of regressions after an ingest of ${NEW_RUNS} runs into 10,000`,
        aim: '≤ 2.0 s',
        reached: `${(ms / 1000).toFixed(2)} s (${heatmaps} heatmaps judged)`,
        met: ms <= 2000 && heatmaps === NEW_RUNS,
      },
      {
        what: '(j) records of all heatmaps of 10,000 runs from nothing, while imports go on',
        aim: '≤ 60 s; an import waits ≤ 0.5 s',
        reached: `${(all.ms / 1000).toFixed(0)} s (${all.heatmaps} heatmaps, ${all.created} records); ${(all.waitMs / 1000).toFixed(2)} s`,
        met: all.ms <= 60_000 && all.waitMs <= 500,
      },
    ];
  });
}

/**
 * Judges what the new runs will change, and takes the rest as judged: it would be 1000 heatmaps, and is not measured.
 */
async function judgeFirst(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ id: number }>(
    `SELECT run_id AS id FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id
     JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
     WHERE servers.slug = 'bench-1' AND workloads.slug = ANY (SELECT 'bench-' || i FROM generate_series(1, $1::int) i)`,
    [NEW_RUNS],
  );
  await recomputeRegressions(database, { runIds: rows.map(({ id }) => id) });
  await database.pool.query(
    `UPDATE heatmaps SET stale_since = NULL, evaluated_at = now(), rule_version = 1 WHERE stale_since IS NOT NULL`,
  );
}

/**
 * As after a new rule, or the first start of a version that has records: every heatmap is judged, and each record made.
 * Somebody who stores a run meanwhile waits for one heatmap at most, not for all of them.
 */
async function judgeAll(database: Database) {
  await database.pool.query('DELETE FROM record_places');
  await database.pool.query('UPDATE heatmaps SET stale_since = now()');
  let isDone = false;
  let waitMs = 0;
  const imports = (async () => {
    const file = await emptyImport();
    while (!isDone) {
      waitMs = Math.max(waitMs, await timeMs(() => importPublished(database, file)));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await rm(path.dirname(file), { recursive: true });
  })();
  let report = { heatmaps: 0, created: 0 };
  const ms = await timeMs(async () => {
    report = await recomputeRegressions(database);
  });
  isDone = true;
  await imports;
  return { ...report, ms, waitMs };
}

/** A file of figures without a figure: it goes the way of every import, and what it takes is how long it waits. */
async function emptyImport(): Promise<string> {
  const [header = ''] = (await readFile(PUBLISHED, 'utf8')).split('\n');
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'basecase-bench-')), 'none.csv');
  await writeFile(file, `${header}\n`);
  return file;
}
