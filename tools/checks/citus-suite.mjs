import { inState } from '../bootstrap/paths.mjs';
import { findCitus } from '../citus/find-citus.mjs';
import { startCluster } from '../citus/start-cluster.mjs';
import { runVitest } from './vitest-suite.mjs';

/** Few, because each test file gets all tables of its own. */
const SHARDS = 4;

/** What a run of everything has: what only a cluster does, and a first part of the database tests. */
const SHORT = [
  '.citus.test.',
  'packages/db/src/migrations/distribute.int',
  'packages/db/src/epochs/epoch-lock',
];

/**
 * Runs the database tests on a Citus cluster of a coordinator and two workers, where there is one to be had.
 * CITUS_ONLY: parts of the paths of those that are run, with commas between.
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @param {{ isShort: boolean }} options isShort: few of them, a minute
 * @returns {Promise<import('./tally.mjs').Tally>} nothing passed where there is no Citus
 */
export async function runOnCitus(progress, { isShort }) {
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
      files: only ? only.split(',') : isShort ? SHORT : ['packages/db/src', 'tools/citus'],
      databaseUrl: cluster.url,
      env: { TEST_DATABASE_WORKERS: cluster.workers.join(' ') },
    };
    return await runVitest(run, progress);
  } finally {
    await cluster.stop();
  }
}
