import { explain } from '../../bootstrap/step-error.mjs';
import { failedOne, sum } from '../../checks/tally.mjs';
import { becomeOrdinaryUser } from './ordinary-user.mjs';
import {
  isInstalledWithoutPostgres,
  needsNoPostgresOfItsOwn,
  saysWhatIsInside,
  saysWhereItCannotWrite,
} from './other-checks.mjs';
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
  ['Release: installed without PostgreSQL', isInstalledWithoutPostgres],
  ['Release: a directory that cannot be written', saysWhereItCannotWrite],
  ['Release: npx in an empty directory', startsEverything],
];

/**
 * Uses a release as a new user would.
 * @param {import('../make-package.mjs').Release} release
 * @param {import('../../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<import('../../checks/tally.mjs').Tally>}
 */
export async function runReleaseChecks(release, progress) {
  const tallies = [];
  const user = becomeOrdinaryUser();
  try {
    for (const [label, check] of CHECKS) {
      try {
        await progress.step(label, () => check({ release, user }));
        tallies.push({ passed: 1, failed: 0, skipped: 0 });
      } catch (error) {
        progress.line(explain(error));
        tallies.push(failedOne(label));
      }
    }
  } finally {
    user.leave();
  }
  return sum(tallies);
}
