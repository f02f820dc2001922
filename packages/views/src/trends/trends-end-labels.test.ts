import { describe, expect, it } from 'vitest';
import { testLine, testTrends } from '../testing/test-trends';
import { endLabels } from './trends-chart';
import { trendsModel } from './trends-model';
import { trendsUrl } from './trends-state';

const HEIGHT = 300;
const labels = (...ends: (number | null)[]) => {
  const lines = ends.map((end, index) => testLine(['17.0', '18.0'], [[1, end]], { server: `s${index}` }));
  return endLabels(trendsModel(testTrends(lines), trendsUrl.defaults), HEIGHT);
};

describe('labels at the ends of lines', () => {
  it('are at the height of the last point, with its value', () => {
    const [high, low] = labels(0.5, 1);
    expect([high?.text, low?.text]).toEqual(['s1 1.00', 's0 0.50']);
    expect(high?.y).toBeLessThan(low?.y ?? 0);
  });

  it('are moved apart, and stay inside', () => {
    const ys = labels(0.9, 0.9, 0.9, 0.9, 0.5, 0.5, 0.5).map(({ y }) => y);
    for (const [index, y] of ys.slice(1).entries()) expect(y - (ys[index] ?? 0)).toBeGreaterThanOrEqual(16);
    expect(Math.max(...ys)).toBeLessThanOrEqual(HEIGHT);
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
  });

  it('name the base of each line where the bases differ, and only there', () => {
    const lines = (...versions: string[][]) =>
      trendsModel(
        testTrends(
          versions.map((own, index) => testLine(own, [[1, 2]], { server: `s${index}`, cores: 8 + index })),
        ),
        trendsUrl.defaults,
      ).drawn.map(({ label }) => label);
    expect(lines(['17.0', '18.0'], ['17.0', '18.0']).join()).not.toContain('/');
    expect(lines(['16.0', '18.0'], ['17.0', '18.0'])).toEqual([
      expect.stringMatching(/ \/ 16\.0$/),
      expect.stringMatching(/ \/ 17\.0$/),
    ]);
  });
});
