import { HEATMAP_METRICS, type HeatmapMetricId } from '@basecase/ingest/model';
import { costRatio, ratio } from './ratio';

/** Absolute values of one cell. A metric that is left out was not recorded. */
export type CellValues = Partial<Record<HeatmapMetricId, number | null>>;

export type Cause = 'CPU' | 'CPU in part' | 'writes' | 'reads' | 'context switches';

export interface Explanation {
  /** `unknown` when a throughput is missing. */
  verdict: 'slower' | 'faster' | 'same' | 'unknown';
  /** In the order people check them; only for slower cells. */
  causes: Cause[];
  /** For the column "Explained by"; empty when nothing needs to be explained. */
  text: string;
}

/** cpu/o that rises by 1/rQPS explains a regression alone; 7% is left for what the two means differ by. */
const CPU_SHARE = 0.93;
const CPU_IN_PART = 1.05;
/** IO counts as a cause from here on, or when writes grow by most of what throughput lost. */
const IO_RISE = 1.15;
const WRITE_SHARE = 0.8;
const SWITCHES_RISE = 1.25;
/** Fewer switches than one per operation are too few to cost throughput. */
const SWITCHES_PER_OP = 1;

/**
 * Which cost per operation explains that a test is slower, in the order people check it: CPU, writes, reads,
 * context switches. A rule of thumb that reads the same numbers a person would; it proves nothing.
 *
 * @param value cell that is judged
 * @param base cell of the base column
 * @param threshold throughput ratio at or under which the cell is slower
 */
export function explainedBy(value: CellValues, base: CellValues, threshold: number): Explanation {
  const throughput = ratio(value.throughput ?? null, base.throughput ?? null);
  if (throughput === null) return { verdict: 'unknown', causes: [], text: '' };
  if (throughput >= 1 / threshold) return { verdict: 'faster', causes: [], text: 'faster' };
  if (throughput > threshold) return { verdict: 'same', causes: [], text: '' };
  const causes = causesOf(throughput, value, base);
  return { verdict: 'slower', causes, text: causes.join(', ') || withoutCause(value, base) };
}

function causesOf(throughput: number, value: CellValues, base: CellValues): Cause[] {
  const cost = (metric: HeatmapMetricId) => costRatio(metric, value[metric] ?? null, base[metric] ?? null);
  const lost = 1 / throughput - 1;
  const causes: Cause[] = [];

  const cpu = cost('cpu_per_op') ?? 1;
  if (cpu >= CPU_SHARE * (1 + lost) && cpu > 1) causes.push('CPU');
  else if (cpu >= CPU_IN_PART) causes.push('CPU in part');

  // An infinite ratio (x/0) has no size to weigh, so it is no explanation.
  const writes = finite(cost('write_kb_per_op'));
  if (writes >= IO_RISE || (writes > 1 && writes - 1 >= WRITE_SHARE * lost)) causes.push('writes');
  if (finite(cost('read_kb_per_op')) >= IO_RISE) causes.push('reads');
  const manySwitches = (value.cs_per_op ?? 0) > SWITCHES_PER_OP;
  if (manySwitches && (cost('cs_per_op') ?? 1) >= SWITCHES_RISE) causes.push('context switches');
  return causes;
}

/** A cost that is unknown or infinite counts as unchanged. */
function finite(relative: number | null): number {
  return relative !== null && Number.isFinite(relative) ? relative : 1;
}

function withoutCause(value: CellValues, base: CellValues): string {
  const recorded = HEATMAP_METRICS.some(
    (metric) =>
      metric !== 'throughput' && (value[metric] ?? null) !== null && (base[metric] ?? null) !== null,
  );
  return recorded ? 'not in these metrics' : 'costs not recorded';
}
