import {
  formatRatio,
  type Matrix,
  perMillion,
  type ReportPart,
  relativeAt,
  secondsPerOperation,
  valueAt,
  weightedMean,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import type { CompareState } from '../compare/compare-state';
import { weightsOf, whatIfProblems } from '../compare/what-if-state';
import { countText } from '../text/words';

/** What a mix of tests, a price and a power would make of the numbers of a report. */
export interface WhatIf {
  /** Assumptions and formulas, one sentence each. */
  notes: string[];
  /** Null without a price. */
  currency: string | null;
  /** In the order of the columns, the base first. Null: not asked for, or a test that counts has no number. */
  columns: {
    name: string;
    /** Weighted geometric mean of the ratios to the base. */
    mean: number | null;
    /** In the currency, per million operations. */
    cost: number | null;
    /** In Wh, per million operations. */
    energy: number | null;
  }[];
}

interface Input {
  /** All tests of the shown columns, whatever the filter leaves. */
  matrix: Matrix<unknown>;
  /** Of the columns. */
  names: readonly string[];
  base: number;
  metric: MetricId;
  server: string;
  /** Published as ratios only: nothing is known of operations. */
  isRelative: boolean;
}

/** Units that count operations in a second; KB, krows and what one client did are none. */
const OPERATIONS =
  /^(?:[a-z]+ )?(?:operations|ops|queries|transactions|requests|inserts|rows|reads|writes)\/s$|^IOPS$/i;

/** @returns null where the address asks for nothing, or for nonsense */
export function whatIf(
  state: Pick<CompareState, 'weights' | 'price' | 'power' | 'currency'>,
  { matrix, names, base, metric, server, isRelative }: Input,
): WhatIf | null {
  const tests = matrix.rows.map(({ key }) => key);
  const asksFor = state.weights !== '' || state.price !== '' || state.power !== '';
  if (!asksFor || whatIfProblems(state, tests).length > 0) return null;
  const weights = weightsOf(state, tests);
  const weighed = matrix.rows.map(({ key, warmup, unit }, row) => ({
    ...{ key, row },
    isOperation: OPERATIONS.test(unit),
    weight: weights ? (weights.get(key) ?? 0) : warmup || !OPERATIONS.test(unit) ? 0 : 1,
  }));
  const own = weighed.filter(({ weight }) => weight > 0);
  const others = own.filter(({ isOperation }) => !isOperation).map(({ key }) => key);
  const hasRates = !isRelative && others.length === 0 && own.length > 0;
  const [price, watts] = [Number(state.price) || null, Number(state.power) || null];
  const columns = names.map((name, column) => {
    const seconds = hasRates
      ? secondsPerOperation(
          own.map(({ weight, row }) => ({ weight, value: valueAt(matrix, 'throughput', { row, column }) })),
        )
      : null;
    return {
      name,
      mean: weights
        ? weightedMean(
            own.map(({ weight, row }) => ({
              weight,
              value: relativeAt(matrix, metric, { row, column, base }),
            })),
          )
        : null,
      cost: price === null || seconds === null ? null : perMillion(price, seconds),
      energy: watts === null || seconds === null ? null : perMillion(watts, seconds),
    };
  });
  const asksRates = price !== null || watts !== null;
  const hasGaps = columns.some(
    ({ mean, cost, energy }) =>
      (weights && mean === null) || (asksRates && hasRates && (cost ?? energy) === null),
  );
  return {
    currency: price === null ? null : state.currency,
    columns,
    notes: [
      weights
        ? `Weights: ${own.map(({ key, weight }) => `${key} ${weight}`).join(', ')}; other tests do not count. The mean is geometric: exp(sum of weight × ln ratio / sum of weights).`
        : `All ${countText(own.length, 'test')} that count operations have the same weight.`,
      ...(asksRates
        ? [
            `${[
              ...(price === null ? [] : [`${state.price} ${state.currency} an hour`]),
              ...(watts === null ? [] : [`${state.power} W`]),
            ].join(
              ' and ',
            )} for ${server} while it is measured. A weight is the share of operations; time per operation is the sum of weight / throughput over the sum of weights.`,
          ]
        : []),
      ...(asksRates && isRelative ? ['Published as ratios only: no cost or energy can be computed.'] : []),
      ...(asksRates && !isRelative && others.length > 0
        ? [`No cost or energy: ${others.join(', ')} does not count operations per second.`]
        : []),
      ...(hasGaps ? ['No number where a test with a weight was not measured.'] : []),
    ],
  };
}

/** Three digits, never with an exponent. */
function threeDigits(value: number | null): string {
  if (value === null) return '–';
  const digits = 2 - Math.floor(Math.log10(value));
  return value.toFixed(Math.min(20, Math.max(0, digits)));
}

/** The same as parts of a text: heading, table, notes. */
export function whatIfParts({ currency, columns, notes }: WhatIf): ReportPart[] {
  const heads = {
    mean: 'weighted mean',
    cost: `${currency ?? ''} per million operations`,
    energy: 'Wh per million operations',
  };
  const shown = (['mean', 'cost', 'energy'] as const).filter((number) =>
    columns.some((own) => own[number] !== null),
  );
  const text = (number: keyof typeof heads, value: number | null) =>
    number === 'mean' && value !== null ? formatRatio(value) : threeDigits(value);
  const table = {
    heads: ['version', ...shown.map((number) => heads[number])],
    rows: columns.map((own) => [
      own.name,
      ...shown.map((number) => ({ text: text(number, own[number]), level: 'n' as const })),
    ]),
  };
  return [
    { heading: 'What if' },
    ...(shown.length === 0 ? [] : [table]),
    { items: notes.map((note) => ({ text: note })) },
  ];
}
