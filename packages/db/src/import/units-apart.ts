import { type Diagnostic, isBenchmarkId, testLabel, unitConversion } from '@basecase/ingest/model';
import type { RunToStore } from './run-to-store';
import type { StoredTest } from './test-ids';

/** Names before the rest is counted. */
const NAMED = 3;

/**
 * Says of a tool without a parser which tests of a run are in another unit than the tests were before, where one
 * can't be
 * converted into the other: they are stored, and compared with nothing that came before them.
 *
 * @param tests as they are stored, by key
 */
export function unitsApart(run: RunToStore, tests: ReadonlyMap<string, StoredTest>): Diagnostic[] {
  if (isBenchmarkId(run.workload.benchmark)) return [];
  const apart = new Map<string, { unit: string; wanted: string; keys: Set<string> }>();
  for (const { test, unit, measurements } of run.results) {
    const key = testLabel(test.name, test.range);
    const wanted = tests.get(key)?.unit ?? unit;
    const hasThroughput = measurements.some(({ metric }) => metric === 'throughput');
    if (!hasThroughput || unitConversion(unit, wanted) !== null) continue;
    const known = apart.get(JSON.stringify([unit, wanted])) ?? { unit, wanted, keys: new Set() };
    known.keys.add(key);
    apart.set(JSON.stringify([unit, wanted]), known);
  }
  return [...apart.values()].map(({ unit, wanted, keys }) => {
    const named = [...keys].slice(0, NAMED).join(', ');
    const more = keys.size > NAMED ? ` and ${keys.size - NAMED} more` : '';
    return {
      code: 'UNITS_APART',
      severity: 'warning',
      file: run.path,
      line: null,
      message: `${named}${more}: in ${unit}, which can't be converted to the ${wanted} of earlier results: a separate metric, compared with none of them`,
      excerpt: null,
    };
  });
}
