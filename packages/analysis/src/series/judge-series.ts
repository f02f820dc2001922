import { DEFAULT_RULE } from '../verdicts/rule';
import { buildAt, readNights } from './nights';
import type { SeriesInput, SeriesLevel, SeriesVerdict } from './series';
import { seriesChanges } from './series-changes';
import { findSeriesLevels, type SeriesLevels } from './series-levels';
import { ENOUGH_NIGHTS } from './series-rule';

/**
 * Levels and changes of one test, night after night (docs/method.md §10). No A/A pair is needed: noise is that of the
 * series. The verdict ignores other tests; `judgeSeriesFamily` includes them.
 */
export function judgeSeries(input: SeriesInput): SeriesVerdict {
  const nights = readNights(input.values).builds.length;
  const levels = findSeriesLevels(input);
  const { sigma, rho } = levels.noise;
  const common = { nights, better: input.better, sigma, rho };
  if (nights < ENOUGH_NIGHTS) return { enough: false, ...common, levels: [], changes: [], outliers: [] };
  return {
    enough: true,
    ...common,
    levels: levelsOf(levels),
    changes: seriesChanges(levels, input),
    outliers: [...levels.outliers].map((place) => buildAt(levels.nights, place)),
  };
}

function levelsOf({ nights, noise, sums, cuts, end }: SeriesLevels): SeriesLevel[] {
  const starts = [0, ...cuts.map(({ at }) => at)];
  const half = DEFAULT_RULE.bandFactor * noise.sigma;
  return starts.map((start, index) => {
    const after = starts[index + 1] ?? end;
    const level = sums.mean(start, after);
    return {
      start: buildAt(nights, start),
      end: buildAt(nights, after - 1) + 1,
      value: Math.exp(level),
      low: Math.exp(level - half),
      high: Math.exp(level + half),
      nights: after - start,
    };
  });
}
