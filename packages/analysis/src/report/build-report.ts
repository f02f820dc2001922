import { geometricMean } from '../statistics/geometric-mean';
import { metricHeading } from '../table/number-text';
import { largestChanges } from './largest-changes';
import { relativeAt, toJudgedCell, toReportCell } from './relative';
import type { Report, ReportGroup, ReportInput } from './report';
import { ruleInForce } from './rule-in-force';
import { summarizeGroup } from './summarize-group';

/**
 * A view in the form that benchmark reports are published in: legend of the columns, one relative table per group of
 * tests, a summary of each, and the largest changes with what they cost.
 */
export function buildReport(input: ReportInput): Report {
  const { matrix, benchmark, metric, base, judged } = input;
  const others = matrix.columns.map((_, index) => index).filter((index) => index !== base);
  return {
    metric: metricHeading(benchmark, metric),
    base: { label: matrix.columns[base]?.label ?? '', name: matrix.columns[base]?.name ?? '' },
    judged: matrix.columns[judged]?.name ?? '',
    rule: ruleInForce(input),
    legend: others.map((column, position) => ({
      number: `col-${position + 1}`,
      label: matrix.columns[column]?.label ?? '',
      name: matrix.columns[column]?.name ?? '',
    })),
    groups: groupsOf(input).map((group) => toGroup(input, group, others)),
    changes: largestChanges(input),
  };
}

interface Group {
  id: string;
  label: string;
  rows: number[];
}

/** Groups in the order of their first tests, in the order of the domain. */
function groupsOf({ matrix }: ReportInput): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, { group, groupLabel }] of matrix.rows.entries()) {
    const found = groups.get(group) ?? { id: group, label: groupLabel, rows: [] };
    groups.set(group, found);
    found.rows.push(index);
  }
  return [...groups.values()];
}

function toGroup(input: ReportInput, { id, label, rows }: Group, others: readonly number[]): ReportGroup {
  const { matrix, metric, base, judged, threshold, judgement } = input;
  const ratios = rows.map((row) =>
    matrix.columns.map((_, column) => relativeAt(matrix, metric, { row, column, base })),
  );
  const cell = (relative: number | null) => toReportCell(relative, metric, threshold);
  return {
    id,
    label,
    rows: rows.map((row, index) => ({
      test: matrix.rows[row]?.label ?? '',
      cells: others.map((column) =>
        toJudgedCell(input, { row, column, relative: ratios[index]?.[column] ?? null }),
      ),
    })),
    means: others.map((column) => cell(geometricMean(ratios.map((each) => each[column] ?? null)))),
    summary: summarizeGroup({
      names: matrix.columns.map(({ name }) => name),
      base,
      judged,
      ratios,
      metric,
      threshold,
      verdicts: judgement && rows.map((row) => judgement.verdicts[row]?.[judged] ?? 'missing'),
    }),
  };
}
