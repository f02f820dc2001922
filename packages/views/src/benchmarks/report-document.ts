import { type DocumentTable, finite, type ViewDocument } from '../document/view-document';
import { type PageView, shownRuns } from '../share/page-view';
import { BENCHMARK_VIEWS } from '../url/hrefs';
import {
  type LoadedReport,
  type Report,
  type ReportModel,
  type ReportSource,
  type ReportState,
  type ReportTable,
  reportUrl,
} from './report-model';
import { reportProblems } from './report-page';

/** A report as it is read: its sentence, its tables and those of the test that is shown in detail. */
export function reportDocument({
  page,
  model,
  notes,
}: Pick<LoadedReport, 'page' | 'notes'> & { model: ReportModel }): ViewDocument {
  const tables = [...model.tables, ...(model.detail?.tables ?? [])];
  return {
    title: titleOf(page),
    on: page.on,
    meta: page.meta.filter(Boolean),
    sentence: model.sentence,
    notes,
    chart: null,
    tables: tables.map(toTable),
  };
}

/** A benchmark in the form that its users know. */
export function reportView({
  load,
  url = reportUrl,
}: Report): PageView<ReportSource, ReportState, LoadedReport | null> {
  return {
    url,
    read: load,
    problems: (state, report, misread) => (report ? reportProblems(state, report, misread) : misread),
    document: (report) =>
      report?.model
        ? {
            document: reportDocument({ ...report, model: report.model }),
            path: report.path,
            read: report.views.map(({ matrix, ...view }) => shownRuns({ ...view, ...matrix }, null)),
          }
        : null,
  };
}

/** Outside its page a title names the benchmark. */
function titleOf({ title, kind }: LoadedReport['page']): string {
  const name = BENCHMARK_VIEWS.find((view) => view.kind === kind)?.name;
  return name === undefined || title.startsWith(name) ? title : `${name}: ${title}`;
}

function toTable({ id, title, hint, corner, groups, heads, rows, notes }: ReportTable): DocumentTable {
  return {
    id,
    title,
    hint: withoutControls(hint),
    corner,
    groups,
    heads: heads.map(({ link: _, ...head }, index) => ({
      ...head,
      // A table of several workloads has each version once per workload.
      key: heads.findIndex(({ key }) => key === head.key) === index ? head.key : `${head.key} ${index}`,
      isWords: head.isWords ?? false,
    })),
    sections: [
      {
        label: '',
        rows: rows.map(({ link: _, cells, ...row }) => ({
          ...row,
          isMean: false,
          cells: cells.map(({ bar: _, ...cell }) => ({ ...cell, value: finite(cell.value) })),
        })),
      },
    ],
    notes,
  };
}

/** Hints without the parts about clicks and bars, which a document does not have. */
function withoutControls(hint: string): string {
  return hint
    .split('; ')
    .filter((part) => !/^click |^bars /.test(part))
    .join('; ');
}
