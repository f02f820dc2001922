import path from 'node:path';
import { expect, it } from 'vitest';
import { directoriesAbove, labelOf } from './label';

it.each([
  ['a/x.my9500.z12a.pk1.tar.gz', 'x.my9500.z12a.pk1'],
  ['x.my9500.z12a.pk1.tgz', 'x.my9500.z12a.pk1'],
  ['x.my9500.z12a.pk1.tar', 'x.my9500.z12a.pk1'],
  ['x.my9500.z12a.pk1.tar.zst', 'x.my9500.z12a.pk1'],
  ['x.my9500.z12a.pk1/', 'x.my9500.z12a.pk1'],
  ['x.zip', 'x'],
  ['sb.o.scan.gz', 'sb.o.scan.gz'],
  ['.', path.basename(process.cwd())],
])('labels %s as %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

it.each([
  ['/data/archive/mysql-8.0.36/run1', 'archive/mysql-8.0.36'],
  ['/data/archive/mysql-8.0.36/x.log', 'archive/mysql-8.0.36'],
  ['/srv/a/b/c/d/e/run1', 'b/c/d/e'],
  ['/home/pg16/results/run1', 'results'],
  ['/home/pg16/run1', ''],
  ['/Users/mysql/run1', ''],
  ['/var/lib/mysql/bench/run1', 'bench'],
  ['/var/tmp/mysql8/run1', ''],
  ['/scratch/mysql8/run1', ''],
  ['/scratch/mysql8/pg16/run1', 'pg16'],
  ['/mysql8/run1', ''],
  ['/run1', ''],
  ['/', ''],
])('reads above %s: %s', (place, names) => {
  expect(directoriesAbove(place, '/scratch')).toBe(names);
});
