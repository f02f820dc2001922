import { expect, it } from 'vitest';
import { type FilteredRecord, passesFilter, type ResolvedFilter } from './webhook-filter';

const record = (change: Partial<FilteredRecord> = {}): FilteredRecord => ({
  serverId: 1,
  product: 'MySQL',
  branch: null,
  ratio: 0.9,
  ...change,
});
const passes = (filter: Partial<ResolvedFilter>, change: Partial<FilteredRecord> = {}) =>
  passesFilter(record(change), { serverId: null, ...filter });

it('an empty filter passes every record', () => {
  expect(passes({})).toBe(true);
  expect(passes({}, { ratio: null, branch: 'master' })).toBe(true);
});

it('a filter passes its own server, product and branch and no other', () => {
  expect(passes({ server: 'a', serverId: 1, product: 'MySQL' })).toBe(true);
  expect(passes({ server: 'a', serverId: 2 })).toBe(false);
  expect(passes({ product: 'MariaDB' })).toBe(false);
  expect(passes({ branch: 'master' }, { branch: 'master' })).toBe(true);
  expect(passes({ branch: 'master' }, { branch: 'REL_18_STABLE' })).toBe(false);
});

it('a filter by branch passes no release, and one by a deleted server nothing', () => {
  expect(passes({ branch: 'master' })).toBe(false);
  expect(passes({ server: 'gone', serverId: null })).toBe(false);
});

it('a minimum passes changes of that size and larger, up or down', () => {
  expect([0, 9.99, 10, 10.01, 100].map((minPercent) => passes({ minPercent }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(passes({ minPercent: 0 }, { ratio: 1 })).toBe(true);
  expect(passes({ minPercent: 100 }, { ratio: 2 })).toBe(true);
});

it('a stop passes every minimum, and still has to fit the other parts', () => {
  expect(passes({ minPercent: 100 }, { ratio: null })).toBe(true);
  expect(passes({ minPercent: 100, product: 'MariaDB' }, { ratio: null })).toBe(false);
});
