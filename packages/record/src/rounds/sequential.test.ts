import { roundsEstimate, roundsNeeded } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../progress/marks';
import { madePlan } from '../testing/made-rounds';
import { compareTests } from './estimate-tests';
import { randomNumbers } from './run-rounds';

const { resolution, least, most, restartEvery } = madePlan().rounds;
const SDS = [0.01, 0.02, 0.03, 0.04, 0.06, 0.08];
const TIMES = 200;

type Draw = () => number;

function normalOf(random: Draw): Draw {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Noise with SD 1 of one round, by the kind of a machine. */
const KINDS: Record<string, (normal: Draw) => Draw> = {
  independent: (normal) => normal,
  // Student's t with 4 degrees of freedom.
  'with heavy tails': (normal) => () =>
    normal() / Math.sqrt([0, 0, 0, 0].reduce((sum) => sum + normal() ** 2, 0) / 4) / Math.SQRT2,
  'correlated by 0.3': (normal) => {
    let last = 0;
    return () => {
      last = 0.3 * last + Math.sqrt(1 - 0.09) * normal();
      return last;
    };
  },
};

/** One test until it is known: its last estimate and the rounds that it took. */
function measure(noise: Draw, normal: Draw, { sd, change }: { sd: number; change: number }) {
  const base: number[] = [];
  const version: number[] = [];
  let shift = 0;
  for (;;) {
    if (base.length % restartEvery === 0) shift = 0.007 * normal();
    base.push(1000);
    version.push(1000 * Math.exp(change + shift + sd * noise()));
    const estimate = roundsEstimate(base, version, Math.ceil(base.length / restartEvery));
    const half = estimate && (estimate.high - estimate.low) / 2;
    if (base.length < least || !estimate || half === null) continue;
    if (half <= resolution || base.length === most) return { estimate, half, rounds: base.length };
  }
}

describe.each(Object.entries(KINDS))('Tests that end when they are known, noise %s:', (_, kind) => {
  const normal = normalOf(randomNumbers(7));
  const noise = kind(normal);
  const runs = SDS.map((sd) =>
    Array.from({ length: TIMES }, () => measure(noise, normal, { sd, change: 0 })),
  );

  it('without a change, at most 0.2% are called slower or faster', () => {
    const called = runs.flat().filter((run) => ['slower', 'faster'].includes(findingOf(run)));
    expect(called.length / runs.flat().length).toBeLessThanOrEqual(0.002);
  });

  it('they take at most 65% of the most rounds', () => {
    const mean = runs.flat().reduce((sum, { rounds }) => sum + rounds, 0) / runs.flat().length;
    expect(mean).toBeLessThanOrEqual(0.65 * most);
  });

  it('the plan names the rounds to within a quarter', () => {
    for (const [index, sd] of SDS.entries()) {
      const used = (runs[index] ?? []).reduce((sum, { rounds }) => sum + rounds, 0) / TIMES;
      const planned = Math.min(most, roundsNeeded(sd, resolution));
      expect(used / planned).toBeGreaterThan(0.75);
      expect(used / planned).toBeLessThan(1.25);
    }
  });

  it('a change of 8% is called slower in most of them', () => {
    const changed = Array.from({ length: TIMES }, () => measure(noise, normal, { sd: 0.03, change: -0.08 }));
    expect(changed.filter((run) => findingOf(run) === 'slower').length).toBeGreaterThan(0.85 * TIMES);
  });
});

it('A test ends sooner where a change of the wanted size is excluded', () => {
  const normal = normalOf(randomNumbers(3));
  const values = Array.from({ length: 16 }, () => 1000 * Math.exp(0.06 * normal()));
  const knownWith = (effect: number | undefined) => {
    const plan = madePlan({ rounds: { resolution: 0.01, ...(effect !== undefined && { effect }) } });
    const at = '2026-08-29T12:00:00.000Z';
    const rest = { steal: 0, others: 0, serverSeconds: 2, swappedPages: 0, megahertz: null, freeBytes: 1e9 };
    const rounds = values.map((value, index) => ({
      round: index + 1,
      start: 1 + Math.floor(index / 6),
      order: ['a', 'b'],
      seconds: 24,
      slices: ['a', 'b'].map((variant) => ({
        ...{ type: 'slice' as const, at, round: index + 1, test: 'insert range=100', variant, ...rest },
        throughput: variant === 'a' ? 1000 : value,
      })),
      lost: [],
    }));
    return compareTests(plan, rounds).find(({ test }) => test === 'insert range=100')?.isKnown;
  };
  expect([undefined, 0.02, 0.2].map(knownWith)).toEqual([false, false, true]);
});
