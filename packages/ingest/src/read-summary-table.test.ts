import path from 'node:path';
import { expect, it } from 'vitest';
import { labelOf } from './label';
import { readSummaryTable } from './read-summary-table';
import { makeDirectory } from './testing/fixtures';

const ABSOLUTE =
  'col-1 : x.a.pk1\ncol-2 : x.b.pk1\n\ncol-1\tcol-2\n4533\t3927\thot-points_range=100\n12\t\tscan_range=100\n';

it('reads a table of absolute values; an empty cell is missing', async () => {
  using directory = makeDirectory({ 't.tsv': ABSOLUTE });
  expect(await readSummaryTable(path.join(directory.path, 't.tsv'))).toEqual({
    relativeTo: null,
    columns: ['x.a.pk1', 'x.b.pk1'],
    rows: [
      { test: 'hot-points', range: 100, values: [4533, 3927] },
      { test: 'scan', range: 100, values: [12, null] },
    ],
  });
});

it('reads a table of ratios with its base', async () => {
  using directory = makeDirectory({
    't.tsv': 'Relative to: x.a.pk1\ncol-1 : x.b.pk1\n\ncol-1\n0.87\tread-only_range=10\n',
  });
  expect(await readSummaryTable(path.join(directory.path, 't.tsv'))).toMatchObject({
    relativeTo: 'x.a.pk1',
    columns: ['x.b.pk1'],
    rows: [{ test: 'read-only', range: 10, values: [0.87] }],
  });
});

it.each([
  ['a log', 'sysbench 1.0.20 (x)\n\nThreads started!\n'],
  ['nothing', ''],
  ['rows of another width', 'col-1 : a\n\ncol-1\n1\t2\tscan_range=1\n'],
  ['labels out of order', 'col-2 : a\n\ncol-1\n1\tscan_range=1\n'],
  ['a table without labels', '4533,3927,hot-points_range=100\n'],
])('%s is no table', async (_, text) => {
  using directory = makeDirectory({ 't.tsv': text });
  expect(await readSummaryTable(path.join(directory.path, 't.tsv'))).toBeNull();
});

it.each([
  ['a/x.my9500.z12a.pk1.tar.gz', 'x.my9500.z12a.pk1'],
  ['x.my9500.z12a.pk1.tgz', 'x.my9500.z12a.pk1'],
  ['x.my9500.z12a.pk1.tar', 'x.my9500.z12a.pk1'],
  ['x.my9500.z12a.pk1.tar.zst', 'x.my9500.z12a.pk1'],
  ['x.my9500.z12a.pk1/', 'x.my9500.z12a.pk1'],
  ['x.zip', 'x.zip'],
  ['sb.o.scan.gz', 'sb.o.scan.gz'],
  ['.', path.basename(process.cwd())],
])('labels %s as %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});
