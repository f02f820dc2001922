import { expect, it } from 'vitest';
import { cellClass } from './table-card';

it('marks a verdict by the direction of its number, and nothing else', () => {
  expect(cellClass({ text: '0.80', level: 'r3' })).toBe('r3 mk dn');
  // A cost that grew.
  expect(cellClass({ text: '1.50', level: 'r4' })).toBe('r4 mk up');
  expect(cellClass({ text: 'inf', level: 'b5' })).toBe('b5 mk up');
  expect(cellClass({ text: '1.00', level: 'n' })).toBe('n');
  expect(cellClass({ text: '–', level: 'v' })).toBe('v');
});
