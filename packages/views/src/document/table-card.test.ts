import { expect, it } from 'vitest';
import { cellClass } from './table-card';

it('marks a verdict by the direction of its number, and nothing else', () => {
  expect(cellClass({ text: '0.80', level: 'r3' })).toBe('r3 arrow dn');
  // A cost that grew.
  expect(cellClass({ text: '1.50', level: 'r4' })).toBe('r4 arrow up');
  expect(cellClass({ text: 'inf', level: 'b5' })).toBe('b5 arrow up');
  expect(cellClass({ text: '1.00', level: 'n' })).toBe('n');
  expect(cellClass({ text: '–', level: 'v' })).toBe('v');
});

it('has the mark of the verdict where there is one: possible and unclear have no fill', () => {
  expect(cellClass({ text: '0.97', level: 'n', verdict: 'possible regression' })).toBe('pr');
  expect(cellClass({ text: '1.03', level: 'n', verdict: 'possible improvement' })).toBe('pb');
  expect(cellClass({ text: '0.99', level: 'n', verdict: 'unclear' })).toBe('un');
  expect(cellClass({ text: '0.98', level: 'r1', verdict: 'small regression' })).toBe('r1 arrow dn sm');
  expect(cellClass({ text: '1.00', level: 'n', verdict: 'no change' })).toBe('n');
  expect(cellClass({ text: '–', level: 'v', verdict: 'missing' })).toBe('v');
});
