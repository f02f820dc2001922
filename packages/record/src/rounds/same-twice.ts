import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pairedChanges, roundsNeeded } from '@basecase/analysis';
import type { Plan, PlanTest } from '../plan/plan';
import { measureSlice } from './measure-slice';
import type { Bench } from './take-slice';
import { tooNoisy } from './too-noisy';

/** What two equal servers differ by on this machine, before anything is compared. */
export interface SameTwice {
  /** SD of ln(same / same) of one round. */
  sd: number;
  rounds: number;
  /** Seconds that one slice takes with all that belongs to it. */
  sliceSeconds: number;
  /** Seconds that starting and loading one server took. */
  loadSeconds: number;
}

/**
 * Rounds of it, and tests: enough to tell 3% from 30%, and no more. A machine that would be refused is measured twice
 * as long: one
 * slice that was hit by something is a third of the rounds of its test.
 */
const [ROUNDS, MOST_ROUNDS, MOST_TESTS] = [3, 6, 3];

/**
 * Measures the first variant against itself, a few rounds of a few tests, one right after the other as in a round. The
 * first slice of each test is thrown away.
 *
 * @returns null when no slice of it could be measured
 * @throws Error when its server cannot be started
 */
export async function measureSameTwice(bench: Bench): Promise<SameTwice | null> {
  const { plan, fleet, signal, data } = bench;
  const [base] = plan.variants;
  if (!base) return null;
  const begun = performance.now();
  await fleet.start(base, null);
  const loadSeconds = (performance.now() - begun) / 1000;
  const directory = join(data, 'same-twice');
  const changes: number[] = [];
  const seconds: number[] = [];
  let rounds = 0;
  const isTooNoisy = () =>
    tooNoisy({ plan, sameTwice: changes.length === 0 ? null : { sd: rmsOf(changes) } }) !== null;
  const measure = async (test: PlanTest, toolSeed: number) => {
    const started = performance.now();
    const server = fleet.serverOf(base);
    const outcome = await measureSlice({
      ...bench,
      test,
      server,
      ourPids: fleet.pids(),
      directory,
      toolSeed,
      cpus: null,
    });
    signal.throwIfAborted();
    seconds.push((performance.now() - started) / 1000);
    return outcome.isLost ? null : outcome.throughput;
  };
  try {
    // Freshly loaded data is cold, and would look like noise.
    for (const test of someTests(plan)) await measure(test, 0);
    for (; rounds < ROUNDS || (rounds < MOST_ROUNDS && isTooNoisy()); rounds++) {
      for (const test of someTests(plan)) {
        const first = await measure(test, rounds + 1);
        changes.push(...pairedChanges([first], [await measure(test, rounds + 1)]));
      }
    }
  } finally {
    await fleet.stop(base);
    await rm(directory, { recursive: true, force: true });
  }
  if (changes.length === 0) return null;
  return {
    sd: rmsOf(changes),
    rounds,
    loadSeconds,
    sliceSeconds: seconds.reduce((sum, one) => sum + one, 0) / seconds.length,
  };
}

/** Of two equal servers: the mean is known, it is nothing. */
function rmsOf(changes: readonly number[]): number {
  return Math.sqrt(changes.reduce((sum, change) => sum + change ** 2, 0) / changes.length);
}

/** Spread over the plan: reads and writes are not alike. */
function someTests({ tests }: Plan): PlanTest[] {
  const count = Math.min(MOST_TESTS, tests.length);
  return Array.from(
    { length: count },
    (_, index) => tests[Math.floor((index * tests.length) / count)],
  ).filter((test) => test !== undefined);
}

/** What a recording will take. */
export interface Forecast {
  /** Rounds after which every test should be known. */
  rounds: number;
  loadSeconds: number;
  measureSeconds: number;
  /** Until the most rounds. */
  mostSeconds: number;
}

/**
 * Of what was measured of the first variant.
 *
 * @param minutes no round is begun after these; null: the rounds decide
 */
export function forecast(
  plan: Plan,
  { sd, sliceSeconds, loadSeconds }: SameTwice,
  minutes: number | null,
): Forecast {
  const { resolution, least, most, restartEvery } = plan.rounds;
  const rounds = Math.max(least, roundsNeeded(sd, resolution));
  const load = loadSeconds * plan.variants.length;
  const slices = plan.tests.length * (plan.duet ? 1 : plan.variants.length);
  const secondsOf = (count: number) => {
    const starts = Math.ceil(count / restartEvery);
    const again = plan.load.again === 'restart' ? load : load / 4;
    return { load: load + (starts - 1) * again, measure: count * slices * sliceSeconds };
  };
  const expected = secondsOf(Math.min(rounds, most));
  const longest = secondsOf(most);
  const oneRound = slices * sliceSeconds;
  const mostSeconds = longest.load + longest.measure;
  return {
    rounds,
    loadSeconds: expected.load,
    measureSeconds: expected.measure,
    mostSeconds: minutes === null ? mostSeconds : Math.min(mostSeconds, minutes * 60 + oneRound),
  };
}
