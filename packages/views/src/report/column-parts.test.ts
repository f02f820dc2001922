import { expect, it } from 'vitest';
import { columnParts, FITS } from './view-report';

it('leaves a table that fits as it is', () => {
  expect(columnParts(1)).toEqual([[0]]);
  expect(columnParts(FITS)).toHaveLength(1);
});

it.each([16, 29, 30, 31, 59])('breaks %i columns into parts that fit and are about as wide', (count) => {
  const parts = columnParts(count);
  const widths = parts.map((part) => part.length);
  expect(parts.flat()).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(Math.max(...widths)).toBeLessThanOrEqual(FITS);
  expect(parts).toHaveLength(Math.ceil(count / FITS));
});
