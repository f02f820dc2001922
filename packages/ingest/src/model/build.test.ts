import { describe, expect, it } from 'vitest';
import { type Build, buildKey, buildLabel, buildName, isCommit, shortCommit } from './build';

const DAY = '2026-09-29T22:30:00.000Z';
const build = (said: Partial<Build>): Build => ({
  commit: null,
  branch: null,
  committedAt: null,
  number: null,
  url: null,
  repository: null,
  ...said,
});

describe('builds', () => {
  it.each([
    [{ commit: '4EB13E8A1B2C', number: 7, committedAt: DAY }, '4eb13e8a1b2c'],
    [{ number: 0, committedAt: DAY }, '#0'],
    [{ committedAt: DAY }, DAY],
  ])('%j is identified by its commit, else its number, else its day', (said, key) => {
    expect(buildKey(build(said))).toBe(key);
  });

  it('has no key when nothing is known', () => {
    expect(() => buildKey(build({ branch: 'master' }))).toThrow('without commit, number and date');
  });

  it.each([
    [{ commit: '4eb13e8a1b2c', committedAt: DAY }, '20260929-g4eb13e8a', '29 Sep 2026 g4eb13e8a'],
    [{ commit: '4eb13e8' }, 'g4eb13e8', 'g4eb13e8'],
    [{ number: 1234, committedAt: DAY }, '20260929-b1234', '29 Sep 2026 #1234'],
    [{ committedAt: DAY }, '20260929', '29 Sep 2026'],
  ])('%j is named %s', (said, name, label) => {
    expect([buildName(build(said)), buildLabel(build(said))]).toEqual([name, label]);
  });

  it('shows eight digits of a commit', () => {
    expect(shortCommit('4eb13e8a1b2c3d')).toBe('4eb13e8a');
  });

  it.each([
    ['4eb13e8', true],
    ['4EB13E8A'.repeat(8), true],
    ['4eb13e', false],
    ['4eb13e8g', false],
    [`${'4eb13e8a'.repeat(8)}0`, false],
  ])('%s can be a commit: %s', (text, can) => {
    expect(isCommit(text)).toBe(can);
  });
});
