import type { Profile } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { mergeProfiles } from './merge-profiles';
import { ownSamples, ownShares } from './own-time';

/** all 100: a 60 (c 50), b 40 (c 10). */
const PROFILE: Profile = {
  unit: 'samples',
  leftOut: 1,
  frames: [
    { name: 'all', parent: -1, value: 100 },
    { name: 'b', parent: 0, value: 40 },
    { name: 'a', parent: 0, value: 60 },
    { name: 'c', parent: 2, value: 50 },
    { name: 'c', parent: 1, value: 10 },
  ],
};

const named = (profile: Profile | null) =>
  profile?.frames.map(({ name, parent, value }) => [name, profile.frames[parent]?.name ?? null, value]);

describe('mergeProfiles', () => {
  it('adds up by stack', () => {
    const merged = mergeProfiles([PROFILE, PROFILE], 0);
    expect(named(merged)).toEqual([
      ['all', null, 200],
      ['a', 'all', 120],
      ['b', 'all', 80],
      ['c', 'b', 20],
      ['c', 'a', 100],
    ]);
    expect(merged?.leftOut).toBe(2);
  });

  it('joins narrow frames of one caller, and keeps their samples', () => {
    expect(named(mergeProfiles([PROFILE], 0.45))).toEqual([
      ['all', null, 100],
      ['a', 'all', 60],
      ['other', 'all', 40],
      ['c', 'a', 50],
    ]);
  });

  it('is null without a profile', () => {
    expect(mergeProfiles([], 0)).toBeNull();
  });
});

describe('ownSamples', () => {
  it('is what a frame does not call', () => {
    expect(ownSamples(PROFILE)).toEqual([0, 30, 10, 50, 10]);
  });

  it('adds up to all samples, by function', () => {
    const shares = ownShares(PROFILE);
    expect([...shares]).toEqual([
      ['all', 0],
      ['b', 0.3],
      ['a', 0.1],
      ['c', 0.6],
    ]);
  });
});
