import path from 'node:path';
import { baseName } from './base-name';

/**
 * `update-index.range100.pk1` in `sb.gs.update-index.range100.pk1` and in `sb.o.update-index.range100.pk1.dop40`; files
 * of pgbench are named alike.
 */
const TEST_TAIL =
  /^(?:sb|pgbench)\.(?:prepare\.)?(?:perf\.(?:g|hw)\.(?:[\w:-]+\.)?|(?:pg[si]?|r)\.[a-z]+\.|[a-z]+\.)(?:(?:before|after)\.)?(.+\.range\d+(?:\.pk[01])?)(?:\.|$)/;

/** The common part of names of run scripts for one test: test, range, primary key; null for other names. */
export function testTail(name: string): string | null {
  return TEST_TAIL.exec(name)?.[1] ?? null;
}

/**
 * True for a file that was written for one test: it is in the directory of the test's logs, and its name has the
 * tail of their names, or begins as they do. A directory without logs of another test belongs to its test as a whole.
 *
 * @param own paths of the logs of the test
 * @param others paths of the logs of all other tests of the run
 */
export function isBesideTest(file: string, own: readonly string[], others: readonly string[]): boolean {
  const directory = path.posix.dirname(file);
  const here = (logs: readonly string[]) =>
    logs.filter((log) => path.posix.dirname(log) === directory).map(baseName);
  const [ownNames, otherNames] = [here(own), here(others)];
  if (ownNames.length === 0) return false;
  const name = baseName(file);
  const tail = testTail(name);
  if (tail !== null) return ownNames.some((log) => testTail(log) === tail);
  if (otherNames.length === 0) return true;
  const shared = (logs: readonly string[]) => Math.max(0, ...logs.map((log) => sharedParts(name, log)));
  return shared(ownNames) > shared(otherNames);
}

/** How many parts between dots two names begin with together: 1 for `q7.status.txt` and `q7.log`. */
function sharedParts(a: string, b: string): number {
  const [first, second] = [a.split('.'), b.split('.')];
  const differs = first.findIndex((part, index) => part !== second[index]);
  return differs < 0 ? first.length : differs;
}

/** Suffix of a test with a range: `scan_range=100`. */
const RANGE = /_range=(\d{1,15})$/;

/**
 * True for a file whose name has the tail of a test, wherever it lies: `sb.perf.g.cycles.scan.range100.pk1.all.svg`.
 *
 * @param test as in addresses, `scan_range=100`
 */
export function isOfTest(file: string, test: string): boolean {
  const tail = testTail(baseName(file))?.replace(/\.pk[01]$/, '');
  return tail !== undefined && tail === test.replace(RANGE, '.range$1');
}
