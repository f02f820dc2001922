import type { BenchmarkRow } from '../google-benchmark-log';
import { splitAggregate } from '../to-row';

/** What the rows of a file say of results. */
export interface ChosenRows {
  /** Rows that are results: iterations, and aggregates of benchmarks that have no others. */
  results: { test: string; row: BenchmarkRow; isAggregate: boolean }[];
  /** Benchmarks of which only aggregates are there, with the line of the first. */
  aggregatesOnly: { test: string; line: number; isRead: boolean }[];
}

/** The one that a cell would show of repeats comes first. */
const CENTRES = ['median', 'mean'];

/**
 * Separates iterations from aggregates, which are not repeats. For a benchmark with aggregates only, the median
 * counts, else the mean.
 */
export function chooseRows(rows: readonly BenchmarkRow[]): ChosenRows {
  const names = new Set(rows.map(({ name }) => name));
  const results: ChosenRows['results'] = [];
  const aggregates = new Map<string, { row: BenchmarkRow; aggregate: string | null }[]>();
  for (const row of rows) {
    const found = aggregateOf(row, names);
    if (!found) results.push({ test: row.runName ?? row.name, row, isAggregate: false });
    else {
      const known = aggregates.get(found.base) ?? [];
      aggregates.set(found.base, known);
      known.push({ row, aggregate: found.aggregate });
    }
  }
  const measured = new Set(results.map(({ test }) => test));
  const aggregatesOnly: ChosenRows['aggregatesOnly'] = [];
  for (const [test, own] of aggregates) {
    if (measured.has(test)) continue;
    const centre = CENTRES.map((name) => own.find(({ aggregate }) => aggregate === name)).find(Boolean);
    aggregatesOnly.push({ test, line: own[0]?.row.line ?? 0, isRead: centre !== undefined });
    if (centre) results.push({ test, row: centre.row, isAggregate: true });
  }
  return { results, aggregatesOnly };
}

/** Null for a row other than an aggregate. Old files mark it by the name alone, which must then have a sibling. */
function aggregateOf(
  { name, runName, runType, aggregate }: BenchmarkRow,
  names: ReadonlySet<string>,
): { base: string; aggregate: string | null } | null {
  if (runType === 'iteration') return null;
  const split = splitAggregate(name);
  if (runType === 'aggregate')
    return { base: runName ?? split?.base ?? name, aggregate: aggregate ?? split?.aggregate ?? null };
  if (!split) return null;
  const siblings = [split.base, ...['mean', 'stddev', 'BigO'].map((word) => `${split.base}_${word}`)];
  return siblings.some((sibling) => sibling !== name && names.has(sibling)) ? split : null;
}
