import { nearestNames } from '@basecase/ingest/model';
import type { AddressProblem } from '../url/address-problem';
import type { CompareState } from './compare-state';

/** A test and its weight: a line of the address, the weight last. */
const LINE = /^(.+?)\s+(\S+)$/s;
const WEIGHT = /^\d{1,6}(?:\.\d{1,6})?$/;

const linesOf = (weights: string) =>
  weights
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Weights by test; null: none were chosen, or what was chosen is refused. */
export function weightsOf(
  state: Pick<CompareState, 'weights'>,
  tests: readonly string[],
): Map<string, number> | null {
  const lines = linesOf(state.weights);
  if (lines.length === 0 || weightProblems(state, tests).length > 0) return null;
  return new Map(lines.map((line) => [LINE.exec(line)?.[1] ?? '', Number(LINE.exec(line)?.[2])]));
}

/** Why weights say nothing: a number that is none, a test that is not there or there twice, or no weight above 0. */
function weightProblems(
  { weights }: Pick<CompareState, 'weights'>,
  tests: readonly string[],
): AddressProblem[] {
  const lines = linesOf(weights);
  if (lines.length === 0) return [];
  const known = new Set(tests);
  const seen = new Set<string>();
  const problem = (value: string, message: string, names: readonly string[] = []): AddressProblem => ({
    parameter: 'weights',
    value,
    message,
    nearest: nearestNames(LINE.exec(value)?.[1] ?? value, names),
    known: [...names],
  });
  const wrong = lines.flatMap((line) => {
    const [, test = line, weight = ''] = LINE.exec(line) ?? [];
    const shown = test.slice(0, 60);
    if (!WEIGHT.test(weight))
      return [
        problem(line, `The weight of “${shown}” is not a number from 0 to 999999, with at most 6 decimals.`),
      ];
    if (!known.has(test)) return [problem(line, `There is no test “${shown}” in this heatmap.`, tests)];
    if (seen.has(test)) return [problem(line, `The test “${shown}” has two weights.`)];
    seen.add(test);
    return [];
  });
  if (wrong.length > 0) return wrong;
  return lines.every((line) => Number(LINE.exec(line)?.[2]) === 0)
    ? [problem(weights, 'All weights are 0: there is nothing to weigh.')]
    : [];
}

/** What of weights, price and power is refused. */
export function whatIfProblems(
  state: Pick<CompareState, 'weights' | 'price' | 'power' | 'currency'>,
  tests: readonly string[],
): AddressProblem[] {
  const zero = (['price', 'power'] as const).filter(
    (name) => state[name] !== '' && Number(state[name]) === 0,
  );
  return [
    ...weightProblems(state, tests),
    ...zero.map((parameter) => ({
      parameter,
      value: state[parameter],
      message: `A ${parameter} of 0 says nothing.`,
      nearest: [],
      known: [],
    })),
    ...(state.price !== '' && state.currency === ''
      ? [
          {
            parameter: 'currency',
            value: '',
            message: 'A price needs its currency, as EUR.',
            nearest: [],
            known: [],
          },
        ]
      : []),
  ];
}
