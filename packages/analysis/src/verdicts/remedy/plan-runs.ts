import { medianFactor } from '../../statistics/expected-range';
import { median } from '../../statistics/median';
import { twoSidedQuantile } from '../../statistics/student-t';
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

/** The chance to find a loss of the given size, and the quantile of the normal distribution that it is. */
export const PLAN_POWER = 0.8;
const POWER_QUANTILE = 0.8416;

/**
 * Runs on each side after which a loss of one test is sure with a chance of 80% (docs/method.md §3.12): the smallest k
 * with limit(k) + 0.84 × se(k) <= -ln(1 - loss) whose median is large enough to be flagged, each run in a separate session.
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
  { detect, isDedicated, rule = DEFAULT_RULE }: PlanQuestion,
): number | null {
  const p = (isDedicated ? rule.q : rule.qElsewhere) / Math.max(1, family);
  const size = logLoss(detect);
  for (let runs = 1; runs <= MOST_PLANNED_RUNS; runs++) {
    const error = sigma / Math.sqrt(runs);
    const isFound = limitOf(sigma, { runs, p, isDedicated }, rule) + POWER_QUANTILE * error <= size;
    // The size of a change is that of medians, which differ more than means do.
    const reach = logLoss(rule.delta) + POWER_QUANTILE * error * Math.sqrt(medianFactor(runs));
    if (isFound && reach <= size) return runs;
  }
  return null;
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
