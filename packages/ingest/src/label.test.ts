import path from 'node:path';
import { expect, it } from 'vitest';
import { labelOf } from './label';

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
