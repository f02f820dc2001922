import { describe, expect, it } from 'vitest';
import { seriesChart } from '../series/chart/series-chart';
import { testLevels, testRelease, testSeries, testSeriesState } from '../testing/test-series';
import { drawFrame, nightsScales, placeLabels } from './draw-frame';
import { drawPanel, linear, nightsLayout } from './nights-chart';

function draw(values: number[], change = {}) {
  const data = testSeries(
    { throughput: values, cpu_us_per_op: values.map((value) => 50_000 / value) },
    { releases: [testRelease('18.4', 20)] },
  );
  const chart = seriesChart(data, testSeriesState(change));
  if (!chart) throw new Error('nothing is drawn');
  const layout = nightsLayout(chart.panels.length, 1000);
  const scales = nightsScales(chart, layout);
  const drawings = chart.panels.map((panel, index) =>
    drawPanel(panel, chart.at, {
      x: scales.x,
      y: scales.y[index] ?? (() => 0),
      left: layout.left,
      right: layout.right,
      lane: layout.changeLane,
      isSmall: index > 0,
    }),
  );
  return { chart, layout, drawings, frame: drawFrame(chart, layout, scales) };
}
const marks = (path = '') => path.match(/M/g)?.length ?? 0;
const levels = testLevels([
  [40, 1000],
  [40, 900],
  [2, 820],
]);

describe('drawPanel', () => {
  it('draws all nights of a kind as one path', () => {
    const { nights } = draw(levels).drawings[0] ?? { nights: [] };
    expect(Object.fromEntries(nights.map(({ kind, path }) => [kind, marks(path)]))).toEqual({
      night: 40,
      slower: 40,
      'maybe-slower': 2,
    });
  });

  it('draws 2,000 nights in four elements, and no letter more than needed', () => {
    const { nights } = draw(
      testLevels([
        [1000, 1000],
        [1000, 900],
      ]),
    ).drawings[0] ?? { nights: [] };
    expect(nights).toHaveLength(2);
    expect(nights.reduce((sum, { path }) => sum + path.length, 0)).toBeLessThan(60_000);
  });

  it('leaves out what is not in view', () => {
    const { drawings, frame } = draw(levels, { from: 'c0', to: 'c19' });
    expect(marks(drawings[0]?.nights[0]?.path)).toBe(20);
    expect(drawings[0]?.changes).toEqual([]);
    expect(frame.changeTexts).toEqual([]);
  });

  it('draws a level as a band and a line, and the change between two', () => {
    const [main, cpu] = draw(levels).drawings;
    expect(main?.bands.map(({ tone }) => tone)).toEqual(['plain', 'slower']);
    expect(main?.levels.map(({ tone }) => tone)).toEqual(['plain', 'slower']);
    const back = draw(testLevels([...[1000, 900, 1000, 900].map((value): [number, number] => [30, value])]));
    expect(back.drawings[0]?.levels.map(({ tone, path }) => [tone, marks(path)])).toEqual([
      ['plain', 2],
      ['slower', 2],
    ]);
    expect(main?.changes).toMatchObject([{ tone: 'slower', isSure: true }]);
    expect(cpu?.nights.map(({ kind }) => kind)).toContain('slower');
  });
});

describe('drawFrame', () => {
  it('names changes, releases and ends, and keeps names in the drawing apart', () => {
    const { frame, layout } = draw(levels);
    expect(frame.changeTexts).toMatchObject([{ text: '0.90 ± 0.01', more: '10 Jun, sure', tone: 'slower' }]);
    expect(frame.releaseTexts.map(({ text }) => text)).toEqual(['18.4, base']);
    const ends = frame.ends.filter(({ y }) => y < (layout.panels[0]?.bottom ?? 0) + 10).map(({ y }) => y);
    expect(ends.length).toBeGreaterThan(2);
    for (const [index, y] of ends.entries()) {
      if (index > 0) expect(y - (ends[index - 1] ?? 0)).toBeGreaterThanOrEqual(15);
    }
  });

  it('rings what was picked', () => {
    expect(draw(levels, { a: 'c3', b: 'c50' }).frame.picked.map(({ letter }) => letter)).toEqual(['A', 'B']);
  });
});

describe('placeLabels', () => {
  const label = (x: number) => ({ x, first: '0.90 ± 0.02', second: '29 Aug, sure' });

  it('leaves out words that would run into the next name, the less important ones first', () => {
    const rooms = placeLabels([label(0), label(100), label(110), label(600)], { width: 1000, scale: 1 });
    expect(rooms.map(({ room }) => room)).toEqual(['first', 'none', 'all', 'all']);
  });

  it('puts a name before its mark at the right edge', () => {
    expect(placeLabels([label(980)], { width: 1000, scale: 1 })).toMatchObject([
      { room: 'first', isBefore: true },
    ]);
  });
});

it('a scale goes from values to places, whichever way', () => {
  expect(linear([0, 10], [100, 0])(5)).toBe(50);
  expect(linear([3, 3], [10, 20])(3)).toBe(10);
});
