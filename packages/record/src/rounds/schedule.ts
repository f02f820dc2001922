import { labelOf, type Plan, testKey } from '../plan/plan';
import { randomNumbers, shuffled } from './random';

/** The order of one round. */
export interface RoundOrder {
  /** Labels of the variants. Each test meets them in this order, one right after the other: they share its minute. */
  variants: string[];
  /** Keys of the tests. */
  tests: string[];
  /** Of the random numbers of the tools: all variants of a round do the same. */
  toolSeed: number;
}

/** Odd, so that seeds of neighbouring rounds have nothing in common. */
const ROUND_STEP = 0x9e3779b1;

/**
 * The order of a round. It follows from the seed and the number of the round alone, so a recording that is resumed
 * after a kill keeps its order.
 *
 * @param round from 1
 */
export function orderOfRound(
  plan: Pick<Plan, 'variants' | 'tests'>,
  seed: number,
  round: number,
): RoundOrder {
  const random = randomNumbers((seed + Math.imul(round, ROUND_STEP)) >>> 0);
  return {
    variants: shuffled(plan.variants.map(labelOf), random),
    tests: shuffled(plan.tests.map(testKey), random),
    toolSeed: 1 + Math.floor(random() * 1_000_000),
  };
}
