import { inState } from '../bootstrap/paths.mjs';
import { findCitus } from '../citus/find-citus.mjs';
import { startCluster } from '../citus/start-cluster.mjs';
import { filesOnCluster } from './citus-tests.mjs';
import { sum } from './tally.mjs';
import { runVitest } from './vitest-suite.mjs';

/** Few, because each test file gets its own copy of all tables: one for each worker. */
const SHARDS = 2;
/** How many addresses that failed are shown. */
const SHOWN = 20;

/** @typedef {import('../bootstrap/progress.mjs').Progress} Progress */

/**
 * Runs the database tests and the web app on a Citus cluster of a coordinator and two workers, where there is one to be had.
 * CITUS_ONLY: parts of the paths of the tests that are run instead, with commas between; `web` is the web app.
 * @param {Progress} progress
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
    const only = process.env.CITUS_ONLY?.split(',').filter(Boolean) ?? [];
    const files = filesOnCluster(only.length > 0 ? only.filter((part) => part !== 'web') : undefined);
    const tallies = [];
    if (files.length > 0) tallies.push(await runTests(cluster, files));
    if (only.length === 0 || only.includes('web')) {
      // It needs installed packages, so it cannot be loaded earlier.
      const { runWebOnCluster } = await import('../citus/web/web-on-cluster.mjs');
      const { opened, failures } = await runWebOnCluster(cluster, progress).catch((error) => ({
        opened: 0,
        failures: [error.message],
      }));
      for (const failure of failures.slice(0, SHOWN)) progress.line(`✗ ${failure}`);
      tallies.push({
        passed: opened > 0 && failures.length === 0 ? 1 : 0,
        failed: failures.length,
        skipped: 0,
        failures,
      });
    }
    return sum(tallies);
  } finally {
    await cluster.stop();
  }
}

/**
 * @param {import('../citus/start-cluster.mjs').CitusCluster} cluster
 * @param {readonly string[]} files
 */
function runTests(cluster, files) {
  return runVitest({
    name: 'citus',
    projects: ['int', 'citus'],
    files: [...files],
    databaseUrl: cluster.url,
    env: { TEST_DATABASE_WORKERS: cluster.workers.join(' ') },
  });
}
