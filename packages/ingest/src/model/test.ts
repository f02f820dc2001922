import { BENCHMARKS, type BenchmarkId } from './benchmark';
import type { TestInfo } from './benchmark-model';

export type { TestInfo } from './benchmark-model';

/**
 * What the registry knows of a test. Never throws: an unknown name gets group `other`, after all others.
 *
 * @param name test name as in the file name, e.g. `read-only`, `scan.warm`, `qr100.L1`, `vu8.w100`
 * @param range rows per range query, null when the test has none
 */
export function testInfo(benchmark: BenchmarkId, name: string, range: number | null): TestInfo {
  return { name, range, ...BENCHMARKS[benchmark].placeTest(name, range) };
}

/** Heading of a group of tests. */
export function groupLabel(benchmark: BenchmarkId, group: string): string {
  return group === OTHER_GROUP ? 'Other' : BENCHMARKS[benchmark].groupLabel(group);
}

/** Group of tests that no registry knows. */
const OTHER_GROUP = 'other';

/** True for tests that only warm up: `*.pre`, `*.warm`, `*.warmpre` and `prepare` of sysbench. */
export function isWarmupTest(benchmark: BenchmarkId, name: string): boolean {
  return BENCHMARKS[benchmark].placeTest(name, null).warmup;
}

/** Row label of published tables: `read-only_range=100`; without a range just the name. */
export function testLabel(name: string, range: number | null): string {
  return range === null ? name : `${name}_range=${range}`;
}

/** Order of rows: domain order, then name, so that unknown tests have a stable place too. */
export function compareTests(a: TestInfo, b: TestInfo): number {
  return a.position - b.position || (a.name < b.name ? -1 : Number(a.name > b.name));
}
