import type { Round } from '../journal/parse-journal';
import { type Plan, planSchema, testKey } from '../plan/plan';

/** A plan of two variants `a` and `b`, with whatever is given laid over it. */
export function madePlan(part: object = {}): Plan {
  return planSchema.parse({
    basecase: 1,
    variants: [
      { name: 'a', version: '17.10', starter: 'postgres', binaries: '/a' },
      { name: 'b', version: '18.4', starter: 'postgres', binaries: '/b' },
    ],
    tests: [
      { name: 'point-query', tool: 'sysbench', script: 'oltp_point_select' },
      { name: 'insert', tool: 'sysbench', script: 'oltp_insert' },
    ],
    ...part,
  });
}

/**
 * Rounds of a plan with made-up throughputs.
 *
 * @param throughputOf null: lost
 */
export function madeRounds(
  plan: Plan,
  count: number,
  throughputOf: (round: number, test: string, variant: string) => number | null,
): Round[] {
  const at = '2026-08-29T12:00:00.000Z';
  const machine = { steal: 0, others: 0, serverSeconds: 2, swappedPages: 0, megahertz: null, freeBytes: 1e9 };
  return Array.from({ length: count }, (_, index) => {
    const round = index + 1;
    const places = plan.tests.flatMap((test) =>
      plan.variants.map(({ name = '' }) => ({ round, test: testKey(test), variant: name })),
    );
    return {
      round,
      start: 1 + Math.floor(index / plan.rounds.restartEvery),
      order: ['a', 'b'],
      seconds: 24,
      slices: places.flatMap((place) => {
        const throughput = throughputOf(round, place.test, place.variant);
        return throughput === null ? [] : [{ type: 'slice' as const, at, ...place, throughput, ...machine }];
      }),
      lost: places
        .filter((place) => throughputOf(round, place.test, place.variant) === null)
        .map((place) => ({ type: 'lost' as const, at, ...place, reason: 'stolen time was 9.0%' })),
    };
  });
}

/** Noise that looks like chance and is the same each time: its SD is about `sd`. */
export function madeNoise(round: number, sd: number): number {
  return Math.exp(sd * Math.SQRT2 * Math.sin(round * 2.399963));
}
