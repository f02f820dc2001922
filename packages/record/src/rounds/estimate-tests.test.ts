import { describe, expect, it } from 'vitest';
import { madeNoise, madePlan, madeRounds } from '../testing/made-rounds';
import { compareTests, isEnough, isOpen } from './estimate-tests';

const plan = madePlan({ rounds: { resolution: 0.03, least: 8, most: 48 } });
/** Insert is 7% slower in `b`, and noisy. */
const throughput = (round: number, test: string, variant: string) => {
  const drift = 1 + 0.2 * Math.sin(round);
  if (test.startsWith('point-query')) return 20_000 * drift;
  return 8000 * drift * (variant === 'b' ? 0.93 * madeNoise(round, 0.08) : 1);
};
const compared = (rounds: number) => compareTests(plan, madeRounds(plan, rounds, throughput));

describe('what rounds say of tests', () => {
  it('is nothing before there are 8 of both', () => {
    expect(compared(7).map(({ estimate, rounds }) => [estimate, rounds])).toEqual([
      [null, 7],
      [null, 7],
    ]);
  });

  it('compares each version with the first one, whatever the machine did to both', () => {
    const [point, insert] = compared(24);
    expect(point).toMatchObject({ test: 'point-query range=100', variant: 'b', isKnown: true, rounds: 24 });
    expect(point?.estimate?.x).toBeCloseTo(0, 10);
    expect(Math.exp(insert?.estimate?.x ?? 0)).toBeCloseTo(0.93, 1);
    expect(insert?.cpuRatio).toBeGreaterThan(1.02);
  });

  it('leaves lost slices out of the pairs', () => {
    const rounds = madeRounds(plan, 12, (round, test, variant) =>
      round > 9 && variant === 'b' ? null : throughput(round, test, variant),
    );
    expect(compareTests(plan, rounds).map((one) => one.rounds)).toEqual([9, 9]);
  });
});

describe('a test of a later round', () => {
  const known = { rounds: 12, compared: compared(12) };
  const [point, insert] = ['point-query range=100', 'insert range=100'];

  it('is left out once it is known, and not before the least rounds', () => {
    for (const variant of ['a', 'b']) {
      expect(isOpen(plan, known, { test: point, variant })).toBe(false);
      expect(isOpen(plan, known, { test: insert, variant })).toBe(true);
      expect(isOpen(plan, { ...known, rounds: 7 }, { test: point, variant })).toBe(true);
    }
  });

  it('is measured on the first version while another version of it is not known', () => {
    const three = [
      ...known.compared.map((one) => ({ ...one, variant: 'c', isKnown: true })),
      ...known.compared.map((one) => ({ ...one, isKnown: false })),
    ];
    const of = (variant: string) => isOpen(plan, { rounds: 12, compared: three }, { test: point, variant });
    expect(['a', 'b', 'c'].map(of)).toEqual([true, true, false]);
  });

  it('stays known by the rounds that it has', () => {
    const later = madeRounds(plan, 30, (round, test, variant) =>
      round > 12 && test === point ? null : throughput(round, test, variant),
    );
    expect(compareTests(plan, later)[0]).toMatchObject({ rounds: 12, isKnown: true });
  });
});

describe('enough', () => {
  const enough = (rounds: number) => isEnough(plan, madeRounds(plan, rounds, throughput), compared(rounds));

  it('is when every test is known, and not before the least', () => {
    const first = Array.from({ length: 200 }, (_, index) => index + 1).find(enough) ?? 0;
    // (2 × .08 / .03)² is 28; the correlation and the starts of the servers move it a little.
    expect(first).toBeGreaterThan(15);
    expect(first).toBeLessThan(60);
    const quiet = madeRounds(plan, 7, () => 100);
    expect(
      isEnough({ ...plan, rounds: { ...plan.rounds, least: 7 } }, quiet, compareTests(plan, quiet)),
    ).toBe(false);
  });

  it('does not wait for what was given up', () => {
    const rounds = madeRounds(plan, 8, (round, test, variant) =>
      test.startsWith('insert') ? null : throughput(round, test, variant),
    );
    expect(isEnough(plan, rounds, compareTests(plan, rounds))).toBe(false);
    const failure = {
      type: 'failed' as const,
      at: '',
      round: 3,
      variant: 'b',
      test: 'insert range=100',
      reason: 'no table',
    };
    const given = compareTests(plan, rounds, [failure]);
    expect(given[1]?.failed).toBe('b: no table');
    expect(isEnough(plan, rounds, given)).toBe(true);
  });

  it('is the least rounds where there is nothing to compare with', () => {
    const alone = { ...plan, variants: plan.variants.slice(0, 1) };
    expect(
      isEnough(
        alone,
        madeRounds(alone, 7, () => 1),
        [],
      ),
    ).toBe(false);
    expect(
      isEnough(
        alone,
        madeRounds(alone, 8, () => 1),
        [],
      ),
    ).toBe(true);
  });
});
