import { expect, it } from 'vitest';
import { buildHref, buildText, shortDay, sizeText, yearOf } from './series-data';

it('writes a year only where it is another', () => {
  expect(shortDay('2026-08-29T03:00:00Z', '2026')).toBe('29 Aug');
  expect(shortDay('2025-08-29T03:00:00Z', '2026')).toBe('29 Aug 2025');
  expect(yearOf([{ at: '2025-01-01' }, { at: '2026-01-01' }])).toBe('2026');
});

it('names a build by its commit, else its number', () => {
  expect(buildText({ commit: '4eb13e8a0123', number: 7 })).toBe('g4eb13e8a');
  expect(buildText({ commit: null, number: 7 })).toBe('#7');
  expect(buildText({ commit: null, number: null })).toBe('');
});

it('links a commit where the repository shows commits', () => {
  const repository = { url: null, commitUrl: 'https://git.example/c/{commit}' };
  expect(buildHref(repository, { commit: 'abc' })).toBe('https://git.example/c/abc');
  expect(buildHref(repository, { commit: null })).toBeNull();
  expect(buildHref(null, { commit: 'abc' })).toBeNull();
});

it('writes half of the interval, with a digit more where two would say zero', () => {
  expect(sizeText({ ratio: 0.904, low: 0.884, high: 0.924 })).toBe('0.90 ± 0.02');
  expect(sizeText({ ratio: 0.9671, low: 0.965, high: 0.9692 })).toBe('0.967 ± 0.002');
});
