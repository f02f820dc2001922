import { parseArgs } from 'node:util';
import { StepError } from '../bootstrap/step-error.mjs';

/** What `npm test` consists of. */
export const SUITES = /** @type {const} */ ([
  'lint',
  'types',
  'unit',
  'int',
  'citus',
  'e2e',
  'node',
  'package',
]);

/** @typedef {(typeof SUITES)[number]} Suite */

const HINT = `npm test -- --only ${SUITES.join('|')}   (several: --only unit,int)`;

/**
 * Reads the arguments of `npm test -- …`.
 * @param {string[]} args
 * @returns {Set<Suite>} all of them without --only
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
  return new Set(SUITES.filter((suite) => names.length === 0 || names.includes(suite)));
}
