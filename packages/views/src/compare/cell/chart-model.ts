import {
  bandSentence,
  type ColumnVerdict,
  certaintyOf,
  failedSentence,
  formatRatio,
  GUARDED,
  isJudged,
  isLargeUnconfirmed,
  isSure,
  type JudgedCell,
  LARGE_UNCONFIRMED,
  type MatrixVerdicts,
  NEUTRAL,
  settleSentence,
  stealSentence,
  stepSentence,
  stopSentence,
  unexplainedShare,
  unknownNoiseText,
  type Verdict,
  verdictName,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { levelOf } from '../../results/relative';
import { capital } from '../../text/words';
import { type MethodTopic, verdictTopic } from '../../url/hrefs';
import { emphasisOf } from '../../verdict/verdict-trend';
import type { OpenCell } from '../bands/banded-selection';
import { cellVerdict } from '../heatmap/heatmap-readout';
import { absoluteText, type HeatmapSelection, metricLabel } from '../heatmap-selection';
import { judgeSelection } from '../judge-selection';
import { otherLengthOf, ratioAt } from '../rounds-of-cell';

export interface ChartPoint {
  /** Position in release order; versions are equally spaced. */
  x: number;
  name: string;
  /** Null leaves a gap; never zero for missing. */
  value: number | null;
  emphasis: 'plain' | 'bad' | 'good';
}

/** Everything a small chart draws: the drawing decides nothing. */
export type ChartModel = ReturnType<typeof chartModel>;

/** Room above the highest point for the text of the selected one. */
const HEADROOM = 1.28;
/** Two labels closer than this share of the width overlap. */
const LABEL_SHARE = 0.3;
const MANY_POINTS = 20;

/** One metric over the columns, from zero. */
export function chartModel(
  selection: HeatmapSelection,
  { metric, values, open }: { metric: MetricId; values: (number | null)[]; open: OpenCell },
) {
  const { row, column: selected } = open;
  const base = values[selection.base] ?? null;
  const points = values.map((value, x): ChartPoint => {
    const level =
      x === selection.base
        ? NEUTRAL
        : levelOf(selection, ratioAt(selection, metric, { row, column: x }), metric);
    return { x, name: selection.names[x]?.short ?? '', value, emphasis: emphasisOf(level) ?? 'plain' };
  });
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  const own = values[selected] ?? null;
  const isRatioTable = selection.data.workload.relativeTo !== null;
  const label = metric === 'throughput' && isRatioTable ? 'rQPS' : metricLabel(selection.data, metric);
  return {
    metric,
    label,
    /** Ratio of the open cell to the base. */
    ratio: formatRatio(ratioAt(selection, metric, open)),
    points,
    selected,
    /** Text at the selected point; empty when it has no value. */
    selectedText: own === null ? '' : absoluteText(selection, metric, own),
    /** Value of the base: the dashed line; null when it is missing. */
    base,
    /** Top of the axis; it starts at zero. */
    top: largest === 0 ? 1 : largest * HEADROOM,
    /** Points that are named under the axis: the ends, where they do not run into the selected one. */
    ticks: ticksOf(values.length, selected),
    /** Radius of a plain point: many columns need small ones. */
    radius: values.length > MANY_POINTS ? 1 : 2,
    /** The chart in words. */
    description: `${label} by version: ${points.map(({ name, value }) => `${name} ${absoluteText(selection, metric, value)}`).join(', ')}`,
  };
}

function ticksOf(count: number, selected: number): number[] {
  const last = count - 1;
  if (last <= 0) return [0];
  const far = (tick: number) => Math.abs(tick - selected) / last >= LABEL_SHARE;
  return [...new Set([...(far(0) ? [0] : []), selected, ...(far(last) ? [last] : [])])];
}

export interface PanelVerdict {
  /** `Small regression, likely real`. */
  words: string;
  /** Where it is explained. */
  topic: MethodTopic;
  /** How much the test moves by itself, what would settle it, what the verdict rests on. */
  notes: string[];
}

/** The verdict on a cell and how sure it is; null for the base, and while thresholds are in force. */
export function panelVerdict(selection: HeatmapSelection, { row, column }: OpenCell): PanelVerdict | null {
  const verdict = cellVerdict(selection, row, column);
  if (!verdict) return null;
  if (verdict === 'missing') {
    const reason = otherLengthOf(selection, { row, column });
    if (reason === '') return null;
    return { words: 'Not judged', topic: verdictTopic(verdict), notes: [`${capital(reason)}.`] };
  }
  const full = judgeSelection(selection);
  const cell = full?.cells[row]?.[column];
  if (cell?.verdict === 'stopped working')
    return { words: verdictWords(verdict), topic: verdictTopic(verdict), notes: [stopSentence(cell.reason)] };
  const notes = full && cell && isJudged(cell) ? notesOf(selection, full, { row, column, cell }) : [];
  const words = verdictWords(verdict, ratioAt(selection, selection.metric, { row, column }));
  return { words, topic: verdictTopic(verdict), notes };
}

/** `Regression, sure`, `Likely regression, not confirmed`, `Likely regression: large, unconfirmed`. */
function verdictWords(verdict: Verdict, ratio: number | null = null): string {
  const certainty = certaintyOf(verdict);
  const name = capital(verdictName(verdict));
  if (isLargeUnconfirmed(verdict, ratio)) return `${name}: ${LARGE_UNCONFIRMED}`;
  if (certainty === 'likely') return `${name}, not confirmed`;
  return isSure(verdict) ? `${name}, sure` : name;
}

function notesOf(
  selection: HeatmapSelection,
  full: MatrixVerdicts,
  { row, column, cell }: { row: number; column: number; cell: JudgedCell },
): string[] {
  return [
    `${bandSentence(cell)} ${sourceOf(cell, full.columns[column])}`,
    settleSentence(cell, {
      base: selection.names[selection.base]?.short ?? '',
      version: selection.names[column]?.short ?? '',
    }),
    cell.changedBy === 'evidence'
      ? unknownNoiseText({ canBeSure: full.columns[column]?.canBeSure ?? false })
      : CHANGED_BY[cell.changedBy ?? 'nothing'],
    stealText(cell),
    cell.failed ? failedSentence(cell.failed, { isFaster: cell.changedBy === 'failures' }) : '',
    stepText(selection, full, { row, column }),
    unexplainedText(cell),
  ].filter(Boolean);
}

const CHANGED_BY = {
  support: 'By throughput alone it would be likely only; a count per operation changed with it.',
  guard: GUARDED,
  host: 'Likely at most: most tests moved together, which points to the machine.',
  // Each of these has its percent.
  steal: '',
  failures: '',
  nothing: '',
} as const;

function stealText({ steal }: JudgedCell): string {
  return steal === null ? '' : stealSentence(steal);
}

/** The source of a test's noise estimate. */
function sourceOf({ noisePairs, rounds }: JudgedCell, column: ColumnVerdict | undefined): string {
  if (rounds) return 'The runs were interleaved, so drift of the machine affects both and cancels.';
  const { nights = null, noisePairs: serverPairs = 0 } = column ?? {};
  if (nights !== null) return `Compared with the level of its night; noise from ${nights} nights.`;
  // The note above the table explains how to measure the noise.
  if (serverPairs === 0) return 'No independent repeat run yet, so it is assumed.';
  const of = serverPairs === 1 ? '1 pair of runs' : `${serverPairs} pairs of runs`;
  return noisePairs === serverPairs
    ? `Measured from ${of} that should be the same.`
    : `Measured from ${of} that should be the same, ${noisePairs} with this test.`;
}

/** Where the new level rests on one run only. */
function stepText(
  selection: HeatmapSelection,
  full: MatrixVerdicts,
  at: { row: number; column: number },
): string {
  const nameOf = (index: number) => selection.names[index]?.short ?? '';
  const steps = full.rows[at.row]?.lineSteps.flatMap((line) => line.steps) ?? [];
  const step = steps.find(({ column }) => column === at.column);
  if (!step) return '';
  return stepSentence({
    kind: step.kind,
    version: nameOf(step.column),
    back: step.back === null ? null : nameOf(step.back),
  });
}

/** Less than this is not worth a sentence. */
const LEAST_UNEXPLAINED = 0.1;

function unexplainedText({ explanation }: JudgedCell): string {
  const share = explanation && unexplainedShare(explanation);
  if (!share || share < LEAST_UNEXPLAINED || share === 1) return '';
  return `About ${Math.round(share * 20) * 5}% of the change is not accounted for by any of these metrics alone.`;
}
