import { expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toColumnSet } from '../column-set';
import { compareUrl } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { toHeatmapSelection } from '../heatmap-selection';
import { roundsWarning } from './verdict-sentence';

/** 16 rounds around 1000 whose ratio to those of the base moves up and down by `swing`. */
const slices = (swing: number) =>
  Array.from({ length: 16 }, (_, round) => 1000 * (1 + (round % 2 ? swing : -swing)));
const flat = slices(0);

function warningOf(...swings: (number | null)[]): string | null {
  const data: HeatmapData = {
    ...heatmapData({ throughput: swings.map(() => [1000, 1000]) }),
    rounds: [
      {
        id: 'a',
        restartEvery: 4,
        values: swings.map((swing) => [flat, swing === null ? [] : slices(swing)]),
      },
    ],
  };
  return roundsWarning(toHeatmapSelection(toColumnSet(data, compareUrl.defaults), compareUrl.defaults));
}

it('names the tests that rounds did not tell 5% of, the widest first', () => {
  expect(warningOf(0.01, 0.02)).toBeNull();
  expect(warningOf(null, null)).toBeNull();
  expect(warningOf(0.01, 0.3)).toBe(
    'After 16 rounds some tests are still uncertain: point-query is known to ± 17%. Smaller changes are lost in the noise there.',
  );
  expect(warningOf(0.2, 0.3, 0.15, 0.25, 0.18)).toMatch(
    /point-query is known to ± 17%, point-query to ± 14%, point-query to ± 11% and 2 more to no better than ± 5%\./,
  );
});
