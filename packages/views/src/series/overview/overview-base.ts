import { median } from '@basecase/analysis';
import type { OverviewTest } from '@basecase/db/types';
import { FIRST_LEVEL } from '../series-state';
import type { OverviewData } from './overview-data';

/** What the nights of a test are divided by. */
export interface OverviewBase {
  /** Nothing is judged against a median: it stands in until there are levels. */
  kind: 'release' | 'level' | 'median';
  value: number;
  /** Runs or nights that it rests on. */
  runs: number;
  /** `18.4`, `the first level`. */
  label: string;
  /** Nights that were measured before it; left out: none was. */
  place?: number | undefined;
}

/**
 * The last release that was measured there; without one, or where that is asked for, the first level.
 *
 * @param wanted base of the address: `first`, or empty for the last release
 */
export function testBase(
  { release, verdict, values }: Pick<OverviewTest, 'release' | 'verdict' | 'values'>,
  wanted: string,
): OverviewBase | null {
  if (release && release.value > 0 && wanted !== FIRST_LEVEL) {
    const { value, runs, version, place } = release;
    return { kind: 'release', value, runs, label: version, place };
  }
  const [level] = verdict?.levels ?? [];
  if (level) {
    return level.value > 0
      ? { kind: 'level', value: level.value, runs: level.nights, label: 'the first level' }
      : null;
  }
  const known = values.filter((value) => value !== null);
  const middle = median(known);
  return middle !== null && middle > 0
    ? { kind: 'median', value: middle, runs: known.length, label: 'the median of these nights' }
    : null;
}

/** The release that the tests of a line are against; null when none was measured there. */
export function lastRelease({ tests }: Pick<OverviewData, 'tests'>): string | null {
  return tests.find(({ release }) => release !== null)?.release?.version ?? null;
}
