import type { Column } from '../table/column';
import type { Report, ReportCell, ReportChange } from './report';

/** A column of the largest changes: judged ratios have a cell, which the page and HTML colour. */
export interface ChangeColumn extends Column<ReportChange> {
  cell?: (change: ReportChange) => ReportCell | undefined;
}

/** The columns of the largest changes, for the page, Markdown and HTML. */
export function changeColumns({ changes, metric, rule }: Report, way: 'worse' | 'better'): ChangeColumn[] {
  return [
    { head: 'test', kind: 'name', text: 'test' },
    { head: metric, text: ({ ratio }) => ratio.text, cell: ({ ratio }) => ratio },
    ...(rule.name === 'verdicts'
      ? [{ head: 'verdict', kind: 'words', text: ({ ratio }) => ratio.verdict ?? '' } satisfies ChangeColumn]
      : []),
    ...changes.costs.map(
      (head, index): ChangeColumn => ({
        head,
        text: ({ costs }) => costs[index]?.text ?? '',
        cell: ({ costs }) => costs[index],
      }),
    ),
    ...(way === 'worse'
      ? ([
          { head: 'since', text: ({ since }) => since ?? '' },
          { head: 'explained by', kind: 'words', text: 'explained' },
        ] satisfies ChangeColumn[])
      : []),
  ];
}
