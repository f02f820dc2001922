import { benjaminiHochberg } from '../statistics/benjamini-hochberg';
import { judgeSeries } from './judge-series';
import { readNights } from './nights';
import type { SeriesInput, SeriesVerdict } from './series';
import { SERIES_RULE } from './series-rule';

/**
 * All tests of one version line on one server: an index means the same build in each of them. The changes of all tests
 * at one night are one family (docs/method.md §10.8): of many tests some change by chance. A test with nights on both
 * sides of it that has no change there counts with p = 1. What Benjamini-Hochberg does not reject is possible.
 */
export function judgeSeriesFamily(
  inputs: readonly SeriesInput[],
  { q }: { q: number } = SERIES_RULE,
): SeriesVerdict[] {
  const verdicts = inputs.map(judgeSeries);
  const builds = inputs.map(({ values }) => readNights(values).builds);
  const firstBad = new Set(verdicts.flatMap(({ changes }) => changes.map((change) => change.firstBad)));
  for (const night of firstBad) {
    const ps = verdicts.map((verdict, index) => pAt(verdict, night, builds[index] ?? []));
    const rejected = benjaminiHochberg(ps, q);
    for (const [index, verdict] of verdicts.entries()) {
      if (!rejected[index]) verdicts[index] = withDoubt(verdict, night);
    }
  }
  return verdicts;
}

/** Null for a test that could have no change at that night. */
function pAt({ enough, changes }: SeriesVerdict, night: number, builds: readonly number[]): number | null {
  if (!enough || !builds.some((build) => build < night) || !builds.some((build) => build >= night))
    return null;
  return changes.find(({ firstBad }) => firstBad === night)?.p ?? 1;
}

function withDoubt(verdict: SeriesVerdict, night: number): SeriesVerdict {
  if (verdict.changes.every(({ firstBad }) => firstBad !== night)) return verdict;
  const changes = verdict.changes.map((change) =>
    change.firstBad === night
      ? { ...change, state: 'possible' as const, doubts: [...change.doubts, 'family' as const] }
      : change,
  );
  return { ...verdict, changes };
}
