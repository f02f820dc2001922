import {
  formatRatio,
  formatValue,
  type Level,
  ratioToPrevious,
  shownUnit,
  type Verdict,
  verdictFill,
} from '@basecase/analysis';
import { METRICS, type MetricId } from '@basecase/ingest/model';
import { isCost, levelOf, relative } from '../../results/relative';
import { badRunsText } from '../bad-runs';
import type { Excluded } from '../heat-data';
import { verdictAt } from '../heat-verdicts';
import { verdictsOf } from '../judge-view';
import { absoluteText, type View, valuesOf } from '../view';

export interface Readout {
  test: string;
  note: string;
  versus: string;
  absolute: string;
  /** Why there is no ratio; null when there is one. */
  problem: string | null;
  ratio: { text: string; level: Level; direction: 'up' | 'dn' };
  /** Null while thresholds are in force, and for the base. */
  verdict: Verdict | null;
  /** `3 repeats, spread 2.1%`; empty for a single result. */
  repeats: string;
  /** Ratio to the column before; null for the base and where there is none. */
  previous: { version: string; text: string } | null;
  others: { label: string; text: string; level: Level }[];
}

const EXCLUDED_REASONS = {
  failed: 'the test failed',
  sla_failed: 'missed its SLA: the target rate was not sustained',
  warmup: 'a warm-up, not compared',
  missing: 'not recorded',
  bad_run: 'its run was marked as bad',
  ok: '',
} as const;

/** One line about a cell: everything a tooltip would say. */
export function prepareReadout(view: View, row: number, column: number): Readout | null {
  const test = view.data.rows[row];
  const [own, base] = [view.names[column], view.names[view.base]];
  if (!test || !own || !base) return null;
  const values = valuesOf(view, view.metric, row);
  const [value, baseValue] = [values[column] ?? null, values[view.base] ?? null];
  const excluded = excludedAt(view, row, column);
  const shown = value ?? excluded?.values[view.metric] ?? null;
  const quotient = relative(view.metric, value, baseValue);
  const previous = columnBefore(view, row, column);
  const unit = view.metric === 'throughput' ? test.unit : shownUnit(view.metric);
  const isRatioTable = view.data.workload.relativeTo !== null;
  const verdict = cellVerdict(view, row, column);
  return {
    test: test.name,
    note: test.range === null ? '' : `range=${test.range}`,
    versus: column === view.base ? `${own.short}, the base` : `${own.short} against ${base.short}`,
    absolute: isRatioTable
      ? `${absoluteText(view, view.metric, shown)} / ${absoluteText(view, view.metric, baseValue)} as published`
      : `${absoluteText(view, view.metric, shown)} / ${absoluteText(view, view.metric, baseValue)} ${unit}`,
    problem: value === null ? whyNotCompared(excluded, badRunsText(view.columns[column])) : null,
    ratio: {
      text: formatRatio(quotient),
      level: ratioLevel(view, { column, ratio: quotient, verdict }),
      direction: (quotient ?? 1) < 1 ? 'dn' : 'up',
    },
    verdict,
    repeats: repeatsText(view, row, column),
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

/** The verdict of a cell; null for the base, and while thresholds are in force. */
export function cellVerdict(view: View, row: number, column: number): Verdict | null {
  const verdicts = column === view.base ? null : verdictsOf(view);
  return verdicts && verdictAt(verdicts, row, column);
}

function ratioLevel(
  view: View,
  cell: { column: number; ratio: number | null; verdict: Verdict | null },
): Level {
  if (cell.column === view.base) return 'n';
  return cell.verdict ? verdictFill(cell.verdict, cell.ratio) : levelOf(view, cell.ratio);
}

/** How often a cell was measured, and how far apart its throughputs are. */
function repeatsText({ data, source }: View, row: number, column: number): string {
  const at = source[column] ?? -1;
  const count = data.repeats?.[row]?.[at] ?? 0;
  if (count < 2) return '';
  const spread = data.spread?.[row]?.[at] ?? null;
  return spread === null ? `${count} repeats` : `${count} repeats, spread ${(spread * PERCENT).toFixed(1)}%`;
}

/**
 * A cell in words, for screen readers: `update-zipf, PostgreSQL 18.1 against 15.15: 0.71, regression`. The value
 * itself for the base, the reason where there is no ratio.
 */
export function cellLabel(view: View, row: number, column: number): string {
  const readout = prepareReadout(view, row, column);
  const own = view.columns[column];
  if (!readout || !own) return '';
  const test = readout.note ? `${readout.test} ${readout.note}` : readout.test;
  const versus = readout.versus.startsWith(own.product) ? readout.versus : `${own.product} ${readout.versus}`;
  const where = `${test}, ${versus}`;
  if (readout.problem) return `${where}: ${readout.problem}`;
  if (column === view.base) return `${where}: ${readout.absolute.split(' / ').at(-1)}`;
  const word = readout.verdict ? `, ${readout.verdict}` : VERDICT_WORDS[readout.ratio.level[0] ?? ''];
  return `${where}: ${readout.ratio.text}${word ?? ''}`;
}

const PERCENT = 100;
const VERDICT_WORDS: Readonly<Record<string, string>> = { r: ', regression', b: ', improvement' };

/** The last recorded column of the same product before this one: what "the column before" means. */
export function columnBefore(view: View, row: number, column: number): number | null {
  const values = valuesOf(view, view.metric, row);
  for (let index = column - 1; index >= (view.productStart[column] ?? 0); index--) {
    if (values[index] !== null) return index;
  }
  return null;
}

/** The result of a cell that is there but must not be compared. */
export function excludedAt(view: View, row: number, column: number): Excluded | undefined {
  const source = view.source[column];
  return view.data.excluded.find((cell) => cell.row === row && cell.column === source);
}

function whyNotCompared(excluded: Excluded | undefined, badRuns: string): string {
  if (!excluded) return EXCLUDED_REASONS.missing;
  if (excluded.status === 'bad_run' && badRuns !== '') return badRuns;
  const { insert_rate: rate, insert_rate_target: target, failed_clients: failed } = excluded.values;
  const reason = EXCLUDED_REASONS[excluded.status];
  if (excluded.status === 'sla_failed' && rate !== undefined && target !== undefined)
    return `${reason} (${formatValue(rate, 'insert_rate')} of ${formatValue(target, 'insert_rate_target')} inserts/s)`;
  if (excluded.status === 'failed' && failed !== undefined)
    return `${failed} of its clients failed while it ran: not comparable`;
  return reason;
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
