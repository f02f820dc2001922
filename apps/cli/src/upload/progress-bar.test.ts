import { expect, it } from 'vitest';
import { megabytes, progressBar } from '../commands/upload';

it('is full when all is done, not before, and never more than full', () => {
  expect(progressBar({ done: 0, of: 100 }, 'a')).toBe(`[${' '.repeat(24)}]   0%  a`);
  expect(progressBar({ done: 25, of: 100 }, 'a')).toBe(`[######${' '.repeat(18)}]  25%  a`);
  expect(progressBar({ done: 999, of: 1000 }, 'a')).toContain('] ');
  expect(progressBar({ done: 999, of: 1000 }, 'a')).toContain(' 99%');
  expect(progressBar({ done: 120, of: 100 }, 'a')).toBe(`[${'#'.repeat(24)}] 100%  a`);
  expect(progressBar({ done: 0, of: 0 }, 'a')).toContain('  0%');
  expect(megabytes(12_450_000, 50_000_000)).toBe('12.4 of 50.0 MB');
});
