import { describe, expect, it } from 'vitest';
import { SendRate } from './queue-of-page';

describe('SendRate', () => {
  it('says nothing of the first half second', () => {
    const rate = new SendRate();
    expect([
      rate.add({ seconds: 0, bytes: 0 }),
      rate.add({ seconds: 0.4, bytes: 9e6 }),
      rate.add({ seconds: 0.5, bytes: 9e6 }),
    ]).toEqual([null, null, 18e6]);
  });

  it('forgets what is longer ago than its window', () => {
    const rate = new SendRate();
    const rates = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((seconds) =>
      rate.add({ seconds, bytes: Math.min(seconds, 4) * 100 }),
    );
    expect(rates[4]).toBe(100);
    // Nothing was sent in the last four seconds.
    expect(rates[8]).toBe(0);
  });
});
