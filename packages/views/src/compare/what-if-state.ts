import { type KnownName, nearestNames } from '@basecase/ingest/model';
import type { AddressProblem } from '../url/address-problem';
import { text } from '../url/fields';

/** 33 tests with their weights several times over, in an address that servers still take. */
const MAX_LINES = 4000;
const AMOUNT = { pattern: /^\d{1,9}(?:\.\d{1,6})?$/, words: 'a number with at most 6 decimals, as 0.40' };

const WEIGHTS = text({ max: MAX_LINES });
const CURRENCY = text({ form: { pattern: /^[A-Z]{3}$/, words: 'three capital letters, as EUR' } });

/** Lines of a test and its weight; price of the server an hour, in the currency; and its power in W. */
export const WHAT_IF_FIELDS = {
  weights: WEIGHTS,
  price: text({ form: AMOUNT }),
  currency: CURRENCY,
  power: text({ form: AMOUNT }),
};

/** The same for several servers: price and power are lines of a server, by its slug, and a number. */
export const SERVERS_WHAT_IF_FIELDS = {
  weights: WEIGHTS,
  price: text({ max: MAX_LINES }),
  currency: CURRENCY,
  power: text({ max: MAX_LINES }),
};

export type WhatIfState = Record<keyof typeof WHAT_IF_FIELDS, string>;

/** A name and its number: a line of the address, the number last. */
const LINE = /^(.+?)\s+(\S+)$/s;
const WEIGHT = {
  pattern: /^\d{1,6}(?:\.\d{1,6})?$/,
  words: 'a number from 0 to 999999, with at most 6 decimals',
};

const linesOf = (lines: string) =>
  lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

const numberOf = (line: string) => Number(LINE.exec(line)?.[2]);

/** The known name that a line means; undefined where there is none. */
function meantBy(name: string, names: readonly KnownName[]): string | undefined {
  const found = names.find((known) => (typeof known === 'string' ? known === name : known.includes(name)));
  return typeof found === 'string' ? found : found?.[0];
}

function mapOf(lines: string, names: readonly KnownName[]): Map<string, number> {
  return new Map(
    linesOf(lines).map((line) => {
      const [, name = ''] = LINE.exec(line) ?? [];
      return [meantBy(name, names) ?? name, numberOf(line)];
    }),
  );
}

/** Weights by test; null: none were chosen, or what was chosen is refused. */
export function weightsOf(
  { weights }: Pick<WhatIfState, 'weights'>,
  tests: readonly string[],
): Map<string, number> | null {
  return linesOf(weights).length === 0 || weightProblems(weights, tests).length > 0
    ? null
    : mapOf(weights, tests);
}

/** Prices or powers by the slug of the server, of an address that is not refused. */
export const amountsOf = mapOf;

interface Lines {
  parameter: keyof WhatIfState;
  lines: string;
  form: typeof WEIGHT;
  /** `weight`, and whose: `test`. */
  what: string;
  whose: string;
  /** What was looked through: `in this heatmap`. */
  where: string;
  names: readonly KnownName[];
}

const problem = (
  parameter: keyof WhatIfState,
  value: string,
  message: string,
  names: readonly KnownName[] = [],
): AddressProblem => ({
  ...{ parameter, value, message },
  nearest: nearestNames(LINE.exec(value)?.[1] ?? value, names),
  known: names.map((name) => (typeof name === 'string' ? name : name[0])),
});

/** Lines that say nothing: a number that is none, a name that is not there or there twice. */
function lineProblems({ parameter, lines, form, what, whose, where, names }: Lines): AddressProblem[] {
  const seen = new Set<string>();
  return linesOf(lines).flatMap((line) => {
    const [, name = line, number = ''] = LINE.exec(line) ?? [];
    const shown = name.slice(0, 60);
    if (!form.pattern.test(number))
      return [problem(parameter, line, `The ${what} of “${shown}” is not ${form.words}.`)];
    const meant = meantBy(name, names);
    if (meant === undefined)
      return [problem(parameter, line, `There is no ${whose} “${shown}” ${where}.`, names)];
    if (seen.has(meant)) return [problem(parameter, line, `The ${whose} “${shown}” has two ${what}s.`)];
    seen.add(meant);
    return [];
  });
}

function weightProblems(
  weights: string,
  tests: readonly string[],
  where = 'in this heatmap',
): AddressProblem[] {
  const wrong = lineProblems({
    ...{ parameter: 'weights', lines: weights, form: WEIGHT },
    ...{ what: 'weight', whose: 'test', where, names: tests },
  });
  if (wrong.length > 0) return wrong;
  const lines = linesOf(weights);
  return lines.length > 0 && lines.every((line) => numberOf(line) === 0)
    ? [problem('weights', weights, 'All weights are 0: there is nothing to weigh.')]
    : [];
}

function currencyProblems({ price, currency }: WhatIfState): AddressProblem[] {
  return price !== '' && currency === ''
    ? [problem('currency', '', 'A price needs its currency, as EUR.')]
    : [];
}

const AMOUNTS = ['price', 'power'] as const;

/** What of weights, price and power is refused. */
export function whatIfProblems(state: WhatIfState, tests: readonly string[]): AddressProblem[] {
  const zero = AMOUNTS.filter((name) => state[name] !== '' && Number(state[name]) === 0);
  return [
    ...weightProblems(state.weights, tests),
    ...zero.map((name) => problem(name, state[name], `A ${name} of 0 says nothing.`)),
    ...currencyProblems(state),
  ];
}

/**
 * The same for several servers.
 *
 * @param servers slug and name of each
 */
export function serversWhatIfProblems(
  state: WhatIfState,
  { tests, servers }: { tests: readonly string[]; servers: readonly KnownName[] },
): AddressProblem[] {
  const amounts = AMOUNTS.flatMap((parameter) => {
    const wrong = lineProblems({
      ...{ parameter, lines: state[parameter], form: AMOUNT },
      ...{ what: parameter, whose: 'server', where: 'in this view', names: servers },
    });
    const zero = linesOf(state[parameter]).filter((line) => numberOf(line) === 0);
    return [...wrong, ...zero.map((line) => problem(parameter, line, `A ${parameter} of 0 says nothing.`))];
  });
  return [
    ...weightProblems(state.weights, tests, 'on these servers'),
    ...amounts,
    ...currencyProblems(state),
  ];
}
