import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../../..');
const { BASECASE_CORPUS } = process.env;
const CORPUS = resolve(ROOT, BASECASE_CORPUS ?? '../shared/corpus');

/** Real logs and the tables their author computed from them; not part of the project. */
export const hasCorpus = existsSync(CORPUS);

if (!hasCorpus) console.warn('Skipped: no corpus of real logs. Set BASECASE_CORPUS to its directory.');

/** A directory of the benchmark archive. */
export function archive(path: string): string {
  return resolve(CORPUS, 'mdcallag+mytools/bench/arc', path);
}

const CASES = resolve(CORPUS, '../cases');

/** Small inputs that were once read or judged wrong, each with the right answer. They are not part of the project. */
export const hasCases = existsSync(CASES);

export function caseOf(path: string): string {
  return resolve(CASES, path);
}
