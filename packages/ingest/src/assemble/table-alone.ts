import path from 'node:path';
import type { Workload } from '../model/run';

/** Reads per operation: fewer are none, more are of data that is not cached. Between them it is unknown. */
const CACHED_BELOW = 0.02;
const IO_BOUND_FROM = 0.1;
const FEWEST_TESTS = 5;

const CACHED_WORDS = /(?:^|[\W_])(?:cached|in[-_]?mem(?:ory)?|cpu[-_]?bound)(?=$|[\W_])/i;
const IO_BOUND_WORDS = /(?:^|[\W_])(?:uncached|not[-_]cached|io[-_]?bound|disk[-_]?bound)(?=$|[\W_])/i;

/** Parts of a name that are client counts and sizes, which are separate fields: `dop40`, `40u.8t.10m`. */
const SIZES_ONLY = /^(?:\.?(?:dop\d+|\d+u\.\d+t\.\d+m))+$/;

/** The identity of a summary table. */
export interface TableToPlace {
  /** Within the upload. */
  path: string;
  /** Name of the upload. */
  rootLabel: string;
  /** Reads per operation of each test that only reads: its numbers in all columns. */
  reads: readonly (readonly number[])[];
  /** True when some of its numbers can be compared within the table only: it is kept apart whatever else is known. */
  isUnlikeOthers?: boolean;
}

/**
 * What tells a table from those of other places when nothing says how much data it was measured with: whether its data
 * was cached, as its path says or its reads per operation show; else the name of the upload and its directory.
 */
export function aloneOf({
  path: table,
  rootLabel,
  reads,
  isUnlikeOthers = false,
}: TableToPlace): Pick<Workload, 'cached' | 'label'> {
  const places = [rootLabel, ...table.split(path.posix.sep)];
  const cached = cachedByWords(places.toReversed()) ?? cachedByReads(reads);
  return { cached, label: cached === null || isUnlikeOthers ? titleOf(places.slice(0, -1)) : null };
}

/** The nearest part of the path that counts. */
function cachedByWords(parts: readonly string[]): boolean | null {
  for (const part of parts) {
    if (IO_BOUND_WORDS.test(part)) return false;
    if (CACHED_WORDS.test(part)) return true;
  }
  return null;
}

/** By the median over the tests; each counts with the median of its columns. */
function cachedByReads(reads: TableToPlace['reads']): boolean | null {
  const ofTests = reads.flatMap((columns) => middleOf(columns) ?? []);
  const middle = middleOf(ofTests);
  if (middle === null || ofTests.length < FEWEST_TESTS) return null;
  if (middle < CACHED_BELOW) return true;
  return middle >= IO_BOUND_FROM ? false : null;
}

/** The lower of the two middle ones: values on both sides of a bound are not averaged. */
function middleOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
}

/** `nov25.sb.mysql` of `nov25.sb.mysql/dop1/`. */
function titleOf(places: readonly string[]): string {
  const telling = places.filter((part) => part !== '.' && !SIZES_ONLY.test(part));
  return (telling.length > 0 ? telling : places).join('/');
}
