import type { EndReason } from '../journal/parse-journal';
import { freeBytes } from '../machine/disk';
import { labelOf, type Plan, testKey, type Variant } from '../plan/plan';
import { messageOf, RecordError } from '../record-error';
import { type ComparedTest, compareTests, isEnough, isOpen } from './estimate-tests';
import { type Bench, cpusOf, takeSlice } from './take-slice';

/** A disk that is fuller than this takes no more logs. */
const LEAST_FREE_BYTES = 200e6;

/**
 * Measures round after round, until every test is known as well as was asked for, or the most rounds or the time are
 * over. From the least rounds on, a round has only the tests that are not known yet. A whole round is in the journal and on the disk before the next one begins; earlier rounds are not measured
 * again.
 *
 * @param seed of the order
 * @param deadline milliseconds since the epoch after which no round is begun; null: never
 * @returns why there are no more
 */
export async function runRounds(
  bench: Bench,
  { seed, deadline }: { seed: number; deadline: number | null },
): Promise<EndReason> {
  const { plan, ledger, signal, onEvent } = bench;
  for (let sinceStart = Number.POSITIVE_INFINITY; ; sinceStart += 1) {
    signal.throwIfAborted();
    const { rounds } = ledger;
    const compared = compareTests(plan, rounds, ledger.failures);
    onEvent({ type: 'rounds', rounds: rounds.length, compared, lastSeconds: rounds.at(-1)?.seconds ?? null });
    if (isEnough(plan, rounds, compared)) return 'known';
    if (rounds.length >= plan.rounds.most) return 'most';
    if (deadline !== null && Date.now() > deadline) return 'minutes';

    const round = rounds.length + 1;
    const begun = performance.now();
    if (sinceStart >= plan.rounds.restartEvery) {
      await startAll(bench, round);
      sinceStart = 0;
    }
    if (aliveOf(bench).length < Math.min(2, plan.variants.length)) return 'failed';
    await checkRoom(bench.data);
    onEvent({ type: 'round-begins', round });
    const order = await measureRound(bench, { seed, round, compared });
    ledger.closeRound({ round, order, seconds: (performance.now() - begun) / 1000 });
  }
}

/** Those that were not given up. */
function aliveOf({ plan, ledger }: Bench): Variant[] {
  return plan.variants.filter((variant) => !ledger.isGivenUp(variant, null));
}

async function startAll(bench: Bench, round: number): Promise<void> {
  const { fleet, ledger, signal } = bench;
  ledger.start(round);
  await fleet.stopAll();
  for (const variant of aliveOf(bench)) {
    try {
      await fleet.start(variant, cpusOf(bench, variant));
    } catch (error) {
      signal.throwIfAborted();
      await fleet.stop(variant);
      ledger.giveUp(round, variant, null, messageOf(error));
    }
  }
}

/** @returns labels of the variants in the order in which they were measured */
async function measureRound(
  bench: Bench,
  { seed, round, compared }: { seed: number; round: number; compared: readonly ComparedTest[] },
): Promise<string[]> {
  const { plan, fleet, signal } = bench;
  const alive = aliveOf(bench);
  for (const variant of alive) {
    // One that is gone is started again at its first slice.
    const server = fleet.serverOf(variant);
    if (!server.hasFailed()) await server.settle().catch(() => signal.throwIfAborted());
  }
  const order = orderOfRound(plan, seed, round);
  const variants = order.variants.flatMap((label) => alive.filter((variant) => labelOf(variant) === label));
  for (const key of order.tests) {
    const test = plan.tests.find((one) => testKey(one) === key);
    if (!test) throw new Error(`no test ${key}`);
    const open = variants.filter((variant) =>
      isOpen(plan, { rounds: round - 1, compared }, { test: key, variant: labelOf(variant) }),
    );
    const places = open.map((variant) => ({ round, test, variant, toolSeed: order.toolSeed }));
    if (plan.duet) await Promise.all(places.map((place) => takeSlice(bench, place)));
    else for (const place of places) await takeSlice(bench, place);
  }
  return variants.map(labelOf);
}

/** @throws RecordError when the disk is about to be full */
async function checkRoom(directory: string): Promise<void> {
  const free = await freeBytes(directory);
  if (free >= LEAST_FREE_BYTES) return;
  throw new RecordError(
    'NOT_POSSIBLE',
    `the disk of ${directory} is full: ${Math.round(free / 1e6)} MB are free`,
  );
}

/** Odd, so that seeds of neighbouring rounds have nothing in common. */
const ROUND_STEP = 0x9e3779b1;

/**
 * The order of a round. It follows from the seed and the number of the round alone, so a recording that is resumed
 * after a kill keeps its order.
 *
 * @param round from 1
 */
export function orderOfRound(plan: Pick<Plan, 'variants' | 'tests'>, seed: number, round: number) {
  const random = randomNumbers((seed + Math.imul(round, ROUND_STEP)) >>> 0);
  return {
    /** Labels of the variants. Each test meets them in this order, one right after the other: they share its minute. */
    variants: shuffled(plan.variants.map(labelOf), random),
    /** Keys of the tests. */
    tests: shuffled(plan.tests.map(testKey), random),
    /** Of the random numbers of the tools: all variants of a round do the same. */
    toolSeed: 1 + Math.floor(random() * 1_000_000),
  };
}

/** Numbers from 0 up to 1 that follow from the seed, the same on every machine (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same elements in an order that the numbers decide; each order is as likely as another (Fisher-Yates). */
function shuffled<T>(elements: readonly T[], random: () => number): T[] {
  const result = [...elements];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
