import { compareUrl, heatmapModel, heatmapPage, initialSide, toColumnSet } from '@basecase/views/compare';
import { heatmapData } from '@basecase/views/testing';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { VisibleRange } from '../../../ui/grid/visible-range';
import { HeatmapTable } from './heatmap-table';
import { SideChart } from './side-chart';

/** Elements of the table as the server sends it. */
function nodesOf(tests: number): number {
  const state = compareUrl.defaults;
  const values = Array.from({ length: tests }, (_, row) => [1000, 900 + (row % 7), 800]);
  const names = values.map((_, row): [string, null] => [`made-${row}`, null]);
  const model = heatmapModel(toColumnSet(heatmapData({ throughput: values }, names), state), state);
  const { groups } = heatmapPage(model, { page: null, open: null });
  const html = renderToStaticMarkup(
    createElement(HeatmapTable, {
      model: { ...model, groups },
      visible: new VisibleRange(() => false),
      show: '',
      only: false,
      open: null,
    }),
  );
  return html.match(/<[a-z]/g)?.length ?? 0;
}

it('a heatmap of 5,000 tests has as many elements as one of 500', () => {
  const few = nodesOf(500);
  expect(few).toBeGreaterThan(500 * 4);
  expect(nodesOf(5000)).toBe(few);
});

it('the chart of the first row of a page of 5,000 tests judges none of them again', () => {
  const state = compareUrl.defaults;
  const values = Array.from({ length: 5000 }, (_, row) => [1000, 900 + (row % 7), 800]);
  let reads = 0;
  const data = Object.defineProperty(heatmapData({ throughput: values }), 'noise', {
    get: () => {
      reads += 1;
      return { kind: 'dedicated' as const, pairs: [] };
    },
  });
  const { selection } = heatmapModel(toColumnSet(data, state), state);
  const given = initialSide(data, state);
  const draw = (model: typeof given) => {
    reads = 0;
    const initial = { row: 0, column: 2 };
    const html = renderToStaticMarkup(
      createElement(SideChart, { selection, initial, given: model, ref: () => {} }),
    );
    return { html, reads };
  };
  const [own, sent] = [draw(null), draw(given)];
  expect([sent.html, sent.reads]).toEqual([own.html, 0]);
  expect(own.reads).toBeGreaterThan(0);
  expect(initialSide(heatmapData({ throughput: values.slice(0, 500) }), state)).toBeNull();
});
