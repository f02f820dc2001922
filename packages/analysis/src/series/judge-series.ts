import { DEFAULT_RULE } from '../verdicts/rule';
import { buildAt, readNights } from './nights';
import type { SeriesChange, SeriesInput, SeriesLevel, SeriesVerdict } from './series';
import { seriesChanges } from './series-changes';
import { findSeriesLevels, type SeriesLevels } from './series-levels';
import { ENOUGH_NIGHTS, SERIES_RULE } from './series-rule';

/**
 * Levels and changes of one test, night after night (docs/method.md §10). No A/A pair is needed: noise is that of the
 * series. The verdict ignores other tests; `judgeSeriesFamily` includes them.
 */
export function judgeSeries(input: SeriesInput): SeriesVerdict {
  const verdict = judgeOnce(input);
  return { ...verdict, changes: keepLasting(verdict.changes, input) };
}

/**
 * A change that is sure must have been so without the newest night, and without the newest two (docs/method.md §10.5): one
 * night more or less makes many a change of noise sure for a moment. One that is held was sure before.
 */
function keepLasting(changes: readonly SeriesChange[], input: SeriesInput): SeriesChange[] {
  const held = input.held ?? [];
  const isHeld = ({ firstBad }: SeriesChange) =>
    held.some((one) => Math.abs(one.firstBad - firstBad) <= SERIES_RULE.heldReach);
  let open = changes.filter((change) => change.state === 'sure' && !isHeld(change));
  const lasting = new Set(open);
  const { builds } = readNights(input.values);
  for (let fewer = 1; fewer <= SERIES_RULE.stayNights && open.length > 0; fewer++) {
    const values = input.values.slice(0, builds.at(-fewer));
    const before = judgeOnce({ ...input, values }).changes.filter(({ state }) => state === 'sure');
    open = open.filter(({ firstBad }) =>
      before.some((one) => Math.abs(one.firstBad - firstBad) <= SERIES_RULE.stayReach),
    );
    for (const change of lasting) if (!open.includes(change)) lasting.delete(change);
  }
  return changes.map((change) =>
    change.state === 'possible' || isHeld(change) || lasting.has(change)
      ? change
      : { ...change, state: 'possible', doubts: [...change.doubts, 'weak'] },
  );
}

/** Without asking whether a change stays. */
function judgeOnce(input: SeriesInput): SeriesVerdict {
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
