import type { Report, ReportGroup } from '@basecase/analysis';
import { cellClass } from '@basecase/views/document';
import type { CSSProperties } from 'react';
import { CellWords } from '../../ui/table/cell-words';
import { ScrollTable } from '../../ui/table/scroll-table';

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
        <ScrollTable
          label={`${title}, table`}
          className="heatstill parts"
          style={columnCount(legend.length)}
          caption={`${title}, relative to ${base.name}`}
          head={[
            'Test',
            ...legend.map(({ number, name }) => ({
              label: (
                <>
                  <b>{number}</b>
                  <span>{name}</span>
                </>
              ),
            })),
          ]}
        >
          {group.rows.map(({ test, cells }) => (
            <tr key={test}>
              <th scope="row">{hrefOf ? <a href={hrefOf(test)}>{test}</a> : test}</th>
              {cells.map((cell, index) => (
                <td key={legend[index]?.number} className={cellClass(cell)}>
                  <CellWords cell={cell} />
                </td>
              ))}
            </tr>
          ))}
          {group.rows.length > 1 ? (
            <tr className="mean">
              <th scope="row">geometric mean</th>
              {group.means.map(({ text }, index) => (
                <td key={legend[index]?.number}>{text}</td>
              ))}
            </tr>
          ) : null}
        </ScrollTable>
      )}
    </section>
  );
}

/** Read by print.css. */
function columnCount(count: number): CSSProperties {
  return { '--n': count } as CSSProperties;
}
