import { describe, expect, it } from 'vitest';
import type { Build } from './build';
import { isSameCommit, mergeBuild, toBuild } from './merge-build';

const READ: Build = {
  commit: '4eb13e8a',
  branch: 'master',
  committedAt: '2026-08-29T00:00:00.000Z',
  number: 12,
  url: 'https://ci/12',
  repository: { url: 'https://x/y', commitUrl: 'https://x/y/c/{commit}' },
};

describe('mergeBuild', () => {
  it('replaces the given fields one by one', () => {
    expect(mergeBuild(READ, { branch: 'stable', number: 0 })).toEqual({
      ...READ,
      branch: 'stable',
      number: 0,
    });
    expect(mergeBuild(READ, {})).toEqual(READ);
    const committedAt = '2026-08-29T18:00:00.000Z';
    expect(mergeBuild(READ, { committedAt, commit: null })).toEqual({ ...READ, committedAt });
  });

  it('drops what was of another commit, and keeps what was of the branch', () => {
    const { branch, repository } = READ;
    const other = { commit: 'aaaaaaaa', branch, committedAt: null, number: null, url: null, repository };
    expect(mergeBuild(READ, { commit: 'aaaaaaaa' })).toEqual(other);
    expect(mergeBuild(READ, { commit: 'aaaaaaaa', number: 13 })).toEqual({ ...other, number: 13 });
  });

  it('knows a commit by fewer digits, and keeps the most', () => {
    const commit = '4eb13e8a1b2c';
    expect(mergeBuild(READ, { commit })).toEqual({ ...READ, commit });
    expect(mergeBuild({ ...READ, commit }, { commit: '4EB13E8A' })).toEqual({ ...READ, commit });
    expect(isSameCommit('4eb13e8', '4eb13e9')).toBe(false);
  });

  it('takes addresses of commits with their repository', () => {
    const repository = { url: 'https://x/fork', commitUrl: null };
    expect(mergeBuild(READ, { repository })?.repository).toEqual(repository);
    const same = { url: 'https://x/y', commitUrl: null };
    expect(mergeBuild(READ, { repository: same })?.repository).toEqual(READ.repository);
  });

  it('is nothing without commit, date and number', () => {
    expect(toBuild({ branch: 'master', url: 'https://ci/1' })).toBeNull();
    expect(toBuild({ number: 0 })).toMatchObject({ number: 0, commit: null });
  });
});
