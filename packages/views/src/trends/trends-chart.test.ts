import { describe, expect, it } from 'vitest';
import { testLine, testTrends } from '../testing/test-trends';
import { trendChart } from './trends-chart';
import { trendsModel } from './trends-model';

function chartOf(versions: string[], values: (number | null)[], mode: 'rel' | 'abs' = 'rel') {
  const model = trendsModel(testTrends([testLine(versions, [values])]), {
    mode,
    base: '',
    x: 'release',
    t: 0.95,
  });
  return { model, chart: trendChart(model, 100) };
}

describe('the drawing of trends', () => {
  it('puts positions in per cent and values in px', () => {
    const { model, chart } = chartOf(['16.0', '17.0', '18.0'], [10, 5, 10]);
    expect(chart.steps).toBe(2);
    expect(chart.positions.map(({ left, name }) => `${name} ${left}`)).toEqual([
      '16.0 0%',
      '17.0 50%',
      '18.0 100%',
    ]);
    const [line] = chart.lines;
    expect(line?.points.map(({ left }) => left)).toEqual(['0%', '50%', '100%']);
    const half = 100 * (1 - (0.5 - model.scale.from) / (model.scale.to - model.scale.from));
    expect(line?.points[1]?.y).toBeCloseTo(half, 1);
    expect(line?.path).toBe(`M0 ${chart.one}L1 ${line?.points[1]?.y}L2 ${chart.one}`);
    expect(chart.rows.map(({ y }) => y)).toContain(chart.one);
  });

  it('draws a gap as a gap, and a point between gaps as a point', () => {
    const { chart } = chartOf(['15.0', '16.0', '17.0', '18.0'], [10, null, 10, 10], 'abs');
    const [line] = chart.lines;
    expect(chart.one).toBeNull();
    expect(line?.path).toMatch(/^M0 [\d.]+M2 [\d.]+L3 [\d.]+$/);
    expect(line?.points).toHaveLength(3);
  });

  it('has one place for one version', () => {
    const { chart } = chartOf(['18.0'], [10]);
    expect(chart.positions).toEqual([{ left: '0%', name: '18.0', room: 'narrow' }]);
    expect(chart.lines[0]?.points).toHaveLength(1);
  });

  it('thins names out as far as the width wants, and keeps the last', () => {
    const versions = Array.from({ length: 41 }, (_, index) => `8.${index + 10}`);
    const { chart } = chartOf(
      versions,
      versions.map(() => 1),
    );
    const shown = (...rooms: string[]) =>
      chart.positions.flatMap(({ room }, position) => (rooms.includes(room) ? [position] : []));
    for (const [width, positions] of [
      [260, shown('narrow')],
      [560, shown('narrow', 'medium')],
      [900, shown('narrow', 'medium', 'wide')],
    ] as const) {
      expect(positions[0]).toBe(0);
      expect(positions.at(-1)).toBe(40);
      const gaps = positions
        .slice(1)
        .map((position, index) => ((position - (positions[index] ?? 0)) * width) / 40);
      expect(Math.min(...gaps)).toBeGreaterThan(4 * 6.5);
    }
    expect(shown('narrow', 'medium', 'wide').length).toBeGreaterThan(shown('narrow').length);
  });
});
