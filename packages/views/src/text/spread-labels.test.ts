import { expect, it } from 'vitest';
import { spreadLabels } from './spread-labels';

const heights = (ys: number[], bottom = 300) =>
  spreadLabels(
    ys.map((y, index) => ({ y, index })),
    bottom,
  ).map(({ index, y }) => [index, y]);

it('leaves labels that have room where they are, from top to bottom', () => {
  expect(heights([200, 20, 100])).toEqual([
    [1, 20],
    [2, 100],
    [0, 200],
  ]);
});

it('moves close ones apart, those of one height in the order of their lines', () => {
  expect(heights([100, 100, 104])).toEqual([
    [0, 100],
    [1, 116],
    [2, 132],
  ]);
});

it('keeps all of them above the bottom', () => {
  expect(heights([298, 299], 300)).toEqual([
    [0, 284],
    [1, 300],
  ]);
});
