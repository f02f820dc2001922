import { describe, expect, it } from 'vitest';
import { permalinkSlug } from './permalink-slug';

describe('slug of a permalink', () => {
  it('is the same for the same content, and another for another', () => {
    expect(permalinkSlug('a', 10)).toBe(permalinkSlug('a', 10));
    expect(permalinkSlug('a', 10)).not.toBe(permalinkSlug('b', 10));
  });

  it('has the length asked for, of letters and digits that cannot be mistaken', () => {
    for (const content of ['', 'a', 'b', 'c']) {
      expect(permalinkSlug(content, 40)).toMatch(/^[2-9a-km-zA-HJ-NP-Z]{40}$/);
    }
  });

  it('grows at its end when it is asked to be longer', () => {
    expect(permalinkSlug('a', 14).startsWith(permalinkSlug('a', 10))).toBe(true);
  });
});
