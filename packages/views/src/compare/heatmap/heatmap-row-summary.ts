import {
  type CellSource,
  costRatio,
  explanationWords,
  firstBad,
  formatRatio,
  isChange,
  isFlagged,
  type Level,
  largestStep,
  MISSING,
  reportedCells,
  reportedColumns,
} from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import { levelOf, thresholdOf } from '../../results/relative';
import { joinNames } from '../../text/words';
import type { ColumnSet, Spark } from '../column-set';
import { type PendingCosts, verdictAt } from '../heatmap-data';
import { cellValues, type HeatmapSelection, metricLabel, ofThroughput } from '../heatmap-selection';
import { verdictsOf } from '../judge-selection';
import { explainCell, lineRatiosOf, ratioAt } from '../rounds-of-cell';

/** A ratio as text, with its level. */
export interface Verdict {
  text: string;
  level: Level;
}

/** Columns of a row next to the heatmap: first bad version, step and reasons. */
export interface RowSummary {
  firstBad: string | null;
  largestStep: { version: string; text: string } | null;
  /** A recorded loss that begins elsewhere, because it is against the level before and not against the base. */
  record: { href: string; text: string; title: string } | null;
  spark: Spark | null;
  /** Empty when no cost was recorded in the whole view. */
  costs: Verdict[];
  explained: string;
}

/** Of a row that is not about one product. */
export const NO_ROW_SUMMARY: RowSummary = {
  firstBad: null,
  largestStep: null,
  record: null,
  spark: null,
  costs: [],
  explained: '',
};
/**
 * First bad version, step and reasons describe throughput, whatever metric the cells show; the heads name it if the
 * two differ.
 */
export function summaryHeads(selection: HeatmapSelection) {
  const of = selection.metric === 'throughput' ? '' : `${metricLabel(selection.data, 'throughput')} `;
  return {
    since: of === '' ? 'Slower since' : `${of}slower since`,
    step: {
      text: 'Largest step',
      title: 'The largest drop from the first bad version on: the ratio to the release before it',
    },
    explained: of === '' ? 'Explained by' : `${of}explained by`,
  };
}

const SUMMARY_COSTS = ['cpu_per_op', 'cs_per_op', 'write_kb_per_op'] as const;

/** Shown for a cost while its values are loading. */
const ON_ITS_WAY: Verdict = { text: '…', level: MISSING };

export function rowSummary(selection: HeatmapSelection, row: number): RowSummary {
  return {
    ...sinceOf(selection, row),
    spark: selection.sparks[row] ?? null,
    ...cellCosts(selection, row),
  };
}

/** Since when the test is slower than the base: as the verdicts have it, or as the plain threshold has. */
function sinceOf(
  selection: HeatmapSelection,
  row: number,
): Pick<RowSummary, 'firstBad' | 'largestStep' | 'record'> {
  const nameOf = (column: number) => selection.names[column]?.short ?? '';
  const { first, largest } = rowSince(selection, row);
  return {
    firstBad: first === null ? null : nameOf(first),
    largestStep: largest && { version: nameOf(largest.column), text: formatRatio(largest.ratio) },
    record: recordBeside(selection, row, first),
  };
}

/**
 * The first version of a row from which on it stays slower than the base, and the largest step from there on, by the rule in
 * force. Both rules read the ratios that the cells show: of pairs of rounds where there are some.
 */
export function rowSince(
  shown: HeatmapSelection,
  row: number,
): { first: number | null; largest: { column: number; ratio: number } | null } {
  const selection = ofThroughput(shown);
  const judged = verdictsOf(selection)?.rows[row];
  if (judged) return { first: judged.firstBad, largest: judged.largest };
  const ratios = lineRatiosOf(selection, 'throughput', row);
  const first = firstBad(ratios, selection.base, thresholdOf(selection));
  const step = largestStep(ratios, first);
  return { first, largest: step && { column: step.index, ratio: step.ratio } };
}

/** The largest recorded loss of a row, unless one of its records begins at the first bad version, too. */
function recordBeside(
  { data, source }: HeatmapSelection,
  row: number,
  first: number | null,
): RowSummary['record'] {
  const records = data.records?.[row] ?? [];
  const at = first === null ? null : source[first];
  const [largest] = records;
  if (!largest || records.some(({ firstBad }) => firstBad === at)) return null;
  const [since, before] = [largest.firstBad, largest.lastGood].map(
    (column) => data.columns[column]?.version ?? '',
  );
  return {
    href: `/r/${largest.slug}`,
    text: `${since} vs ${before}`,
    title: `Recorded against the level before: slower than ${before} since ${since}.`,
  };
}

/** Costs of the judged column against the base, and what they explain. */
function cellCosts(selection: HeatmapSelection, row: number): Pick<RowSummary, 'costs' | 'explained'> {
  const { pending } = selection.data;
  if (pending) {
    const known = pending.key === pendingKey(selection) ? pending.rows[row] : undefined;
    return known
      ? { costs: known.costs.map(([text, level]) => ({ text, level })), explained: known.explained }
      : { costs: rowSummaryCosts(selection).map(() => ON_ITS_WAY), explained: '' };
  }
  const at = (column: number) => cellValues(selection, row, column);
  const [judged, base] = [at(selection.judged), at(selection.base)];
  return {
    costs: rowSummaryCosts(selection).map((metric): Verdict => {
      const value = costRatio(metric, judged[metric] ?? null, base[metric] ?? null);
      return {
        text: formatRatio(value),
        level: value === null ? MISSING : levelOf(selection, value, metric),
      };
    }),
    explained: explainedText(selection, row),
  };
}

/** Costs that account for the change of the judged column; empty without a change. */
function explainedText(selection: HeatmapSelection, row: number): string {
  if (!isChanged(selection, row)) return '';
  const explanation = explainCell(selection, row, selection.judged);
  return explanation ? explanationWords(explanation) : '';
}

function isChanged(shown: HeatmapSelection, row: number): boolean {
  const selection = ofThroughput(shown);
  const verdicts = verdictsOf(selection);
  if (verdicts) return isFlagged(verdictAt(verdicts, row, selection.judged));
  const value = ratioAt(selection, selection.metric, { row, column: selection.judged });
  return isChange(levelOf(selection, value));
}

/**
 * The costs of all rows, for a page whose values come later.
 *
 * @param missing metrics that come later
 */
export function toPendingCosts(selection: HeatmapSelection, missing: MetricId[]): PendingCosts {
  return {
    key: pendingKey(selection),
    missing,
    rows: selection.data.rows.map((_, row) => {
      const { costs, explained } = cellCosts(selection, row);
      return { costs: costs.map(({ text, level }) => [text, level]), explained };
    }),
  };
}

/** Everything that the costs of a row depend on besides the values. */
function pendingKey({ columns, base, judged, threshold, throughputRule }: HeatmapSelection): string {
  return [columns[base]?.slug, columns[judged]?.slug, threshold, throughputRule].join(' ');
}

/** Costs next to the heatmap: none when the view lacks all of them, as in published tables of ratios. */
export function rowSummaryCosts({ data }: HeatmapSelection): readonly (typeof SUMMARY_COSTS)[number][] {
  return SUMMARY_COSTS.some((metric) => data.recorded.includes(metric)) ? SUMMARY_COSTS : [];
}

const SOURCES: Readonly<Record<string, CellSource>> = { c: 'computed', r: 'reported' };

/** Costs whose reported numbers are low: summaries count header lines of vmstat as samples. */
const LOW_WHEN_REPORTED: readonly MetricId[] = ['cpu_per_op', 'cpu_us_per_op', 'cs_per_op'];

/** Columns that are named before the others are counted. */
const NAMED = 4;

/** [row][column] of the shown columns: true for a cost reported by a summary while others are computed. */
export function reportedCosts(
  { data, source }: Pick<ColumnSet, 'data' | 'source'>,
  metric: MetricId,
): boolean[][] {
  const sources = data.sources[metric]?.map((row) =>
    [...row].map((letter): CellSource => SOURCES[letter] ?? '-'),
  );
  return sources ? reportedCells({ sources: { [metric]: sources } }, metric, source) : [];
}

/** Note above a heatmap whose costs have two sources. */
interface ReportedNote {
  /** `cpu/o and cs/o of 5.6.51 and 5.7.44`. */
  what: string;
  /** What follows from it, in full sentences. */
  rest: string;
  /** True when cells of the heatmap carry the mark. */
  isMarked: boolean;
}

/**
 * Says which columns have costs that a summary table reported while the others were computed from raw logs. For a
 * heatmap of throughput it is about the costs in the row summary, which compare two columns.
 *
 * @returns null where every compared number was made in one way
 */
export function reportedNote(selection: HeatmapSelection): ReportedNote | null {
  const { metric, source, judged, base, names } = selection;
  const isMarked = metric !== 'throughput';
  const metrics = isMarked ? [metric] : rowSummaryCosts(selection);
  const compared = isMarked ? [...source.keys()] : [judged, base];
  const shown = { ...selection, source: compared.map((column) => source[column] ?? -1) };
  const found = metrics
    .map((id) => ({ id, columns: reportedColumns(reportedCosts(shown, id)) }))
    .filter(({ columns }) => columns.length > 0);
  if (found.length === 0) return null;
  const columns = new Set(found.flatMap((each) => each.columns.map((index) => compared[index] ?? 0)));
  const isLow = found.some(({ id }) => LOW_WHEN_REPORTED.includes(id));
  return {
    what: `${joinNames(found.map(({ id }) => metricOf(id).label))} of ${namesText([...columns], names)}`,
    rest: `${found.length > 1 ? 'are' : 'is'} as a summary table reported ${found.length > 1 ? 'them' : 'it'}; ${
      isMarked ? 'the others are' : 'what stands against it is'
    } computed from raw logs.${isLow ? ' Reported cpu/o and cs/o are 4 to 5% low, so a difference of that size means nothing.' : ''}`,
    isMarked,
  };
}

function namesText(columns: readonly number[], names: HeatmapSelection['names']): string {
  const shown = columns.slice(0, NAMED).map((column) => names[column]?.short ?? '');
  const more = columns.length - shown.length;
  return joinNames(more > 0 ? [...shown, `${more} more`] : shown);
}
