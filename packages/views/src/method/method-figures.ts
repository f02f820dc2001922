import { measuredTable } from '@basecase/analysis';

/**
 * Data behind the figures of the method: published tables of one author, 333 runs on five servers, 59 pairs of runs
 * that should not differ. Held out: the noise of a pair was known without any pair that shares a run with it.
 */

/** Noise of a server, and how often a fixed limit is wrong on it. */
export interface ServerNoise {
  server: string;
  pairs: number;
  /** Percent, like the others. */
  sigma: string;
  farthest: string;
  /** False flags of a fixed 5% limit in a table of about 32 tests. */
  fixedLimit: string;
}

export const SERVER_NOISE: readonly ServerNoise[] = [
  { server: '8-core pn53, 1 client, cached', pairs: 24, sigma: '1.1', farthest: '3.8', fixedLimit: '0.2' },
  { server: '8-core bee, 1 client, cached', pairs: 4, sigma: '1.1', farthest: '4.4', fixedLimit: '0.3' },
  {
    server: '24-core socket2, 16 clients, cached',
    pairs: 2,
    sigma: '0.7',
    farthest: '11',
    fixedLimit: '0.5',
  },
  {
    server: '32-core dell32, 24 clients, cached',
    pairs: 9,
    sigma: '1.0',
    farthest: '7.2',
    fixedLimit: '0.7',
  },
  {
    server: '48-core hetz, 40 clients, cached',
    pairs: 9,
    sigma: '2.3',
    farthest: '11',
    fixedLimit: '2.0',
  },
  {
    server: '48-core hetz, 40 clients, IO-bound',
    pairs: 10,
    sigma: '2.3',
    farthest: '15',
    fixedLimit: '5.0',
  },
];

/** The rule in force, by data set: the table of docs/method.md §7. */
export const MEASURED = measuredTable().map(([data, of, falseFlags, found]) => ({
  ...{ data, of, found },
  /** A rate in percent is of series, or of tests. */
  falseFlags: falseFlags === '' || falseFlags.endsWith('%') ? falseFlags : `${falseFlags} per table`,
}));

/** How a rule did on tables in which nothing changed, and on the same tables with five tests changed by hand. */
export interface RuleFigures {
  rule: string;
  isOurs: boolean;
  falseFlags: string;
  /** Null, here and below: not measured. */
  tables: string | null;
  /** Percent of the changes found, by their size. */
  found: readonly [five: string, seven: string, ten: string, twenty: string | null];
  /** Part of the flags that were false, at five changes of 10%. */
  wrong: string | null;
}

export const RULES: readonly RuleFigures[] = [
  {
    rule: 'Version 3 of the rule',
    isOurs: true,
    falseFlags: '0.08',
    tables: null,
    found: ['51', '73', '89', null],
    wrong: null,
  },
  {
    rule: 'Versions 1 and 2 of the rule',
    isOurs: false,
    falseFlags: '0.17',
    tables: '12',
    found: ['52', '74', '87', '99'],
    wrong: '11',
  },
  {
    rule: 'Every change of 3%',
    isOurs: false,
    falseFlags: '3.31',
    tables: '80',
    found: ['91', '97', '99', '100'],
    wrong: '36',
  },
  {
    rule: 'Every change of 5%',
    isOurs: false,
    falseFlags: '1.37',
    tables: '49',
    found: ['55', '92', '98', '100'],
    wrong: '19',
  },
  {
    rule: 'Every change of 10%',
    isOurs: false,
    falseFlags: '0.37',
    tables: '24',
    found: ['2', '6', '65', '100'],
    wrong: '9',
  },
  {
    rule: 'One sigma of 2%, beyond 3 of it',
    isOurs: false,
    falseFlags: '1.07',
    tables: '46',
    found: ['24', '80', '97', '99'],
    wrong: '16',
  },
];

/** False sure flags of version 3 on machines of other people, in tables in which nothing should differ; docs/method.md §7. */
export interface OthersFigures {
  known: string;
  board: string;
  cloud: string;
}

export const OTHERS: readonly OthersFigures[] = [
  { known: 'nothing', board: '0', cloud: '0' },
  { known: '1 repeat pair', board: '0', cloud: '0.70 to 1.01' },
  { known: '3 repeat pairs', board: '0', cloud: '0.83 to 0.89' },
  { known: '5 repeat pairs', board: '0', cloud: '0.66 to 0.76' },
  { known: 'two runs on each side, on four days', board: '0.42', cloud: '0.20' },
  { known: 'nothing, but it is declared dedicated', board: '6.6', cloud: '13.4' },
];
