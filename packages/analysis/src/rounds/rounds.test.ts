import { describe, expect, it } from 'vitest';
import { pairedChanges, roundsEstimate, roundsNeeded } from './rounds';

// The cases of docs/method.md §9, with its numbers.
const BASE = [100, 120, 80, 60, 110, 95, 105, 70, 100, 90, 115, 85];
const NOISE = [0, 0.01, -0.01, 0.02, -0.02, 0.01, 0, -0.01, 0.01, -0.01, 0.02, -0.02];
const times = (factor: number) => BASE.map((value, round) => value * factor * Math.exp(NOISE[round] ?? 0));

describe('roundsEstimate', () => {
  it.each([
    { factor: 0.95, starts: 2, x: -0.0513, se: 0.0082, p: 0.0001 },
    { factor: 0.95, starts: 1, x: -0.0513, se: 0.0108, p: 0.0006 },
    { factor: 1, starts: 2, x: 0, se: 0.0082, p: 1 },
  ])('12 rounds, × $factor, $starts starts', ({ factor, starts, x, se, p }) => {
    const estimate = roundsEstimate(BASE, times(factor), starts);
    expect(estimate?.n).toBe(12);
    expect(estimate?.x).toBeCloseTo(x, 4);
    expect(estimate?.se).toBeCloseTo(se, 4);
    expect(estimate?.p).toBeCloseTo(p, 4);
    // t of 11 degrees of freedom.
    expect((estimate?.high ?? 0) - (estimate?.x ?? 0)).toBeCloseTo(2.200985 * (estimate?.se ?? 0), 6);
    expect((estimate?.x ?? 0) - (estimate?.low ?? 0)).toBeCloseTo(2.200985 * (estimate?.se ?? 0), 6);
  });

  it('pairs only rounds that both have, and wants 8 of them', () => {
    const version = times(0.9);
    const lost = (...rounds: number[]) => BASE.map((value, round) => (rounds.includes(round) ? null : value));
    expect(roundsEstimate(BASE.slice(0, 7), version.slice(0, 7), 1)).toBeNull();
    expect(roundsEstimate(lost(0, 3, 5, 7), version, 2)?.n).toBe(8);
    expect(roundsEstimate(lost(0, 3, 5, 7, 8), version, 2)).toBeNull();
    expect(pairedChanges([100, null, 50, 0], [200, 100, null, 10])).toEqual([Math.log(2)]);
  });

  it('is not surer than the starts of a server allow, however equal its rounds are', () => {
    const flat = Array.from({ length: 48 }, () => 100);
    const slower = flat.map(() => 98);
    expect(roundsEstimate(flat, slower, 1)?.se).toBeCloseTo(0.01, 10);
    expect(roundsEstimate(flat, slower, 8)?.se).toBeCloseTo(0.01 / Math.sqrt(8), 10);
  });

  it('widens for rounds that drift', () => {
    const drift = BASE.map((_, round) => 100 * Math.exp(0.01 * round));
    const flat = BASE.map(() => 100);
    const shaken = [3, 9, 0, 7, 1, 11, 5, 2, 10, 4, 8, 6].map((place) => drift[place] ?? null);
    expect(roundsEstimate(flat, drift, 4)?.se).toBeGreaterThan(
      2 * (roundsEstimate(flat, shaken, 4)?.se ?? 0),
    );
  });
});

it.each([
  [0.05, 0.03, 18],
  [0.1, 0.05, 22],
  [0.1, 0.03, 53],
  [0.02, 0.05, 8],
  [0, 0.05, 8],
  [50, 0.002, 10_000],
])('SD %f and ± %f need %i rounds', (sd, half, rounds) => {
  expect(roundsNeeded(sd, half)).toBe(rounds);
});
