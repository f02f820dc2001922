import { inState } from '../bootstrap/paths.mjs';
import { findCitus } from '../citus/find-citus.mjs';
import { startCluster } from '../citus/start-cluster.mjs';
import { runVitest } from './vitest-suite.mjs';

/** Few, because each test file gets all tables of its own. */
const SHARDS = 4;

/** What only a cluster does, and the database tests of what users do: docs/scale.md says which pages that is. */
const ON_CLUSTER = [
  '.citus.test.',
  'packages/db/src/migrations/distribute.int',
  'packages/db/src/corrections/',
  'packages/db/src/import/parallel-imports',
  'packages/db/src/merges/',
  'packages/db/src/queries/cell-details',
  'packages/db/src/queries/heatmaps/compare-view',
  'packages/db/src/queries/run-pages',
  'packages/db/src/queries/search/',
  'packages/db/src/epochs/deadlock',
  'packages/db/src/regressions/noise/',
  'packages/db/src/regressions/record-page/',
  'packages/db/src/regressions/regressions.int',
  'packages/db/src/regressions/triage',
  'packages/db/src/servers/server-page',
  'packages/db/src/webhooks/',
];

/**
 * Runs the database tests on a Citus cluster of a coordinator and two workers, where there is one to be had.
 * CITUS_ONLY: parts of the paths of those that are run instead, with commas between (`packages/db/src`: all).
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<import('./tally.mjs').Tally>} nothing passed where there is no Citus
 */
export async function runOnCitus(progress) {
  const found = await progress.step('Finding Citus', (note) => findCitus(note));
  if ('reason' in found) {
    progress.line(`- The database tests were not run on Citus: ${found.reason}.`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const home = inState('test-citus');
  const cluster = await progress.step('Starting a Citus cluster', () =>
    startCluster({ home, programs: found.programs, shards: SHARDS }),
  );
  try {
    const only = process.env.CITUS_ONLY;
    const run = {
      name: 'citus',
      label: 'Database tests on Citus',
      projects: ['int', 'citus'],
      files: only ? only.split(',') : ON_CLUSTER,
      databaseUrl: cluster.url,
      env: { TEST_DATABASE_WORKERS: cluster.workers.join(' ') },
    };
    return await runVitest(run, progress);
  } finally {
    await cluster.stop();
  }
}
