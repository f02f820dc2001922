import rates from './measured-rates.json' with { type: 'json' };
import type { DataSet, Measured, MeasuredRates } from './rate-types';

/** What `npm run verdicts` measured and wrote. */
export const MEASURED_RATES = rates as unknown as MeasuredRates;

/** Each data set, for readers. */
const DATA_SETS: Readonly<Record<DataSet, string>> = {
  'simulated 2': 'simulated, dedicated, noise of 2%, five of 32 tests slower, 2 runs a side',
  'simulated 3': 'the same, 3 runs a side',
  'simulated 4': 'the same, 4 runs a side',
  'simulated 6': 'the same, 6 runs a side',
  'simulated 8': 'the same, 8 runs a side',
  'simulated 12': 'the same, 12 runs a side',
  'simulated 20': 'the same, 20 runs a side',
  'cloud 2': 'ClickBench on cloud machines of others, days in random order, 2 runs a side',
  'cloud 4': 'the same, 4 runs a side',
  'cloud 8': 'the same, 8 runs a side',
  'cloud 2 and 1': 'the same, the base run twice and the version once',
  author: 'sysbench of M. Callaghan, dedicated machines, one run a side',
  tpch: 'TPC-H of T. Vondra, one dedicated machine, one run a side',
  'tpch q 0.05': 'the same with q = 0.05',
  'tpch q 0.07': 'the same with q = 0.07',
  'tpch q 0.08': 'the same with q = 0.08',
  'tpch q 0.12': 'the same with q = 0.12',
  'series end': 'nights of ClickBench in random order, judged once',
  'series ever': 'the same, judged after every night',
  tcpd: 'annotated series of the Turing Change Point Dataset',
  claims: 'changes in published reports of M. Callaghan',
  recorder: 'made rounds without a change, tests that end when they are known',
};

/** One line of the table: data set, how many, false, found. */
export type RateLine = readonly [data: string, of: string, falseFlags: string, found: string];

/** The table as every document and page has it. */
export function measuredTable({ rates }: MeasuredRates = MEASURED_RATES): RateLine[] {
  return Object.entries(DATA_SETS).flatMap(([name, data]): RateLine[] => {
    const own = rates[name as DataSet];
    return own ? [[data, String(own.of), falseText(name, own), foundText(own)]] : [];
  });
}

function falseText(name: string, { falseFlags }: Measured): string {
  if (falseFlags === null) return '';
  return name.startsWith('series') || name === 'recorder'
    ? `${Number((100 * falseFlags).toFixed(2))}%`
    : falseFlags.toFixed(2);
}

function foundText({ of, found, f1, claims, rounds }: Measured): string {
  if (f1 !== undefined) return `F1 ${f1.toFixed(3)}`;
  if (claims)
    return `${claims[0]} of ${of} sure, ${claims[1]} of ${of} at least likely on an unknown machine`;
  if (rounds) {
    const [part, least, most] = rounds.map((one) => Math.round(100 * one));
    return `${part}% of the most rounds; ${least} to ${most}% of the planned ones`;
  }
  if (found.length === 0) return '';
  const sizes = found.map(([size]) => String(Math.round(100 * size))).join(' / ');
  return `${found.map(([, percent]) => String(percent)).join(' / ')}% of ${sizes}%`;
}

/** How often the rule in force raised a sure change where nothing had changed. */
interface ErrorRate {
  /** The data set, for readers. */
  data: string;
  /** False sure flags a table; of series, the part of them that had one at some night. */
  falseFlags: string;
  /** Planted changes that were found as sure. */
  found: string;
}

function rateOf(name: DataSet, dataOf: (count: number) => string, sizes: readonly number[]): ErrorRate {
  const own = MEASURED_RATES.rates[name];
  const found = own.found.filter(([size]) => sizes.includes(size));
  const percents = listText(found.map(([, percent]) => String(percent)));
  const changes = listText(found.map(([size]) => String(Math.round(100 * size))));
  return {
    data: dataOf(own.of),
    falseFlags: falseText(name, own),
    found: `${percents}% of ${name === 'series ever' ? 'steps' : 'changes'} of ${changes}%`,
  };
}

function listText(parts: readonly string[]): string {
  return parts.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

const ofSeries = rateOf(
  'series ever',
  (count) => `${count} series of ClickBench nights in random order, judged after every night`,
  [0.2],
);

/**
 * Measured with the rule in force (docs/method.md §7). Every page, document and command that prints one takes it from here; a
 * test compares the documents.
 */
export const ERROR_RATES: Readonly<Record<'dedicated' | 'others' | 'othersFew' | 'series', ErrorRate>> = {
  dedicated: rateOf(
    'tpch',
    (count) => `${count} tables of TPC-H on one dedicated machine`,
    [0.05, 0.07, 0.1],
  ),
  others: rateOf(
    'cloud 4',
    (count) => `${count} tables of ClickBench on cloud machines, 4 runs a side`,
    [0.2],
  ),
  othersFew: rateOf(
    'cloud 2 and 1',
    (count) => `${count} tables of ClickBench on cloud machines, the base run twice and the version once`,
    [0.2, 0.4],
  ),
  series: { ...ofSeries, found: `${ofSeries.found} within 3 nights of their place` },
};

/** `Measured: 0.27 false sure flags a table in 120 tables of TPC-H on one dedicated machine.` */
export function errorRateSentence(kind: Exclude<keyof typeof ERROR_RATES, 'series'>): string {
  const { data, falseFlags } = ERROR_RATES[kind];
  return `Measured: ${falseFlags} false sure flags a table in ${data}.`;
}

/** `Measured: 1.7% of 300 series … had a false sure change at some night.` */
export function seriesErrorSentence(): string {
  const { data, falseFlags } = ERROR_RATES.series;
  return `Measured: ${falseFlags} of ${data}, had a false sure change at some night.`;
}
