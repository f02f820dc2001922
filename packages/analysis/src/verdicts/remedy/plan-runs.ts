import { medianFactor } from '../../statistics/expected-range';
import { median } from '../../statistics/median';
import { twoSidedQuantile, twoSidedT } from '../../statistics/student-t';
import { DEFAULT_RULE, logLoss, type Rule } from '../rule';

/** Noise of one test: SD of ln r of two single runs. */
export interface TestSigma {
  test: string;
  sigma: number;
}

export interface PlanQuestion {
  /** The loss to be found, as a part: 0.05. */
  detect: number;
  /** No other users of the machine. */
  isDedicated: boolean;
  /** Tests that are judged together; left out: those of the list. */
  family?: number;
  /** Chance to find it; left out: 80%. */
  power?: number;
  rule?: Rule;
}

export interface PlannedTest extends TestSigma {
  /** Runs on each side; null: more than `MOST_PLANNED_RUNS`. */
  runs: number | null;
}

export interface RunPlan {
  tests: PlannedTest[];
  /** Runs on each side for every test that needs no more than are planned; null: all need more. */
  runs: number | null;
  /** For half of the tests; null: most need more than are planned. */
  typical: number | null;
}

/** More runs on each side are not planned. */
export const MOST_PLANNED_RUNS = 30;

/** The chance to find a loss of the given size, unless another one is wanted. */
export const PLAN_POWER = 0.8;

/**
 * Runs on each side after which a loss of one test is sure with the wanted chance (docs/method.md §3.12): the smallest k for
 * which the chance that the loss exceeds `limit(k)`, that its median is large enough to be flagged, and that the machine
 * does not seem to have moved as a whole, is as large. Each run is in a separate session.
 */
export function planRuns(sigmas: readonly TestSigma[], question: PlanQuestion): RunPlan {
  const family = question.family ?? sigmas.length;
  const tests = sigmas.map(({ test, sigma }) => ({ test, sigma, runs: runsFor(sigma, family, question) }));
  const known = tests.flatMap(({ runs }) => runs ?? []);
  const middle =
    median(tests.map(({ runs }) => runs ?? Number.POSITIVE_INFINITY)) ?? Number.POSITIVE_INFINITY;
  return {
    tests,
    runs: known.length === 0 ? null : Math.max(...known),
    typical: Number.isFinite(middle) ? Math.ceil(middle) : null,
  };
}

function runsFor(
  sigma: number,
  family: number,
  { detect, isDedicated, power = PLAN_POWER, rule = DEFAULT_RULE }: PlanQuestion,
): number | null {
  const p = (isDedicated ? rule.q : rule.qElsewhere) / Math.max(1, family);
  const size = logLoss(detect);
  for (let runs = 1; runs <= MOST_PLANNED_RUNS; runs++) {
    const error = sigma / Math.sqrt(runs);
    // The size of a change is that of medians, which differ more than means do.
    const medianError = error * Math.sqrt(medianFactor(runs));
    const isSure = below((size - limitOf(sigma, { runs, p, isDedicated }, rule)) / error);
    const isLarge = below((size - logLoss(rule.delta)) / medianError);
    const stands = isDedicated ? 1 : standsStill(medianError, family, rule);
    if (Math.min(isSure, isLarge) * stands >= power) return runs;
  }
  return null;
}

/** Degrees of freedom at which Student's t is normal, for a plan. */
const NORMAL = 1000;

/** P(Z < z) of the normal distribution. */
function below(z: number): number {
  const tails = twoSidedT(z, NORMAL);
  return z > 0 ? 1 - tails / 2 : tails / 2;
}

/** SD of the median of normal values against that of their mean: √(π / 2). */
const MEDIAN_OF_TESTS = Math.sqrt(Math.PI / 2);

/**
 * The chance that the median of all tests stays within the limit beyond which a machine that others may use is taken to
 * have moved: nothing is sure then (docs/method.md §3.7). A column of enough tests has its median taken off instead.
 */
function standsStill(error: number, tests: number, rule: Rule): number {
  if (tests < rule.hostTests || tests >= rule.columnTests) return 1;
  return 2 * below((rule.columnMove * Math.sqrt(tests)) / (MEDIAN_OF_TESTS * error)) - 1;
}

/** The smallest change that the rule is sure of, on the log scale: by the noise of the test, or by repeats (§2.8). */
function limitOf(
  sigma: number,
  { runs, p, isDedicated }: { runs: number; p: number; isDedicated: boolean },
  rule: Rule,
): number {
  const isByRepeats = isDedicated ? 2 * runs - 2 >= rule.repeatLeast : runs >= rule.sessionsLeast;
  if (!isByRepeats) return rule.tailScale * twoSidedQuantile(p, 4) * (sigma / Math.sqrt(runs));
  const variance = sigma ** 2 / 2;
  const { repeatCorrelation, sigmaFloor, repeatWeight, repeatFreedom } = rule;
  const between = isDedicated
    ? Math.max((repeatCorrelation / (1 - repeatCorrelation)) * variance, sigmaFloor ** 2 / 2)
    : 0;
  const freedom = Math.min(Math.floor(repeatWeight + 2 * runs - 2), repeatFreedom);
  return twoSidedQuantile(p, freedom) * Math.sqrt((2 * (variance + between)) / runs);
}
