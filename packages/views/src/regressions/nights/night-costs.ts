import { formatRatio, formatValue, isChange, verdictLevel } from '@basecase/analysis';
import type { RecordSeries } from '@basecase/db/types';
import { COSTS, metricOf } from '@basecase/ingest/model';
import { unitOf } from '../../series/chart/panel';
import { knownMetrics } from '../../series/chart/panel-metrics';
import { countText } from '../../text/count-text';
import type { CostCell } from '../record/record-costs';

export interface NightCostRow {
  metric: string;
  unit: string;
  before: string;
  after: string;
  ratio: CostCell;
}

export interface NightCosts {
  /** `medians of 70 nights before and 20 since`. */
  hint: string;
  rows: NightCostRow[];
  /** False: no hardware cost of an operation was recorded. */
  hasCosts: boolean;
}

/** From here on a cost counts as changed. */
const THRESHOLD = 0.97;

/** What an operation cost at the level before, and at the new one. */
export function nightCosts({ costs, levelNights, view }: RecordSeries): NightCosts {
  const metrics = knownMetrics({ metrics: costs.map(({ metric }) => metric) });
  const rows = metrics.flatMap((metric): NightCostRow[] => {
    const cost = costs.find((own) => own.metric === metric);
    // A query that writes nothing has no row of KB written.
    if (!cost || (cost.before === 0 && cost.after === 0)) return [];
    const level = verdictLevel(cost.ratio, metricOf(metric).direction, THRESHOLD);
    return [
      {
        metric: metricOf(metric).label,
        unit: unitOf(metric, view.test.unit),
        before: formatValue(cost.before, metric),
        after: formatValue(cost.after, metric),
        ratio: {
          text: formatRatio(cost.ratio),
          level,
          direction: isChange(level) ? ((cost.ratio ?? 1) < 1 ? 'dn' : 'up') : null,
        },
      },
    ];
  });
  const { before, after } = levelNights;
  return {
    hint: `medians of ${countText(before, 'night')} before and ${after} since`,
    rows,
    hasCosts: [...COSTS, 'cpu_us_per_op'].some((cost) => metrics.some((metric) => metric === cost)),
  };
}
