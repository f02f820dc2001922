import { describe, expect, it } from 'vitest';
import { isUneven, SecondRates, secondFigures, sumSeconds, worstOfStretches } from './stalls';

/** Numbers of 0 to 1 by Marsaglia's xorshift: the same for each seed. */
function uniform(seed: number): () => number {
  let state = seed * 2_654_435_761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Rates around 1,000 with this noise, each like the one before by `lag`. */
function series(
  seed: number,
  { noise, count = 900, lag = 0.3 }: { noise: number; count?: number; lag?: number },
) {
  const random = uniform(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let last = normal();
  return Array.from({ length: count }, () => {
    last = lag * last + Math.sqrt(1 - lag * lag) * normal();
    return Math.max(0, 1000 * (1 + noise * last));
  });
}

const NOISES = [0.01, 0.02, 0.05, 0.1, 0.15, 0.18];
const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

describe('planted stalls (docs/how-to/stalls.md)', () => {
  it.each(NOISES)('at a noise of %d are found, and even runs do not stall', (noise) => {
    let found = 0;
    let isFalse = 0;
    for (const seed of SEEDS) {
      const even = series(seed, { noise });
      isFalse += Number((secondFigures(even)?.longestStall ?? 0) > 0);
      const at = 100 + ((seed * 37) % 700);
      const planted = even.map((rate, second) => (second === at || second === at + 1 ? rate * 0.03 : rate));
      found += Number(secondFigures(planted)?.longestStall === 2);
    }
    expect(found / SEEDS.length).toBeGreaterThanOrEqual(0.95);
    expect(isFalse / SEEDS.length).toBeLessThanOrEqual(0.01);
  });

  it('are not told from noise that reaches 0 by itself', () => {
    const noisy = SEEDS.slice(0, 20).map((seed) => secondFigures(series(seed, { noise: 0.3 })));
    expect(noisy.every((figures) => figures?.longestStall === null && figures.cv > 0.2)).toBe(true);
  });
});

describe('figures of seconds', () => {
  it.each([0, 1, 2, 20, 21])('are missing of %i seconds', (count) => {
    expect(secondFigures(Array.from({ length: count }, () => 100))).toBeNull();
  });

  it('of 22 equal seconds are those of the 20 in the middle, without percentiles', () => {
    const rates = [5, ...Array.from({ length: 20 }, () => 100), 3];
    expect(secondFigures(rates)).toEqual({ worst: 1, cv: 0, p99: null, p999: null, longestStall: 0 });
  });

  it('of 5,000 seconds are counted by hand', () => {
    const rates = Array.from({ length: 5002 }, (_, second) => (second % 100 < 2 && second > 100 ? 10 : 100));
    const figures = secondFigures(rates);
    expect(figures).toMatchObject({ worst: 0.1, p99: 0.1, p999: 0.1, longestStall: 2 });
    // 98 of 5,000 seconds have 10: mean 98.236, standard deviation 12.475.
    expect(figures?.cv).toBeCloseTo(12.475 / 98.236, 4);
    expect(isUneven({ cv: 0.127, p99: 0.1 })).toBe(true);
    expect(isUneven({ cv: 0.127, p99: null })).toBe(false);
  });

  it('leave out a start below half of the median, and no stall after it', () => {
    const rates = [1, 2, 3, 4, ...Array.from({ length: 40 }, () => 100), 0, 0, 0, 100, 100];
    expect(secondFigures(rates)).toMatchObject({ worst: 0, longestStall: 3 });
  });

  it('are missing where nothing was done, or more than 5% of the seconds are', () => {
    expect(secondFigures(Array.from({ length: 100 }, () => 0))).toBeNull();
    const gaps = Array.from({ length: 100 }, (_, second) => (second % 15 === 5 ? Number.NaN : 100));
    expect(secondFigures(gaps)).toBeNull();
    const fewer = Array.from({ length: 100 }, (_, second) => (second % 30 === 5 ? Number.NaN : 100));
    expect(secondFigures(fewer)?.worst).toBe(1);
  });
});

describe('samples', () => {
  const add = (rates: SecondRates, seconds: readonly number[]) => {
    for (const [index, second] of seconds.entries()) rates.add(second, second === 13 ? 4 : 100, index + 1);
    return rates;
  };
  const upTo = (count: number, step = 1) => Array.from({ length: count }, (_, index) => (index + 1) * step);

  it('of other intervals have no figures', () => {
    expect(add(new SecondRates('one-second'), upTo(100, 10)).rates()).toBeNull();
    expect(add(new SecondRates('since-last'), upTo(100, 0.5)).rates()).toBeNull();
  });

  it('that came late count for their seconds, or leave them out', () => {
    const late = upTo(60).filter((second) => ![10, 11, 12].includes(second));
    expect(add(new SecondRates('since-last'), late).figures()?.figures.longestStall).toBe(4);
    const missing = add(new SecondRates('one-second'), late).rates();
    expect(missing?.filter(Number.isNaN)).toHaveLength(3);
    expect(add(new SecondRates('one-second'), late).figures()).toBeNull();
  });

  it('that go back in time have no figures: they are of two runs', () => {
    expect(add(new SecondRates('one-second'), [...upTo(50), ...upTo(50)]).rates()).toBeNull();
  });

  it('of clients are added up while all work', () => {
    expect(
      sumSeconds([
        [1, 2, 3],
        [10, 20],
      ]),
    ).toEqual([11, 22]);
    expect(sumSeconds([[1, 2, 3], null])).toBeNull();
    expect(sumSeconds([])).toBeNull();
  });
});

describe('the worst seconds of stretches', () => {
  it('are parts of the median, without the first and the last second of the run', () => {
    const rates = Array.from({ length: 60 }, (_, second) => (second === 25 ? 30 : second === 41 ? NaN : 100));
    rates[0] = 1;
    rates[59] = 1;
    expect(worstOfStretches(rates, 20)).toEqual([1, 0.3, 1]);
    expect(worstOfStretches(rates, 1)?.slice(40, 43)).toEqual([1, null, 1]);
    expect(worstOfStretches(rates, 5000)).toEqual([0.3]);
  });

  it.each([0, 1, 2, 20])('are none of %s seconds', (count) => {
    expect(
      worstOfStretches(
        Array.from({ length: count }, () => 100),
        5,
      ),
    ).toBeNull();
  });
});
