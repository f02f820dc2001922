import { type BenchmarkId, benchmarkModel } from './benchmark';
import type { TestInfo } from './benchmark-model';

import { OTHER_GROUP } from './test-label';

export type { TestInfo } from './benchmark-model';
export * from './test-label';

/**
 * What the registry knows of a test. Never throws: an unknown name gets group `other`, after all others.
 *
 * @param name test name as in the file name, e.g. `read-only`, `scan.warm`, `qr100.L1`, `vu8.w100`
 * @param range rows per range query, null when the test has none
 */
export function testInfo(benchmark: BenchmarkId, name: string, range: number | null): TestInfo {
  return { name, range, ...benchmarkModel(benchmark).placeTest(name, range) };
}

/** Heading of a group of tests. */
export function groupLabel(benchmark: BenchmarkId, group: string): string {
  return group === OTHER_GROUP ? 'Other' : benchmarkModel(benchmark).groupLabel(group);
}
