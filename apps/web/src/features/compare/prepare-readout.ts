import { formatRatio, type Level, ratioToPrevious } from '@basecase/analysis';
import { METRICS, type MetricId } from '@basecase/ingest/model';
import { absoluteText, isCost, levelOf, relative, type View, valuesOf } from './view';

export interface Readout {
  test: string;
  note: string;
  versus: string;
  absolute: string;
  /** Why there is no ratio; null when there is one. */
  problem: string | null;
  ratio: { text: string; level: Level; direction: 'up' | 'dn' };
  /** Ratio to the column before; null for the base and where there is none. */
  previous: { version: string; text: string } | null;
  others: { label: string; text: string; level: Level }[];
}

const EXCLUDED_REASONS = {
  failed: 'the test failed',
  sla_failed: 'missed its SLA: the target rate was not sustained',
  warmup: 'a warm-up, not compared',
  missing: 'not recorded',
  ok: '',
} as const;

/** One line about a cell: everything a tooltip would say. */
export function prepareReadout(view: View, row: number, column: number): Readout | null {
  const test = view.data.rows[row];
  const [own, base] = [view.names[column], view.names[view.base]];
  if (!test || !own || !base) return null;
  const values = valuesOf(view, view.metric, row);
  const [value, baseValue] = [values[column] ?? null, values[view.base] ?? null];
  const quotient = relative(view.metric, value, baseValue);
  const previous = columnBefore(view, row, column);
  const unit = view.metric === 'throughput' ? test.unit : METRICS[view.metric].label;
  const isRatioTable = view.data.workload.relativeTo !== null;
  return {
    test: test.name,
    note: test.range === null ? '' : `range=${test.range}`,
    versus: column === view.base ? `${own.short}, the base` : `${own.short} against ${base.short}`,
    absolute: isRatioTable
      ? `${absoluteText(view, view.metric, value)} / ${absoluteText(view, view.metric, baseValue)} as published`
      : `${absoluteText(view, view.metric, value)} / ${absoluteText(view, view.metric, baseValue)} ${unit}`,
    problem: value === null ? EXCLUDED_REASONS[statusOf(view, row, column)] : null,
    ratio: {
      text: formatRatio(quotient),
      level: column === view.base ? 'n' : levelOf(view, quotient),
      direction: (quotient ?? 1) < 1 ? 'dn' : 'up',
    },
    previous:
      previous === null || column === view.base || isCost(view.metric)
        ? null
        : {
            version: view.names[previous]?.short ?? '',
            text: formatRatio(ratioToPrevious(values, column, view.productStart[column])),
          },
    others: view.data.metrics
      .filter((metric) => metric !== view.metric && view.data.values[metric])
      .map((metric) => otherMetric(view, metric, { row, column })),
  };
}

/** The last recorded column of the same product before this one: what "the column before" means. */
export function columnBefore(view: View, row: number, column: number): number | null {
  const values = valuesOf(view, view.metric, row);
  for (let index = column - 1; index >= (view.productStart[column] ?? 0); index--) {
    if (values[index] !== null) return index;
  }
  return null;
}

/** Why a cell has no value. */
export function statusOf(view: View, row: number, column: number) {
  const source = view.source[column];
  const found = view.data.excluded.find(([atRow, atColumn]) => atRow === row && atColumn === source);
  return found ? found[2] : 'missing';
}

function otherMetric(view: View, metric: MetricId, { row, column }: { row: number; column: number }) {
  const values = valuesOf(view, metric, row);
  const quotient = relative(metric, values[column] ?? null, values[view.base] ?? null);
  return {
    label: METRICS[metric].label,
    text: formatRatio(quotient),
    level: levelOf(view, quotient, metric),
  };
}
