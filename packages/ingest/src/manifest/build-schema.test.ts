import { expect, it } from 'vitest';
import { buildSchema, saidBuild } from './build-schema';

const AFTER = '1c0ffee0';
const read = (commits: object) => {
  const build = buildSchema.parse({ commit: '4eb13e8a', commits });
  return saidBuild({ build }).commits;
};

it('commits of a build have clean subjects, times in UTC and the number of all', () => {
  const list = [
    { hash: '4eb13e8a', subject: 'Fix\u202e\u001b[31m it', author: 'Ann', at: '2026-08-29T20:00:00+02:00' },
  ];
  expect(read({ after: 'ABCDEF01', total: 7, list })).toEqual({
    after: 'abcdef01',
    total: 7,
    list: [{ hash: '4eb13e8a', subject: 'Fix [31m it', author: 'Ann', at: '2026-08-29T18:00:00.000Z' }],
  });
  expect(read({ after: AFTER, list: [{ hash: '4eb13e8a', subject: '' }] })).toEqual({
    after: AFTER,
    total: 1,
    list: [{ hash: '4eb13e8a', subject: '', author: '', at: null }],
  });
  expect(read({ after: AFTER, list: [] })).toEqual({ after: AFTER, total: 0, list: [] });
});

it.each([
  ['a hash that is none', { after: '--all', list: [] }],
  [
    'a list of more than 1000',
    { after: AFTER, list: Array.from({ length: 1001 }, () => ({ hash: AFTER, subject: '' })) },
  ],
  [
    'a time without a zone',
    { after: AFTER, list: [{ hash: AFTER, subject: '', at: '2026-08-29T20:00:00' }] },
  ],
  ['another field', { after: AFTER, list: [], before: AFTER }],
])('%s is refused', (_, commits) => {
  expect(buildSchema.safeParse({ commit: '4eb13e8a', commits }).success).toBe(false);
});
