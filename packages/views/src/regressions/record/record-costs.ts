import { formatRatio, formatValue, isChange, type Level, verdictLevel } from '@basecase/analysis';
import type { LadderCosts } from '@basecase/db/types';
import { COSTS, type MetricId, metricOf, versionLabel } from '@basecase/ingest/model';

export interface CostCell {
  text: string;
  level: Level;
  direction: 'dn' | 'up' | null;
}

export interface CostsModel {
  /** Labels of the columns: cpu/o, cs/o, … */
  heads: string[];
  rows: { version: string; isFirstBad: boolean; absolute: string[]; relative: CostCell[] | null }[];
}

const THRESHOLD = 0.95;
/** The base, the first bad version and the next, and the newest: no more fit side by side. */
const MOST_ROWS = 6;

/**
 * What the hardware paid for one operation, in absolute values and against the last good version.
 *
 * @returns null when no cost was recorded
 */
export function recordCosts(
  costs: readonly LadderCosts[],
  { lastGood, firstBad }: { lastGood: string; firstBad: string },
): CostsModel | null {
  const metrics = COSTS.filter((metric) => costs.some(({ absolute }) => (absolute[metric] ?? null) !== null));
  if (metrics.length === 0) return null;
  const shown: readonly MetricId[] = [...metrics, 'throughput'];
  return {
    heads: shown.map((metric) => (metric === 'throughput' ? 'o/s' : metricOf(metric).label)),
    rows: chooseRows(costs, { lastGood, firstBad }).map(({ column, version, absolute, relative }) => ({
      version: versionLabel(version),
      isFirstBad: column === firstBad,
      absolute: shown.map((metric) => formatValue(absolute[metric] ?? null, metric)),
      relative: column === lastGood ? null : shown.map((metric) => toCell(metric, relative[metric] ?? null)),
    })),
  };
}

function chooseRows(
  costs: readonly LadderCosts[],
  at: { lastGood: string; firstBad: string },
): LadderCosts[] {
  const good = costs.findIndex(({ column }) => column === at.lastGood);
  const bad = costs.findIndex(({ column }) => column === at.firstBad);
  const wanted = new Set([good, bad, bad + 1]);
  for (let index = costs.length - 1; index > bad && wanted.size < MOST_ROWS; index--) wanted.add(index);
  return costs.filter((_, index) => wanted.has(index));
}

function toCell(metric: MetricId, ratio: number | null): CostCell {
  const level = verdictLevel(ratio, metricOf(metric).direction, THRESHOLD);
  const moved = isChange(level);
  return {
    text: formatRatio(ratio),
    level,
    direction: moved ? ((ratio ?? 1) < 1 ? 'dn' : 'up') : null,
  };
}
