import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { applyCorrection } from '../corrections/apply-correction';
import { undoCorrection } from '../corrections/undo-correction';
import { getRunPage } from '../queries/get-run-page';
import { addExclusion, listExclusions } from '../regressions/noise/noise-exclusions';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

/** What is keyed by heatmap, with the server of that heatmap: how many rows each run has there. */
const PARTS = [
  'SELECT id AS run FROM runs',
  'SELECT run_id AS run FROM results',
  'SELECT run_id AS run FROM measurements JOIN results ON results.heatmap_id = measurements.heatmap_id AND id = result_id',
  'SELECT run_id AS run FROM server_readings',
  'SELECT run_id AS run FROM run_uploads',
  'SELECT run_id AS run FROM noise_exclusions',
  'SELECT run_id AS run FROM run_places',
];

/** Of each table, the servers at which a run has rows, with their number. */
async function placesOf(run: number): Promise<string[]> {
  const places: string[] = [];
  for (const part of PARTS) {
    const table = /FROM (\w+)/.exec(part)?.[1] ?? '';
    const { rows } = await bench.database.pool.query<{ place: string }>(
      `SELECT concat_ws(' ', $1::text, servers.slug, count(*)) AS place
       FROM (${part.replace('SELECT', `SELECT ${table}.heatmap_id,`)}) AS parts
       JOIN heatmaps ON heatmaps.id = heatmap_id JOIN servers ON servers.id = server_id
       WHERE run = $2 GROUP BY servers.slug`,
      [table, run],
    );
    places.push(...rows.map(({ place }) => place));
  }
  return places;
}

it('takes a run with all that is its own to another heatmap, under the same ids, and back', async () => {
  const [run = 0, other = 0] = await bench.storeOnly(
    versionRun('16.0', {}, { server: 'left' }),
    versionRun('17.0', {}, { server: 'left' }),
  );
  const by = 'local';
  await addExclusion(bench.database, { run: String(run), other: String(other), reason: 'a backup ran', by });
  const before = await placesOf(run);
  expect(before).toEqual([
    'runs left 1',
    'results left 12',
    'measurements left 12',
    'server_readings left 1',
    'run_uploads left 1',
    'noise_exclusions left 1',
    'run_places left 1',
  ]);
  const page = await getRunPage(bench.database, String(run));

  const { id } = await applyCorrection(bench.database, {
    kind: 'runs',
    select: { runs: [String(run)] },
    changes: { server: 'right' },
    reason: 'misnamed',
    by,
  });
  expect(await placesOf(run)).toEqual(before.map((place) => place.replace('left', 'right')));
  expect(await placesOf(other)).not.toContain('runs right 1');
  const moved = await getRunPage(bench.database, String(run));
  expect(moved.server.slug).toBe('right');
  expect(moved.results).toEqual(page.results);
  // The pair no longer counts as noise, but it is still listed.
  const { workload } = moved;
  expect(await listExclusions(bench.database, { server: 'right', workload: workload.slug })).toMatchObject([
    { run: { id: String(run) }, other: { id: String(other) } },
  ]);

  await undoCorrection(bench.database, id, { by });
  expect(await placesOf(run)).toEqual(before);
  expect(await getRunPage(bench.database, String(run))).toEqual(page);
});
