import { describe, expect, it } from 'vitest';
import { testKey } from '../plan/plan';
import { madePlan } from '../testing/made-rounds';
import { orderOfRound } from './run-rounds';
import { half } from './take-slice';

const plan = madePlan({
  variants: ['15.18', '16.14', '17.10'].map((version) => ({ version, starter: 'postgres', binaries: '/x' })),
  tests: ['p', 'q', 'r', 's'].map((name) => ({ name, tool: 'command', command: 'true', parse: 'sysbench' })),
});
const rounds = Array.from({ length: 600 }, (_, index) => orderOfRound(plan, 7, index + 1));

describe('the order of a round', () => {
  it('has every test and every variant once', () => {
    for (const { variants, tests } of rounds) {
      expect([...variants].sort()).toEqual(['15.18', '16.14', '17.10']);
      expect([...tests].sort()).toEqual(plan.tests.map(testKey));
    }
  });

  it('follows from the seed and the round alone', () => {
    expect(orderOfRound(plan, 7, 13)).toEqual(rounds[12]);
    const other = Array.from({ length: 600 }, (_, index) => orderOfRound(plan, 8, index + 1));
    const same = other.filter(({ variants }, index) => String(variants) === String(rounds[index]?.variants));
    // One in six by chance.
    expect(same.length).toBeGreaterThan(60);
    expect(same.length).toBeLessThan(150);
  });

  it('gives each order of three as often as the others, and each round its own random numbers', () => {
    const counts = new Map<string, number>();
    for (const { variants } of rounds) counts.set(String(variants), (counts.get(String(variants)) ?? 0) + 1);
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
    expect(new Set(rounds.map(({ toolSeed }) => toolSeed)).size).toBeGreaterThan(595);
  });
});

it.each([
  [8, 0, 1, '4-7'],
  [8, 1, 1, '0-3'],
  [8, 0, 2, '0-3'],
  [2, 0, 1, '1'],
  [2, 1, 1, '0'],
])('of %i CPUs variant %i has in start %i: %s', (count, index, start, cpus) => {
  expect(half(index, start, count)).toBe(cpus);
});
