// `node tools/checks/suite-task.mjs e2e|node|citus|package`: a suite on the built web app, and its counts.
import { runCommand } from '../bootstrap/run-command.mjs';
import { failedOne, writeTally } from './tally.mjs';

/** @typedef {import('../bootstrap/progress.mjs').Progress} Progress */

/** @type {Record<string, (progress: Progress) => Promise<import('./tally.mjs').Tally>>} */
const SUITES = {
  async e2e(progress) {
    const { runPlaywright } = await import('./browser-suite.mjs');
    return runPlaywright(progress);
  },
  async node(progress) {
    const { startUnderNewestNode } = await import('./newest-node.mjs');
    return startUnderNewestNode(progress);
  },
  async citus(progress) {
    const { runOnCitus } = await import('./citus-suite.mjs');
    return runOnCitus(progress);
  },
  async package(progress) {
    const { makePackage } = await import('../package/make-package.mjs');
    const { runReleaseChecks } = await import('../package/check/run-release-checks.mjs');
    return runReleaseChecks(await progress.step('Packing a release', makePackage), progress);
  },
};

const name = /** @type {string} */ (process.argv[2]);
const tally = await runCommand(
  (progress) => /** @type {(typeof SUITES)[string]} */ (SUITES[name])(progress),
  (explained) => failedOne(explained.split('\n', 1)[0] ?? ''),
);
if (tally) writeTally('.', name, tally);
