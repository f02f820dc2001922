import { measuredTable } from '@basecase/analysis';
import figures from './method-figures.json' with { type: 'json' };

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

export const SERVER_NOISE: readonly ServerNoise[] = figures.servers;

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

export const RULES = figures.rules as unknown as readonly RuleFigures[];

/** False sure flags of version 3 on machines of other people, in tables in which nothing should differ; docs/method.md §7. */
export interface OthersFigures {
  known: string;
  board: string;
  cloud: string;
}

export const OTHERS: readonly OthersFigures[] = figures.others;
