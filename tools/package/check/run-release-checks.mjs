import { explain } from '../../bootstrap/step-error.mjs';
import { becomeOrdinaryUser } from './ordinary-user.mjs';
import { needsNoPostgresOfItsOwn, saysWhatIsInside, saysWhereItCannotWrite } from './other-checks.mjs';
import { startsEverything } from './starts-everything.mjs';

/**
 * @typedef {object} Subject
 * @property {import('../make-package.mjs').Release} release
 * @property {import('./ordinary-user.mjs').OrdinaryUser} user
 */

/** @type {[label: string, check: (subject: Subject) => void | Promise<void>][]} */
const CHECKS = [
  ['Release: licenses are listed, nothing of this machine is inside', saysWhatIsInside],
  ['Release: the folder without PostgreSQL', needsNoPostgresOfItsOwn],
  ['Release: a directory that cannot be written', saysWhereItCannotWrite],
  ['Release: npx in an empty directory', startsEverything],
];

/**
 * Uses a release as somebody would who has just got it.
 * @param {import('../make-package.mjs').Release} release
 * @param {import('../../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<import('../../checks/tally.mjs').Tally>}
 */
export async function runReleaseChecks(release, progress) {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  const user = becomeOrdinaryUser();
  try {
    for (const [label, check] of CHECKS) {
      try {
        await progress.step(label, () => check({ release, user }));
        tally.passed += 1;
      } catch (error) {
        progress.line(explain(error));
        tally.failed += 1;
      }
    }
  } finally {
    user.leave();
  }
  return tally;
}
