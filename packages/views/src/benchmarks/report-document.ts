import { type DocumentTable, finite, type ViewDocument } from '../document/view-document';
import { BENCHMARK_VIEWS } from '../url/benchmark-view-href';
import type { LoadedReport, ReportModel } from './report-source';
import type { ReportTable } from './report-table-model';

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

/** Away from its page a title says which benchmark it is. */
function titleOf({ title, kind }: LoadedReport['page']): string {
  const name = BENCHMARK_VIEWS.find((view) => view.kind === kind)?.name ?? '';
  return title.startsWith(name) ? title : `${name}: ${title}`;
}

function toTable({ id, title, hint, corner, groups, heads, rows, notes }: ReportTable): DocumentTable {
  return {
    id,
    title,
    hint: withoutControls(hint),
    corner,
    groups: groups.map(({ label, span }) => ({ label, span })),
    heads: heads.map(({ key, label, note, starts, isBase }, index) => ({
      // In a table of several workloads a version stands once in each.
      key: heads.findIndex((head) => head.key === key) === index ? key : `${key} ${index}`,
      label,
      note,
      starts,
      isBase,
      isWords: false,
    })),
    sections: [
      {
        label: '',
        rows: rows.map(({ key, name, note, isBase, cells }) => ({
          ...{ key, name, note, isBase, isMean: false },
          cells: cells.map(({ text, note, level, mark, value }) => ({
            text,
            note,
            level,
            mark,
            value: finite(value),
          })),
        })),
      },
    ],
    notes,
  };
}

/** What a click would do means nothing where nothing can be clicked, nor do bars where there are none. */
function withoutControls(hint: string): string {
  return hint
    .split('; ')
    .filter((part) => !/^click |^bars /.test(part))
    .join('; ');
}
