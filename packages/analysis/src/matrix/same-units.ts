import {
  isOpenMetric,
  type MetricId,
  metricIdentity,
  metricOf,
  type OpenMetricId,
  openMetricId,
  unitConversion,
} from '@basecase/ingest/model';
import type { CellResult, Numbers } from './cell';

/** Conversion of a metric of a result: its name in the matrix, and the conversion of its values. */
type Renaming = Map<MetricId, { to: MetricId; convert: (value: number) => number }>;

/**
 * A result of a tool without a parser with its throughput in the unit of its test. In a unit that can't be converted it
 * is not a throughput of that test: it is a separate metric, so that nothing is a ratio of rows to bytes.
 *
 * @param unit of its throughput, as its upload has it
 * @param wanted unit of the test
 */
export function inUnitOfTest(result: CellResult, unit: string, wanted: string): CellResult {
  if (unit === wanted) return result;
  const convert = unitConversion(unit, wanted);
  return convert
    ? renamed(result, new Map([['throughput', { to: 'throughput', convert }]]))
    : renamed(result, new Map([['throughput', { to: throughputIn(unit), convert: same }]]));
}

/** The metric that a throughput is in a view whose tests are measured in another unit. */
function throughputIn(unit: string): OpenMetricId {
  return openMetricId({ name: 'throughput', unit: unit.replaceAll(':', ' '), direction: 'higher-is-better' });
}

/**
 * Each metric of the tools of the open format in one unit all over a matrix: that of the most results, of equals the
 * first by id. A named metric is in the unit of its name.
 *
 * @param named requested metrics
 */
export function inOneUnit(
  results: readonly (readonly (readonly CellResult[])[])[],
  named: readonly MetricId[] = [],
): readonly (readonly (readonly CellResult[])[])[] {
  const renaming = renamingOf(countMetrics(results.flat(2)), named);
  return renaming.size === 0
    ? results
    : results.map((row) => row.map((cell) => cell.map((result) => renamed(result, renaming))));
}

function countMetrics(results: readonly CellResult[]): Map<OpenMetricId, number> {
  const counts = new Map<OpenMetricId, number>();
  for (const { computed, reported } of results) {
    for (const numbers of [computed, reported])
      for (const metric in numbers)
        if (isOpenMetric(metric)) counts.set(metric, (counts.get(metric) ?? 0) + 1);
  }
  return counts;
}

function renamingOf(counts: ReadonlyMap<OpenMetricId, number>, named: readonly MetricId[]): Renaming {
  const alike = new Map<string, OpenMetricId[]>();
  for (const metric of counts.keys()) {
    const key = metricIdentity(metric);
    alike.set(key, [...(alike.get(key) ?? []), metric]);
  }
  const asked = new Map(named.filter(isOpenMetric).map((metric) => [metricIdentity(metric), metric]));
  const renaming: Renaming = new Map();
  for (const [key, metrics] of alike) {
    const usual = metrics.toSorted(
      (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1),
    )[0];
    const to = asked.get(key) ?? usual;
    for (const metric of metrics) {
      const convert = to && metric !== to ? unitConversion(metricOf(metric).unit, metricOf(to).unit) : null;
      if (to && convert) renaming.set(metric, { to, convert });
    }
  }
  return renaming;
}

function renamed(result: CellResult, renaming: Renaming): CellResult {
  const { computed, reported, doubtful } = result;
  const named = doubtful?.map((metric) => renaming.get(metric)?.to ?? metric);
  return {
    ...result,
    computed: renamedNumbers(computed, renaming),
    reported: renamedNumbers(reported, renaming),
    ...(named && { doubtful: named }),
  };
}

function renamedNumbers(numbers: Numbers, renaming: Renaming): Numbers {
  if (numbers === null) return null;
  return Object.fromEntries(
    (Object.entries(numbers) as [MetricId, number][]).map(([metric, value]) => {
      const { to, convert } = renaming.get(metric) ?? { to: metric, convert: same };
      return [to, convert(value)];
    }),
  );
}

function same(value: number): number {
  return value;
}
