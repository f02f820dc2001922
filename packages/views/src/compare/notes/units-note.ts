import { isOpenMetric, type MetricId, metricOf, type OpenMetricId } from '@basecase/ingest/model';
import type { HeatmapData } from '../heatmap-data';

const BETTER = {
  'higher-is-better': 'more is better',
  'lower-is-better': 'less is better',
  none: 'not judged',
} as const;
/** Names of tests before the rest is counted. */
const NAMED = 3;

/** Numbers with one name that can't be converted into each other, and so are separate metrics. */
export interface UnitsNote {
  /** `latency` */
  name: string;
  /** `is in ms (less is better) in some results and in rows (less is better) in others: ...` */
  rest: string;
}

/** Names in a heatmap that mean numbers of different kinds; empty if everything can be compared. */
export function unitsNotes(data: Pick<HeatmapData, 'metrics' | 'rows' | 'values'>): UnitsNote[] {
  const open = data.metrics.filter(isOpenMetric);
  const byName = new Map<string, OpenMetricId[]>();
  for (const id of open) byName.set(metricOf(id).label, [...(byName.get(metricOf(id).label) ?? []), id]);
  return [...byName].flatMap(([name, ids]): UnitsNote[] => {
    const units = name === 'throughput' ? [usualUnits(data, ids), ...ids.map(wordsOf)] : ids.map(wordsOf);
    if (units.length < 2) return [];
    const rest = `is ${units.slice(0, -1).join(', ')} in some results and ${units.at(-1)} in others. One can't be converted into the other: they are separate metrics here, and never compared.`;
    return [{ name, rest }];
  });
}

function wordsOf(id: OpenMetricId): string {
  const { unit, direction } = metricOf(id);
  return `${unit === '' ? 'without a unit' : `in ${unit}`} (${BETTER[direction]})`;
}

/** Of the tests that have results in another unit: what they are compared in. */
function usualUnits(
  { rows, values }: Pick<HeatmapData, 'rows' | 'values'>,
  ids: readonly MetricId[],
): string {
  const tests = rows.filter((_, row) => ids.some((id) => values[id]?.[row]?.some((value) => value !== null)));
  const units = [...new Set(tests.map(({ unit }) => unit))].slice(0, NAMED).join(' or ');
  const names = tests.slice(0, NAMED).map(({ key }) => key);
  const more = tests.length > NAMED ? ` and ${tests.length - NAMED} more` : '';
  return units === '' ? 'in the unit of its test' : `in ${units} (of ${names.join(', ')}${more})`;
}
