import { type BenchmarkId, benchmarkModel, isBenchmarkId } from './benchmark';
import type { TestInfo } from './benchmark-model';
import type { NormalizedResult } from './run';

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
  const place = benchmarkModel(benchmark).placeTest(name, range);
  const { group, position = 0, unit, warmup = false, known = true } = place;
  return { name, range, group, position, unit, warmup, known };
}

/** The test of a result. Of a benchmark that is not registered only the result knows the unit. */
export function testOfResult(
  benchmark: BenchmarkId,
  { test, range, unit }: Pick<NormalizedResult, 'test' | 'range' | 'unit'>,
): TestInfo {
  const info = testInfo(benchmark, test, range);
  return isBenchmarkId(benchmark) ? info : { ...info, unit };
}

/** Heading of a group of tests. */
export function groupLabel(benchmark: BenchmarkId, group: string): string {
  if (group === OTHER_GROUP) return 'Other';
  const { groupLabel: labels = {} } = benchmarkModel(benchmark);
  if (typeof labels === 'function') return labels(group);
  return (Object.hasOwn(labels, group) && labels[group]) || group;
}
