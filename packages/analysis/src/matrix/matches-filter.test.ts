import { expect, it } from 'vitest';
import { matchesFilter } from './matches-filter';

it.each([
  ['update-zipf_range=100', '', true],
  ['update-zipf_range=100', 'update', true],
  ['update-zipf_range=100', 'update -zipf', false],
  ['update-one_range=100', 'update -zipf', true],
  ['read-write_range=10', 'write read', true],
  ['read-only_range=10', 'write', false],
  ['read-only_range=10', '  range=10 ', true],
  ['read-only_range=10', 'READ', true],
  // Half-typed: nothing must vanish while the minus is typed.
  ['read-only_range=10', 'read -', true],
])('%s with filter "%s": %s', (label, filter, expected) => {
  expect(matchesFilter(label, filter)).toBe(expected);
});
