import { compareUrl, heatmapModel, heatmapPage, toColumnSet } from '@basecase/views/compare';
import { heatmapData } from '@basecase/views/testing';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { VisibleRange } from '../../../ui/grid/visible-range';
import { HeatmapTable } from './heatmap-table';

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
