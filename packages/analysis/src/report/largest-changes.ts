import { benchmarkModel, type MetricId, metricLabel, metricOf } from '@basecase/ingest/model';
import { firstBad } from '../ratio/steps';
import { isBetter, isWorse } from '../ratio/verdict-level';
import { releaseLineKey } from '../verdicts/steps/release-lines';
import { isSure } from '../verdicts/verdict';
import { changeReasons } from './change-reasons';
import { relativeAt, toJudgedCell, toReportCell, valueAt } from './relative';
import type { ReportCell, ReportChange, ReportChanges, ReportInput } from './report';

/** Enough to act on; the tables above have the rest. */
const LISTED = 8;
/** More costs than this are no longer read across. */
const MOST_COSTS = 6;

interface Change {
  row: number;
  relative: number | null;
  cell: ReportCell;
}

/**
 * The tests of the judged column that changed most against the base, each way, with their costs per operation. What is
 * only possible stands behind all that is sure.
 */
export function largestChanges(input: ReportInput): ReportChanges {
  const { matrix, metric, base, judged, threshold, mostChanges = LISTED } = input;
  const costs = costsOf(input);
  const changed = matrix.rows
    .map((_, row) => ({ row, relative: relativeAt(matrix, metric, { row, column: judged, base }) }))
    .map((change): Change => ({ ...change, cell: toJudgedCell(input, { ...change, column: judged }) }))
    .toSorted((a, b) => rank(a) - rank(b) || distance(b.relative) - distance(a.relative) || a.row - b.row);
  const [worse, better] = (['worse', 'better'] as const).map((way) =>
    changed.filter(({ cell }) => wayOf(cell) === way),
  ) as [Change[], Change[]];
  const toChange = ({ row, cell }: Change): ReportChange => ({
    test: matrix.rows[row]?.label ?? '',
    ratio: cell,
    since: wayOf(cell) === 'worse' ? sinceOf(input, row) : null,
    costs: costs.map((cost) =>
      toReportCell(relativeAt(matrix, cost, { row, column: judged, base }), cost, threshold),
    ),
    ...(metric === 'throughput' && costs.length > 0
      ? changeReasons(matrix, { row, base, column: judged })
      : { explained: '', sentence: '' }),
  });
  return {
    costs: costs.map((cost) => metricLabel(input.benchmark, cost, metricOf(cost).label)),
    worse: worse.slice(0, mostChanges).map(toChange),
    better: better.slice(0, mostChanges).map(toChange),
    total: { worse: worse.length, better: better.length },
    possible: { worse: countPossible(worse), better: countPossible(better) },
  };
}

/** Null where nothing changed by the rule in force. */
function wayOf({ level, verdict }: ReportCell): 'worse' | 'better' | null {
  if (verdict?.endsWith('regression') || isWorse(level)) return 'worse';
  return verdict?.endsWith('improvement') || isBetter(level) ? 'better' : null;
}

function rank({ cell: { verdict } }: Change): number {
  return verdict === undefined || isSure(verdict) ? 0 : 1;
}

function countPossible(changes: readonly Change[]): number {
  return changes.filter((change) => rank(change) === 1).length;
}

/** Usual metrics of the benchmark in addition to the shown one, if both columns have them. */
function costsOf({ matrix, benchmark, metric, base, judged }: ReportInput): MetricId[] {
  return benchmarkModel(benchmark)
    .heatmapMetrics.filter((cost) => cost !== metric && metricOf(cost).direction !== 'none')
    .filter((cost) =>
      matrix.rows.some((_, row) => relativeAt(matrix, cost, { row, column: judged, base }) !== null),
    )
    .slice(0, MOST_COSTS);
}

/** The first slower column on the release line of the base; only throughput has a "since". */
function sinceOf({ matrix, metric, base, threshold, judgement }: ReportInput, row: number): string | null {
  if (judgement) return judgement.since[row] ?? null;
  if (metric !== 'throughput') return null;
  const lines = matrix.columns.map(releaseLineKey);
  const values = lines.map((line, column) =>
    line === lines[base] ? valueAt(matrix, metric, { row, column }) : null,
  );
  const first = firstBad(values, base, threshold);
  return first === null ? null : (matrix.columns[first]?.name ?? null);
}

/** On a logarithmic scale: 0.5 is as far as 2. */
function distance(relative: number | null): number {
  if (relative === null) return -1;
  return relative === 0 ? Number.MAX_VALUE : Math.min(Math.abs(Math.log(relative)), Number.MAX_VALUE);
}
