import { type Database, openDatabase, recomputeRegressions } from '@basecase/db';
import { type BenchRow, median, timeMs } from './measure';
import { addVersion } from './seed-runs';

const ROUNDS = 5;
/** Runs that come with one ingest: a new version of eight workloads. */
const NEW_RUNS = 8;

/**
 * Records after an ingest into a database of 10,000 runs: the new runs are in it, their heatmaps are judged again, and
 * no other. Those heatmaps were judged before, with some 130 records each: the made-up values are all over the place.
 */
export async function benchRegressions(url: string): Promise<BenchRow[]> {
  const database = openDatabase(url);
  try {
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
    return [
      {
        what: `(g) records of regressions after an ingest of ${NEW_RUNS} runs into 10,000`,
        aim: '≤ 2.0 s',
        reached: `${(ms / 1000).toFixed(2)} s (${heatmaps} heatmaps judged)`,
        met: ms <= 2000 && heatmaps === NEW_RUNS,
      },
    ];
  } finally {
    await database.close();
  }
}

/** Judges what the new runs will change, and takes the rest as judged: it would be 1000 heatmaps, and is not measured. */
async function judgeFirst(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ id: number }>(
    `SELECT runs.id FROM runs JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
     WHERE servers.slug = 'bench-1' AND workloads.slug = ANY (SELECT 'bench-' || i FROM generate_series(1, $1::int) i)`,
    [NEW_RUNS],
  );
  await recomputeRegressions(database, { runIds: rows.map(({ id }) => id) });
  await database.pool.query(
    `UPDATE heatmap_evaluations SET stale_since = NULL, evaluated_at = now(), rule_version = 1 WHERE stale_since IS NOT NULL`,
  );
}
