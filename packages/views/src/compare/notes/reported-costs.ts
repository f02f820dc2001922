import { type CellSource, reportedCells, reportedColumns } from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import { joinNames } from '../../text/join-names';
import type { ColumnSet } from '../column-set';
import { rowSummaryCosts } from '../heatmap/heatmap-row-summary';
import type { HeatmapSelection } from '../heatmap-selection';

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
export interface ReportedNote {
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
