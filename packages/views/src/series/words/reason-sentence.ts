import type { SeriesChange } from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import { cpuMetric } from '../chart/chart-metrics';
import { sizeText } from '../night-text';
import type { SeriesData } from '../series-data';

/** Costs that say why a throughput moved, as sentences name them. */
const NAMES: readonly (readonly [metric: MetricId, name: string])[] = [
  ['write_kb_per_op', 'KB written per operation'],
  ['read_kb_per_op', 'KB read per operation'],
  ['reads_per_op', 'Reads per operation'],
  ['cs_per_op', 'Context switches per operation'],
];
/** The costs of one change are cut into levels by themselves: a night apart is the same night. */
const REACH = 1;

/** `CPU per operation rose by the same.` Of a cost, what the throughput did. Empty where nothing is known. */
export function reasonSentence(
  data: SeriesData,
  { metric, change }: { metric: MetricId; change: SeriesChange },
): string {
  if (metric !== 'throughput') return throughputSentence(data, change);
  const cpu = cpuMetric(data);
  const named = [...(cpu ? [[cpu, 'CPU per operation'] as const] : []), ...NAMES];
  const moved = named.flatMap(([cost, name]) => {
    const own = changeAt(data, cost, change.firstBad);
    return own ? [{ name, own }] : [];
  });
  const [first] = moved;
  if (!first) return cpu && data.verdicts[cpu]?.enough ? 'No cost per operation changed with it.' : '';
  const word = first.own.ratio > 1 ? 'rose' : 'fell';
  return isInverse(first.own, change)
    ? `${first.name} ${word} by the same.`
    : `${first.name} ${word}: ${sizeText(first.own)}.`;
}

/** Whether a cost explains the whole: its ratio is 1 / that of the throughput. */
function isInverse(
  { low, high }: Pick<SeriesChange, 'low' | 'high'>,
  { ratio }: Pick<SeriesChange, 'ratio'>,
): boolean {
  return 1 / ratio >= low && 1 / ratio <= high;
}

function changeAt({ verdicts }: SeriesData, metric: MetricId, night: number): SeriesChange | null {
  const changes = verdicts[metric]?.changes ?? [];
  return changes.find(({ firstBad }) => Math.abs(firstBad - night) <= REACH) ?? null;
}

function throughputSentence(data: SeriesData, { firstBad }: SeriesChange): string {
  if (!data.verdicts.throughput?.enough) return '';
  const own = changeAt(data, 'throughput', firstBad);
  const { label } = metricOf('throughput');
  return own
    ? `${label} ${own.ratio < 1 ? 'fell' : 'rose'}: ${sizeText(own)}.`
    : `${label} did not change with it.`;
}
