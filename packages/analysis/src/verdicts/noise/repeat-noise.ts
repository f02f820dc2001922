import { median } from '../../statistics/median';
import type { Rule } from '../rule';
import { centreRuns, known, type OwnRuns } from './own-runs';

/** What the repeats of both judged columns say of one test. */
export interface OwnError {
  /** Standard error of the change. */
  se: number;
  /** Degrees of freedom of its t. */
  df: number;
  /** Change of the means minus change of the medians, on the log scale. */
  offset: number;
  /** SD of ln r of two single runs. */
  sigma: number;
}

export interface RepeatQuestion {
  base: OwnRuns;
  version: OwnRuns;
  priorOf: (test: string) => number;
  /** How noisy the machine is against the priors without these repeats, and the A/A pairs behind it. */
  scale: number;
  pairs: number;
  /** ln ratios of the A/A pairs of other columns of a test, and how much each counts. */
  othersOf: (test: string) => { values: readonly number[]; weights: readonly number[] };
  /** Correlation of repeats of one session; null: each unit is a separate session. */
  correlation: number | null;
  rule: Rule;
}

/**
 * Noise of tests by the repeats of both judged columns, each drawn to what the table shares (docs/method.md §2.8): a
 * moderated t (Smyth 2004, doi:10.2202/1544-6115.1027).
 */
export function repeatNoise(question: RepeatQuestion): Map<string, OwnError> {
  const { rule, priorOf } = question;
  const sides = [question.base, question.version].map((runs) => ({
    raw: runs,
    free: centreRuns(runs, rule.columnTests),
  }));
  const own = new Map<string, { squares: number; df: number; offset: number; counts: number[] }>();
  for (const test of new Set([...question.base.logs.keys(), ...question.version.logs.keys()])) {
    let [squares, df, offset] = [0, 0, 0];
    const counts: number[] = [];
    for (const [side, { raw, free }] of sides.entries()) {
      const logs = known(free.logs.get(test) ?? []);
      const count = Math.max(1, logs.length);
      counts.push(count);
      df += count - 1;
      if (logs.length === 0) continue;
      const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
      squares += logs.reduce((sum, log) => sum + (log - mean) ** 2, 0);
      offset += (side === 0 ? -1 : 1) * (mean - (median(known(raw.logs.get(test) ?? [])) ?? mean));
    }
    if (df > 0) own.set(test, { squares, df, offset, counts });
  }
  const shared = sharedVariance(
    [...own].map(([test, { squares, df }]) => ({ variance: squares / df / priorOf(test) ** 2, df })),
    question,
  );
  const errors = new Map<string, OwnError>();
  const sessions = [question.base.sessions, question.version.sessions];
  for (const [test, { squares, df, offset, counts }] of own) {
    const others = question.othersOf(test);
    const expected = Math.max(shared * priorOf(test) ** 2, rule.sigmaFloor ** 2 / 2);
    let sum = rule.repeatWeight * expected + squares;
    const cut = rule.outlierCut * Math.sqrt(2 * expected);
    let freedom = rule.repeatWeight + df;
    for (const [at, x] of others.values.entries()) {
      const weight = others.weights[at] ?? 1;
      sum += (weight * Math.min(Math.abs(x), cut) ** 2) / 2;
      freedom += weight;
    }
    const variance = sum / freedom;
    const [kb = 1, kv = 1] = counts;
    const [mb = 1, mv = 1] = sessions;
    const { correlation } = question;
    const between =
      correlation === null
        ? 0
        : Math.max((correlation / (1 - correlation)) * variance, rule.sigmaFloor ** 2 / 2);
    errors.set(test, {
      se: Math.sqrt(variance * (1 / kb + 1 / kv) + between * (1 / mb + 1 / mv)),
      df: Math.min(Math.floor(freedom), rule.repeatFreedom),
      offset,
      sigma: Math.sqrt(2 * (variance + between)),
    });
  }
  return errors;
}

/** Variance of one run against the square of the prior of a ratio: the geometric mean over the tests, drawn to the scale. */
function sharedVariance(
  own: readonly { variance: number; df: number }[],
  { scale, pairs }: RepeatQuestion,
): number {
  let [sum, weights] = [(1 + pairs) * Math.log(scale ** 2 / 2), 1 + pairs];
  for (const { variance, df } of own) {
    const weight = df / 2;
    sum += weight * (Math.log(Math.max(variance, LEAST_RATIO)) - logBias(df));
    weights += weight;
  }
  return Math.exp(sum / weights);
}

const LEAST_RATIO = 1e-4;

/** E ln(chi² / df), near -1/df - 1/(3 df²). */
function logBias(df: number): number {
  return -1 / df - 1 / (3 * df * df);
}
