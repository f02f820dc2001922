import type { Report, ReportGroup } from '@basecase/analysis';
import { cellClass } from '@basecase/views/document';
import type { CSSProperties } from 'react';
import { CellWords } from '../../ui/table/cell-words';
import { ColumnTable } from '../../ui/table/column-table';

interface Props {
  group: ReportGroup;
  report: Report;
  hrefOf: ((test: string) => string) | null;
}

/** The relative table of one group of tests, with what it says. */
export function ReportTable({ group, report, hrefOf }: Props) {
  const { legend, metric, base } = report;
  const title = `Relative ${metric}: ${group.label}`;
  return (
    <section aria-labelledby={`group-${group.id}`}>
      <h2 id={`group-${group.id}`}>{title}</h2>
      <ul className="points">
        {group.summary.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {legend.length === 0 ? null : (
        <ColumnTable<ReportGroup['rows'][number]>
          label={`${title}, table`}
          className="heatstill parts"
          style={columnCount(legend.length)}
          caption={`${title}, relative to ${base.name}`}
          rows={group.rows}
          rowKey={({ test }) => test}
          columns={[
            {
              head: 'Test',
              kind: 'name',
              cell: ({ test }) => (hrefOf ? <a href={hrefOf(test)}>{test}</a> : test),
            },
            ...legend.map(({ number, name }, index) => ({
              head: (
                <>
                  <b>{number}</b>
                  <span>{name}</span>
                </>
              ),
              className: ({ cells }: ReportGroup['rows'][number]) => cells[index] && cellClass(cells[index]),
              cell: ({ cells }: ReportGroup['rows'][number]) =>
                cells[index] && <CellWords cell={cells[index]} />,
            })),
          ]}
        >
          {group.rows.length > 1 ? (
            <tr className="mean">
              <th scope="row">geometric mean</th>
              {group.means.map(({ text }, index) => (
                <td key={legend[index]?.number}>{text}</td>
              ))}
            </tr>
          ) : null}
        </ColumnTable>
      )}
    </section>
  );
}

/** Read by print.css. */
function columnCount(count: number): CSSProperties {
  return { '--n': count } as CSSProperties;
}
