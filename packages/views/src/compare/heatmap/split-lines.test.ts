import { findConfigLines, findReleaseLines, withConfigLines } from '@basecase/analysis';
import { expect, it } from 'vitest';
import { makeView } from '../../testing/test-view';
import { withSplits } from './split-lines';

const view = makeView({
  benchmark: 'sysbench',
  columns: ['9.2.0 z12a', '9.3.0 z12b', '9.4.0 z13a', '9.5.0 z13b', '9.6.0 z13b'].map(
    (name) => `MySQL ${name.replace(' ', ' o2 ')}`,
  ),
  tests: { insert: [5, 4, 3, 2, 1] },
});
const { lines } = findConfigLines(view.matrix.columns);
const joined = {
  ...view,
  lines,
  matrix: { ...view.matrix, columns: withConfigLines(view.matrix.columns, lines) },
};
/** Versions of each line, the longest first. */
const linesAt = (...splits: string[]) => {
  const { columns } = withSplits(joined, splits).matrix;
  return findReleaseLines(columns, -1).map((line) => line.columns.map((index) => columns[index]?.version));
};

it('splits a line at one seam, at several, and at none', () => {
  expect(linesAt()).toEqual([['9.2.0', '9.3.0', '9.4.0', '9.5.0', '9.6.0']]);
  expect(linesAt('z13a')).toEqual([
    ['9.4.0', '9.5.0', '9.6.0'],
    ['9.2.0', '9.3.0'],
  ]);
  expect(linesAt('z12b', 'z13a', 'z13b')).toEqual([['9.5.0', '9.6.0'], ['9.4.0'], ['9.3.0'], ['9.2.0']]);
  expect(withSplits(joined, ['z13a']).lines?.map(({ configs }) => configs)).toEqual([
    ['z12a', 'z12b'],
    ['z13a', 'z13b'],
  ]);
});

it('leaves a view as it is where a split names no seam', () => {
  expect(withSplits(joined, ['z12a', 'other'])).toBe(joined);
  expect(withSplits(view, ['z13a'])).toBe(view);
});
