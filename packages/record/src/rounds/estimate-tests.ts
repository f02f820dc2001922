import { excludesEffect, median, roundsEstimate } from '@basecase/analysis';
import type { Failure, Round } from '../journal/parse-journal';
import { labelOf, type Plan, testKey } from '../plan/plan';

/** What is known of one test of one version against the first one. */
export type ComparedTest = ReturnType<typeof compareTests>[number];

/** Every test of every variant but the first, in the order of the plan. */
export function compareTests(
  plan: Plan,
  /** Rounds that both have. */
  rounds: readonly Round[],
  failures: readonly Failure[] = [],
) {
  const [base, ...others] = plan.variants.map(labelOf);
  if (base === undefined) return [];
  const { resolution, effect, least, most } = plan.rounds;
  const looks = most - least + 1;
  return plan.tests.map(testKey).flatMap((test) =>
    others.map((variant) => {
      const baseValues = throughputs(rounds, test, base);
      const values = throughputs(rounds, test, variant);
      const both = rounds.filter((_, index) => baseValues[index] !== null && values[index] !== null);
      const starts = new Set(both.map(({ start }) => start)).size;
      const estimate = roundsEstimate(baseValues, values, Math.max(1, starts));
      const half = estimate && (estimate.high - estimate.low) / 2;
      return {
        test,
        variant,
        /** Null before there are 8 rounds of both. */
        estimate,
        /** Half width of the 95% interval on the log scale; null without an estimate. */
        half,
        /** Narrow enough, or without a change of the size that was asked for. */
        isKnown:
          estimate !== null &&
          half !== null &&
          (half <= resolution || (effect !== undefined && excludesEffect(estimate, effect, looks))),
        rounds: both.length,
        /** Median of the rounds, operations per second; null when there is none. */
        baseThroughput: medianOf(baseValues),
        throughput: medianOf(values),
        /** CPU per operation of the server's processes, version / first one; null if unknown. */
        cpuRatio: cpuRatio(rounds, { test, base, variant }),
        /** Why there will be no more of it; null while there will. */
        failed: findFailure(failures, test, [base, variant]),
      };
    }),
  );
}

/**
 * True when more rounds would tell nothing that was asked for: the least are there, and each test is known or given
 * up.
 */
export function isEnough(plan: Plan, rounds: readonly Round[], compared: readonly ComparedTest[]): boolean {
  if (rounds.length < plan.rounds.least) return false;
  return compared.every(({ isKnown, failed }) => isKnown || failed !== null);
}

/**
 * Whether more rounds of a test in a version tell something that was asked for. A test that is known is left out of the
 * rounds to come, so that their time goes to the others.
 *
 * @param known what the rounds so far say, and how many there are
 */
export function isOpen(
  plan: Plan,
  known: { rounds: number; compared: readonly ComparedTest[] },
  { test, variant }: { test: string; variant: string },
): boolean {
  const [base] = plan.variants.map(labelOf);
  const own = known.compared.filter(
    (one) => one.test === test && (variant === base || one.variant === variant),
  );
  // One build is compared with nothing here.
  if (known.rounds < plan.rounds.least || own.length === 0) return true;
  return own.some(({ isKnown, failed }) => !isKnown && failed === null);
}

/** By round; null: lost. */
function throughputs(rounds: readonly Round[], test: string, variant: string): (number | null)[] {
  return rounds.map(
    ({ slices }) =>
      slices.find((slice) => slice.test === test && slice.variant === variant)?.throughput ?? null,
  );
}

function cpuRatio(
  rounds: readonly Round[],
  { test, base, variant }: { test: string; base: string; variant: string },
): number | null {
  const costOf = (round: Round, label: string) => {
    const slice = round.slices.find((one) => one.test === test && one.variant === label);
    return slice && slice.serverSeconds > 0 ? slice.serverSeconds / slice.throughput : null;
  };
  const ratios = rounds.map((round) => {
    const [first, second] = [costOf(round, base), costOf(round, variant)];
    return first !== null && second !== null ? second / first : null;
  });
  return medianOf(ratios);
}

function findFailure(failures: readonly Failure[], test: string, variants: readonly string[]): string | null {
  const found = failures.find(
    (failure) => variants.includes(failure.variant) && (failure.test === null || failure.test === test),
  );
  return found ? `${found.variant}: ${found.reason}` : null;
}

function medianOf(values: readonly (number | null)[]): number | null {
  return median(values.filter((value) => value !== null));
}
