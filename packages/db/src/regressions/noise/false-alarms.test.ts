import { describe, expect, it } from 'vitest';
import { warningOf } from './false-alarms';

const flags = (change: Partial<Parameters<typeof warningOf>[0]>) => ({
  flags: 20,
  slower: 10,
  faster: 10,
  followed: 20,
  rotated: 12,
  noise: 0,
  ...change,
});

describe('flags that look random', () => {
  it('come and go, as often slower as faster', () => {
    expect(warningOf(flags({}))).toBe('come and go both ways');
    expect(warningOf(flags({ rotated: 10 }))).toBe('come and go both ways');
  });

  it('are not those that stay, nor those that go one way', () => {
    expect(warningOf(flags({ rotated: 9 }))).toBeNull();
    expect(warningOf(flags({ slower: 15, faster: 5 }))).toBeNull();
    expect(warningOf(flags({ slower: 14, faster: 6 }))).toBe('come and go both ways');
  });

  it('are those of which users marked half as noise', () => {
    expect(warningOf(flags({ slower: 20, faster: 0, rotated: 0, noise: 10 }))).toBe('marked as noise');
    expect(warningOf(flags({ slower: 20, faster: 0, rotated: 0, noise: 9 }))).toBeNull();
  });

  it.each([0, 1, 2, 7])('are not known from %d flags', (count) => {
    expect(warningOf(flags({ flags: count, followed: count, rotated: count, noise: count }))).toBeNull();
  });

  it('are not known while fewer than eight had a later version', () => {
    expect(warningOf(flags({ followed: 7, rotated: 7 }))).toBeNull();
  });

  it('of 5,000 are judged by the same parts', () => {
    const many = { flags: 5000, slower: 2600, faster: 2400, followed: 4000, noise: 0 };
    expect(warningOf({ ...many, rotated: 2000 })).toBe('come and go both ways');
    expect(warningOf({ ...many, rotated: 1999 })).toBeNull();
  });
});
