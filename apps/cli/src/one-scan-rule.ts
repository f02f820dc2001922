import type { ColumnInput } from '@basecase/analysis';
import {
  findQuotient,
  type Measurement,
  type NormalizedResult,
  type Source,
  testLabel,
} from '@basecase/ingest/model';
import type { Io } from './io';

/** A change of one result's measurements, when it is one of a test. */
type Change = (result: NormalizedResult) => NormalizedResult;

/**
 * Columns whose throughput of a test counts by one rule. Scans were Krows/s of all clients before 2025-04-19 and are of
 * one client since; a summary holds either, and a ratio of the two is the number of clients. Where columns differ, what
 * was computed from the log takes the place of what a summary says, and what nothing was computed for is left out, with
 * the costs per operation that were divided by it. Says so.
 *
 * @param reported true where reported values are preferred
 */
export function withOneScanRule(
  columns: readonly ColumnInput[],
  { reported, io }: { reported: boolean; io: Io },
): ColumnInput[] {
  const order: readonly Source[] = reported ? ['reported', 'computed'] : ['computed', 'reported'];
  const unitOf = (result: NormalizedResult) =>
    order.flatMap((source) => throughputOf(result, source)?.unit ?? []).at(0) ?? null;
  const mixed = [...testsOf(columns)].filter(([, results]) => {
    const units = [...unitsOf(results, unitOf)];
    return units.length > 1 && units.every((unit) => unit.startsWith('Krows/s'));
  });
  let changed = columns;
  for (const [label, results] of mixed) {
    const recomputed = change(changed, label, withoutOtherRule);
    const after = testsOf(recomputed).get(label) ?? [];
    const [base] = unitsOf(after, unitOf);
    changed = change(recomputed, label, (result) => {
      const unit = unitOf(result);
      return unit === null || unit === base ? result : withoutThroughput(result, () => true);
    });
    const units = [...unitsOf(results, unitOf)].join(' and ');
    const left = unitsOf(after, unitOf).size > 1 ? ', and what was not computed is left out' : '';
    io.note(
      `warning: ${label} is in ${units}, by the rules before and since 2025-04-19: ${base} is compared${left}.`,
    );
  }
  return [...changed];
}

/** Without what a summary reports in another unit than the log gives. */
const withoutOtherRule: Change = (result) => {
  const computed = throughputOf(result, 'computed');
  const other = throughputOf(result, 'reported');
  if (!computed || !other || computed.unit === other.unit) return result;
  return withoutThroughput(result, ({ source }) => source === 'reported');
};

function withoutThroughput(
  result: NormalizedResult,
  isMeant: (measurement: Measurement) => boolean,
): NormalizedResult {
  const isDivided = (measurement: Measurement) =>
    measurement.metric === 'throughput' || findQuotient(measurement.metric) !== undefined;
  return {
    ...result,
    measurements: result.measurements.filter((found) => !(isMeant(found) && isDivided(found))),
  };
}

function throughputOf({ measurements }: NormalizedResult, source: Source): Measurement | undefined {
  return measurements.find((found) => found.metric === 'throughput' && found.source === source);
}

function testsOf(columns: readonly ColumnInput[]): Map<string, NormalizedResult[]> {
  const tests = new Map<string, NormalizedResult[]>();
  for (const result of columns.flatMap(({ runs }) => runs.flatMap((run) => run.results))) {
    const label = testLabel(result.test, result.range);
    tests.set(label, [...(tests.get(label) ?? []), result]);
  }
  return tests;
}

function unitsOf(
  results: readonly NormalizedResult[],
  unitOf: (result: NormalizedResult) => string | null,
): Set<string> {
  return new Set(results.map(unitOf).filter((unit) => unit !== null));
}

function change(columns: readonly ColumnInput[], label: string, apply: Change): ColumnInput[] {
  return columns.map((column) => ({
    ...column,
    runs: column.runs.map((run) => ({
      ...run,
      results: run.results.map((result) =>
        testLabel(result.test, result.range) === label ? apply(result) : result,
      ),
    })),
  }));
}
