import type { Suspects } from '@basecase/db/types';
import { expect, it } from 'vitest';
import { suspectLines, suspectList } from './suspect-words';

const suspects = (total: number): Partial<Suspects> => ({
  href: 'https://github.com/o/n/compare/a...b',
  total,
  commits: Array.from({ length: Math.min(total, 20) }, (_, index) => ({
    hash: `${index}`.padStart(40, '4eb13e8a'),
    subject: `Change ${index}`,
    author: 'Ann',
    at: null,
    href: null,
  })),
});

it.each([
  [0, 0, undefined],
  [1, 1, '4eb13e8a Change 0 (Ann)'],
  [2, 2, '4eb13e8a Change 1 (Ann)'],
  [20, 6, 'and 15 more commits: https://github.com/o/n/compare/a...b'],
  [5000, 6, 'and 4 995 more commits: https://github.com/o/n/compare/a...b'],
])('%s suspects are %s lines of a message, and the last one is %s', (total, count, last) => {
  const lines = suspectLines(suspects(total));
  expect(lines).toHaveLength(count);
  expect(lines.at(-1)?.replace(/\u202f|\u00a0/g, ' ')).toBe(last);
});

it('a page lists all commits that are kept and counts the others', () => {
  expect(suspectList(suspects(21)).rows).toHaveLength(20);
  expect(suspectList(suspects(21)).more).toBe('and 1 more commit');
});

it('a page that was frozen without commits lists none', () => {
  expect(suspectList({ href: null })).toEqual({ rows: [], more: '', href: null });
  expect(suspectLines(null)).toEqual([]);
});
