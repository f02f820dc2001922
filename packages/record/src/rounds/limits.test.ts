import { describe, expect, it } from 'vitest';
import type { Round } from '../journal/parse-journal';
import { examplePlan } from '../plan/example-plan';
import { planSchema } from '../plan/plan';
import { disturbanceOf, withoutDisturbed } from './limits';

const { rounds: limits } = planSchema.parse(JSON.parse(examplePlan()));
const slice = (variant: string, steal: number, others: number): Round['slices'][number] => ({
  type: 'slice',
  at: '2026-11-23T12:00:00.000Z',
  round: 3,
  test: 'insert range=100',
  variant,
  throughput: 1000,
  steal,
  others,
  serverSeconds: 2,
  swappedPages: 0,
  megahertz: null,
  freeBytes: 1e9,
});

describe('a slice that was disturbed', () => {
  it('does not count from the limits of the plan on, with what happened', () => {
    const plan = { ...limits, mostSteal: 0.05, mostOthers: 0.3 };
    expect(disturbanceOf({ steal: 0.05, others: 0.3 }, plan)).toBeNull();
    expect(disturbanceOf({ steal: 0.061, others: 0 }, plan)).toBe('stolen time was 6.1%');
    expect(disturbanceOf({ steal: 0, others: 0.94 }, plan)).toBe('others used 0.9 CPUs');
    expect(disturbanceOf({ steal: 0, others: 40 }, { ...limits, mostSteal: 0.05 })).toBeNull();
  });

  it('goes to those that were lost when the limits are changed later', () => {
    const round: Round = {
      round: 3,
      start: 1,
      order: ['17.10', '18.4'],
      seconds: 14,
      slices: [slice('17.10', 0, 0.1), slice('18.4', 0, 1.2)],
      lost: [],
    };
    expect(withoutDisturbed(round, limits)).toBe(round);
    const found = withoutDisturbed(round, { ...limits, mostOthers: 0.3 });
    expect(found.slices.map(({ variant }) => variant)).toEqual(['17.10']);
    expect(found.lost).toMatchObject([
      { type: 'lost', round: 3, test: 'insert range=100', variant: '18.4', reason: 'others used 1.2 CPUs' },
    ]);
  });
});
