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
import { type WhatIfState, weightsOf, whatIfProblems } from '../compare/what-if-state';
import { countText } from '../text/words';

/** What a mix of tests, a price and a power would make of the numbers of a view. */
export interface WhatIf {
  /** Assumptions and formulas, one sentence each. */
  notes: string[];
  /** Null without a price. */
  currency: string | null;
  /** In the order of the columns, the base first. Null: not asked for, or a test that counts has no number. */
  columns: WhatIfColumn[];
}

interface WhatIfColumn {
  name: string;
  /** Weighted geometric mean of the ratios to the base. */
  mean: number | null;
  /** In the currency, per million operations. */
  cost: number | null;
  /** In Wh, per million operations. */
  energy: number | null;
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

/** The tests that count, and by how much. */
export interface Mix {
  tests: { key: string; row: number; weight: number }[];
  /** By weights of the address; else all the same. */
  isWeighed: boolean;
  /** Of the tests that count those that have no operations per second. */
  others: string[];
}

/** @param has false for a row that is left out unless it has its own weight */
export function mixOf(
  rows: readonly { key: string; warmup?: boolean; unit: string }[],
  state: Pick<WhatIfState, 'weights'>,
  has: (row: number) => boolean = () => true,
): Mix {
  const weights = weightsOf(
    state,
    rows.map(({ key }) => key),
  );
  const weighed = rows.map(({ key, warmup, unit }, row) => {
    const isOperation = OPERATIONS.test(unit);
    const equal = warmup || !isOperation || !has(row) ? 0 : 1;
    return { key, row, isOperation, weight: weights ? (weights.get(key) ?? 0) : equal };
  });
  const tests = weighed.filter(({ weight }) => weight > 0);
  const others = tests.filter(({ isOperation }) => !isOperation).map(({ key }) => key);
  return { tests, isWeighed: weights !== null, others };
}

interface Numbers {
  /** Of the shown metric to the base. */
  ratio: (row: number) => number | null;
  /** Operations a second. */
  rate: (row: number) => number | null;
  isRelative: boolean;
  /** An hour, and W. Null: unknown. */
  price: number | null;
  watts: number | null;
}

export function figuresOf(
  { tests, isWeighed, others }: Mix,
  { ratio, rate, isRelative, price, watts }: Numbers,
): Omit<WhatIfColumn, 'name'> {
  const of = (read: (row: number) => number | null) =>
    tests.map(({ weight, row }) => ({ weight, value: read(row) }));
  const hasRates = !isRelative && others.length === 0;
  const seconds = hasRates ? secondsPerOperation(of(rate)) : null;
  return {
    mean: isWeighed ? weightedMean(of(ratio)) : null,
    cost: price === null || seconds === null ? null : perMillion(price, seconds),
    energy: watts === null || seconds === null ? null : perMillion(watts, seconds),
  };
}

/** `0.40 EUR an hour and 150 W`; empty where neither is known. */
export function ratesText(price: string, currency: string, watts: string): string {
  return [
    ...(price === '' ? [] : [`${price} ${currency} an hour`]),
    ...(watts === '' ? [] : [`${watts} W`]),
  ].join(' and ');
}

export const TIME_NOTE =
  'A weight is the share of operations; time per operation is the sum of weight / throughput over the sum of weights.';
export const GAPS_NOTE = 'No number where a test with a weight was not measured.';

/** @param which tests count without weights: `that count operations` */
export function mixNote({ tests, isWeighed }: Mix, which: string): string {
  if (isWeighed)
    return `Weights: ${tests.map(({ key, weight }) => `${key} ${weight}`).join(', ')}; other tests do not count. The mean is geometric: exp(sum of weight × ln ratio / sum of weights).`;
  if (tests.length < 2) return `Tests ${which}: ${tests[0]?.key ?? 'none'}.`;
  return `All ${countText(tests.length, 'test')} ${which} have the same weight.`;
}

export function othersNotes({ others }: Mix): string[] {
  return others.length > 0
    ? [
        `No cost or energy: ${others.join(', ')} ${others.length === 1 ? 'does' : 'do'} not count operations per second.`,
      ]
    : [];
}

/** @returns null where the address asks for nothing, or for nonsense */
export function whatIf(
  state: WhatIfState,
  { matrix, names, base, metric, server, isRelative }: Input,
): WhatIf | null {
  const asksFor = state.weights !== '' || state.price !== '' || state.power !== '';
  const tests = matrix.rows.map(({ key }) => key);
  if (!asksFor || whatIfProblems(state, tests).length > 0) return null;
  const mix = mixOf(matrix.rows, state);
  const [price, watts] = [Number(state.price) || null, Number(state.power) || null];
  const columns = names.map((name, column) => ({
    name,
    ...figuresOf(mix, {
      ratio: (row) => relativeAt(matrix, metric, { row, column, base }),
      rate: (row) => valueAt(matrix, 'throughput', { row, column }),
      ...{ isRelative, price, watts },
    }),
  }));
  const asksRates = price !== null || watts !== null;
  const hasRates = !isRelative && mix.others.length === 0 && mix.tests.length > 0;
  const hasGaps = columns.some(
    ({ mean, cost, energy }) =>
      (mix.isWeighed && mean === null) || (asksRates && hasRates && (cost ?? energy) === null),
  );
  return {
    currency: price === null ? null : state.currency,
    columns,
    notes: [
      mixNote(mix, 'that count operations'),
      ...(asksRates
        ? [
            `${ratesText(state.price, state.currency, state.power)} for ${server} while it is measured. ${TIME_NOTE}`,
          ]
        : []),
      ...(asksRates && isRelative ? ['Published as ratios only: no cost or energy can be computed.'] : []),
      ...(asksRates && !isRelative ? othersNotes(mix) : []),
      ...(hasGaps ? [GAPS_NOTE] : []),
    ],
  };
}

/** Three digits, never with an exponent. */
function threeDigits(value: number | null): string {
  if (value === null) return '–';
  const digits = 2 - Math.floor(Math.log10(value));
  return value.toFixed(Math.min(20, Math.max(0, digits)));
}

/** Columns that have a number, with their heads and texts. */
export function whatIfNumbers({ currency, columns }: Pick<WhatIf, 'currency' | 'columns'>) {
  const heads = {
    mean: 'weighted mean',
    cost: `${currency ?? ''} per million operations`,
    energy: 'Wh per million operations',
  };
  return (['mean', 'cost', 'energy'] as const)
    .filter((id) => columns.some((own) => own[id] !== null))
    .map((id) => ({
      id,
      head: heads[id],
      textOf: (value: number | null) =>
        id === 'mean' && value !== null ? formatRatio(value) : threeDigits(value),
    }));
}

/** The same as parts of a text: heading, table, notes. */
export function whatIfParts(shown: WhatIf, first = 'version'): ReportPart[] {
  const numbers = whatIfNumbers(shown);
  const table = {
    heads: [first, ...numbers.map(({ head }) => head)],
    rows: shown.columns.map((own) => [
      own.name,
      ...numbers.map(({ id, textOf }) => ({ text: textOf(own[id]), level: 'n' as const })),
    ]),
  };
  return [
    { heading: 'What if' },
    ...(numbers.length === 0 ? [] : [table]),
    { items: shown.notes.map((note) => ({ text: note })) },
  ];
}
