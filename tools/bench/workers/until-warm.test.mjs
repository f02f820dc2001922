import { describe, expect, it } from 'vitest';
import { untilWarm } from './bench-workers';

/** @param {number[]} costs milliseconds for one upload, of each batch in turn; the last repeats */
function sendingFor(costs) {
  let batch = 0;
  return async () => costs[Math.min(batch++, costs.length - 1)] ?? 0;
}

describe('warming up', () => {
  it('ends when two batches in a row cost no less than one before', async () => {
    expect(await untilWarm(sendingFor([400, 300, 250, 245, 248]))).toEqual({ uploads: 200, isWarm: true });
  });

  it('is not deceived by one batch that was unlucky', async () => {
    expect(await untilWarm(sendingFor([400, 420, 300, 200, 150, 150, 150]))).toEqual({
      uploads: 280,
      isWarm: true,
    });
  });

  it('reports when it ends while one still costs less than before', async () => {
    const falling = Array.from({ length: 20 }, (_, index) => 1000 * 0.9 ** index);
    expect(await untilWarm(sendingFor(falling))).toEqual({ uploads: 400, isWarm: false });
  });
});
