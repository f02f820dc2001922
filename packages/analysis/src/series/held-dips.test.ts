import { describe, expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { makeSeries, randomNumbers, valuesOf } from './testing/made-series';

const DIP = 60;

/** Nights with rho 0.5, `length` of them lower by `size`, judged after each as a CI does; what was sure is held. */
function follow(seed: number, { length, size }: { length: number; size: number }) {
  const made = { nights: 90, sd: 0.02, rho: 0.5, outliers: 0.02, step: 0, at: 0 };
  const values = valuesOf(makeSeries(randomNumbers(seed), made)).map((value, night) =>
    night >= DIP && night < DIP + length ? value * Math.exp(size) : value,
  );
  const held: { firstBad: number }[] = [];
  const states: string[] = [];
  for (let nights = DIP; nights <= values.length; nights++) {
    const { changes } = judgeSeries({ values: values.slice(0, nights), better: 'higher-is-better', held });
    const own = changes.find(({ firstBad }) => Math.abs(firstBad - DIP) <= 1);
    if (own?.state === 'sure' && held.length === 0) held.push({ firstBad: own.firstBad });
    states.push(own ? (own.fixed === null ? own.state : 'fixed') : 'none');
  }
  return states;
}

describe('a few nights that were surely slower, and are over', () => {
  it('are fixed, and never taken back', () => {
    const all = Array.from({ length: 12 }, (_, seed) => follow(seed + 1, { length: 5, size: -0.12 }));
    const sure = all.filter((states) => states.includes('sure'));
    const after = sure.map((states) => states.slice(states.indexOf('sure')));
    // Without keeping them most are taken back: the nights look as if they resembled each other.
    expect([sure.length, after.filter((states) => states.includes('none')).length]).toEqual([10, 0]);
    expect(after.filter((states) => states.at(-1) === 'fixed').length).toBe(9);
  });

  it('are not a change unless held', () => {
    const values = valuesOf(
      makeSeries(randomNumbers(9), { nights: 90, sd: 0.02, rho: 0.5, outliers: 0, step: 0, at: 0 }),
    );
    const held = judgeSeries({ values, better: 'higher-is-better', held: [{ firstBad: 40 }] });
    // A fixed night in nights that show nothing of it: it is dropped.
    expect(held.changes).toEqual([]);
  });
});
