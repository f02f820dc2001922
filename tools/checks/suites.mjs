import { parseArgs } from 'node:util';
import { StepError } from '../bootstrap/step-error.mjs';

/** What `npm test` consists of. */
const SUITES = /** @type {const} */ (['lint', 'types', 'unit', 'int', 'citus', 'e2e', 'node', 'package']);

/**
 * Only run when they are named: a cluster needs an extension that few machines have, and a release is installed from npm
 * as a new user would, which takes minutes.
 * @type {readonly string[]}
 */
export const ON_REQUEST = ['citus', 'package'];

/** @typedef {(typeof SUITES)[number]} Suite */

const HINT = `npm test -- --only ${SUITES.join('|')}   (several: --only unit,int)`;

/**
 * Reads the arguments of `npm test -- …`.
 * @param {string[]} args
 * @returns {Set<Suite>} without --only all but those on request
 * @throws {StepError} for anything else
 */
export function selectedSuites(args) {
  /** @type {string[]} */
  let names;
  try {
    const { values } = parseArgs({ args, options: { only: { type: 'string', multiple: true } } });
    names = (values.only ?? []).flatMap((each) => each.split(','));
  } catch (cause) {
    throw new StepError(/** @type {Error} */ (cause).message, { hint: HINT, cause });
  }
  const unknown = names.find((name) => !SUITES.some((suite) => suite === name));
  if (unknown !== undefined) throw new StepError(`Unknown suite ${JSON.stringify(unknown)}.`, { hint: HINT });
  return new Set(
    SUITES.filter((suite) => (names.length === 0 ? !ON_REQUEST.includes(suite) : names.includes(suite))),
  );
}
