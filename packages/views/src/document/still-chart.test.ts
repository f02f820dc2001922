import { describe, expect, it } from 'vitest';
import { STILL_CHART, stillChart } from './still-chart';
import type { DocumentChart } from './view-document';

const at = (value: number | null) => (value === null ? null : { value, level: 'n' as const });
const chart = (lines: (number | null)[][], change: Partial<DocumentChart> = {}): DocumentChart => ({
  description: 'a trend',
  places: (lines[0] ?? []).map((_, index) => `${index}.0`),
  from: 0,
  to: 2,
  ticks: [{ value: 1, text: '1.0' }],
  reference: 1,
  lines: lines.map((points, index) => ({ label: `line ${index}`, points: points.map(at) })),
  ...change,
});
const bottom = STILL_CHART.height - STILL_CHART.bottom;
const middle = (STILL_CHART.top + bottom) / 2;

describe('chart without scripts', () => {
  it('has larger values higher, from edge to edge', () => {
    const { lines, ticks, referenceY } = stillChart(chart([[2, 1, 0.0001]]));
    expect(lines[0]?.dots.map(({ x, y }) => [x, y])).toEqual([
      [STILL_CHART.left, STILL_CHART.top],
      [(STILL_CHART.left + STILL_CHART.width - STILL_CHART.right) / 2, middle],
      [STILL_CHART.width - STILL_CHART.right, bottom],
    ]);
    expect([ticks[0]?.y, referenceY]).toEqual([middle, middle]);
    expect(stillChart(chart([[1]], { reference: null })).referenceY).toBeNull();
  });

  it('keeps gaps', () => {
    const path = stillChart(chart([[1, 1, null, 1, null, 1]])).lines[0]?.path ?? '';
    expect(path.match(/[ML]/g)).toEqual(['M', 'L', 'M', 'M']);
    expect(stillChart(chart([[null, null]])).lines[0]).toMatchObject({
      path: '',
      dots: [],
      labelY: null,
    });
  });

  it('moves labels apart that would run into each other, inside the drawing', () => {
    const { lines } = stillChart(chart([[0.0002], [0.0001], [2]]));
    const labels = lines.map(({ labelY }) => labelY ?? 0);
    expect(labels[1]).toBe(bottom);
    expect((labels[1] ?? 0) - (labels[0] ?? 0)).toBeGreaterThanOrEqual(16);
    expect(labels[2]).toBe(STILL_CHART.top);
  });

  it('names as many places as have room', () => {
    const points = Array.from({ length: 60 }, () => 1);
    const { places } = stillChart(chart([points]));
    expect(places.length).toBeLessThan(20);
    expect(places[0]?.text).toBe('0.0');
  });
});
