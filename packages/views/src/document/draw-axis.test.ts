import { expect, it } from 'vitest';
import { drawAxis } from './draw-frame';
import { linear, type NightsChart, type NightsPanel, nightsLayout } from './nights-chart';

const ticks = [0, 100, 200, 300].map((value) => ({ value, text: value % 200 === 0 ? 'Jan 2026' : 'Jul' }));

function draw(panels: number, width: number) {
  const layout = nightsLayout(panels, width);
  const chart: Pick<NightsChart, 'ticks' | 'panels'> = {
    ticks,
    panels: Array(panels).fill({} as NightsPanel),
  };
  const x = linear([0, 300], [layout.left, layout.right]);
  return layout.panels.map((_, index) => drawAxis(chart, layout, { index, x }));
}

it('names dates below the last panel, and marks them below the first one', () => {
  const axes = draw(3, 1000);
  expect(axes.map(({ isLight }) => isLight)).toEqual([false, true, false]);
  expect(axes.map(({ ticks }) => ticks.match(/M/g)?.length ?? 0)).toEqual([4, 0, 4]);
  expect(axes.map(({ dates }) => dates.map(({ text }) => text))).toEqual([
    [],
    [],
    ['Jan 2026', 'Jul', 'Jan 2026', 'Jul'],
  ]);
});

it('leaves out a date that would run into the one before it; its mark stays', () => {
  const [axis] = draw(1, 180);
  expect(axis?.dates.map(({ at }) => at)).toEqual([0, 200]);
  expect(axis?.ticks.match(/M/g)).toHaveLength(4);
});
