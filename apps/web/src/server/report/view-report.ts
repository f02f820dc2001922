import { buildReport, pickColumns, pickRows, type Report } from '@basecase/analysis';
import { toColumnSet } from '../../features/compare/column-set';
import { titleOf } from '../../features/compare/columns';
import { DEFAULT_COMPARE_STATE } from '../../features/compare/compare-state';
import { prepareHeatmap } from '../../features/compare/prepare-heatmap';
import { type Fact, prepareFacts } from '../../features/report/prepare-facts';
import { serverClass } from '../../lib/server-name';
import type { ReportView } from './load-report';
import { reportJudgement } from './report-judgement';

export interface ViewReport {
  title: string;
  facts: Fact[];
  report: Report;
  /** Slug of the column that the report is about, for links to its cells. */
  judgedSlug: string;
}

/** The report of a view in a state: its columns, filter, base, metric and rule; always in the domain's order. */
export function toViewReport({ view, data, state }: ReportView): ViewReport {
  const set = toColumnSet(data, state);
  const inOrder = { ...state, fold: [], sort: DEFAULT_COMPARE_STATE.sort };
  const { groups, view: shown } = prepareHeatmap(set, inOrder);
  const rows = groups.flatMap((group) => group.rows.map(({ row }) => row));
  const matrix = pickRows(pickColumns(view.matrix, set.source), rows);
  const names = set.names.map(({ short }) => short);
  return {
    title: `${titleOf(set.columns)} on ${serverClass(view.server)}`,
    facts: prepareFacts({ ...view, matrix }),
    report: buildReport({
      matrix: {
        ...matrix,
        columns: matrix.columns.map(({ label, product }, index) => ({
          label,
          product,
          name: names[index] ?? '',
        })),
      },
      benchmark: view.workload.benchmark,
      metric: shown.metric,
      base: shown.base,
      judged: shown.judged,
      threshold: shown.threshold,
      judgement: reportJudgement(shown, rows),
    }),
    judgedSlug: set.columns[shown.judged]?.slug ?? '',
  };
}
