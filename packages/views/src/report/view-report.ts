import { buildReport, pickColumns, pickRows, type Report } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { titleOf } from '../compare/choose-columns';
import { toColumnSet } from '../compare/column-set';
import type { CompareState } from '../compare/compare-state';
import { compareUrl } from '../compare/compare-state';
import { prepareHeatmap } from '../compare/heatmap/prepare-heatmap';
import type { HeatmapData } from '../compare/heatmap-data';
import { serverClass } from '../text/server-name';
import { type Fact, prepareFacts } from './prepare-facts';
import { reportJudgement } from './report-judgement';

/** What a report is made of. */
export interface LoadedView {
  /** Values as stored. */
  view: CompareView;
  /** The same as the compare page has it, which knows the noise. */
  data: HeatmapData;
  state: CompareState;
}

export interface ViewReport {
  title: string;
  facts: Fact[];
  report: Report;
  /** Slug of the column that the report is about, for links to its cells. */
  judgedSlug: string;
}

/** The report of a view in a state: its columns, filter, base, metric and rule; always in the domain's order. */
export function toViewReport({ view, data, state }: LoadedView): ViewReport {
  const set = toColumnSet(data, state);
  const inOrder = { ...state, fold: [], sort: compareUrl.defaults.sort };
  const { groups, selection: shown } = prepareHeatmap(set, inOrder);
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
