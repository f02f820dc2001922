import type { ReportCell, ReportHead, ReportRow, ReportTable } from '@basecase/views/benchmarks';
import { ReportSection } from '../../ui/table/report-section';
import type { HeadCell } from '../../ui/table/scroll-table';
import { levelWord } from '../../ui/table/tile';

/** One table of a report, with its links and bars. */
export function ReportTableView({ table }: { table: ReportTable }) {
  const { heads, rows } = table;
  return (
    <ReportSection
      table={table}
      isTarget
      className={`page-section benchmark-table-section${table.hasLongNames ? ' benchmark-long-names' : ''}`}
      heads={heads.map(toHeadCell)}
    >
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} heads={heads} />
        ))}
      </tbody>
    </ReportSection>
  );
}

function toHeadCell({ label, note, link, starts, isBase }: ReportHead): HeadCell {
  const className = ['num', starts ? 'starts' : '', isBase ? 'is-base' : ''].filter(Boolean).join(' ');
  return {
    label: (
      <>
        {link ? (
          <a
            href={link.href}
            aria-label={`${[label, note].filter(Boolean).join(' ')}: ${link.label}`}
            title={link.label}
          >
            {label}
          </a>
        ) : (
          <b>{label}</b>
        )}
        {/* Kept when empty, so that all heads have the same height. */}
        <small>{isBase ? `${note} base`.trim() : note}</small>
      </>
    ),
    className,
  };
}

function Row({ row, heads }: { row: ReportRow; heads: readonly ReportHead[] }) {
  const { name, note, link, isBase, cells } = row;
  return (
    <tr className={isBase ? 'is-base' : undefined}>
      <th scope="row" className="benchmark-name">
        {link ? (
          <a
            href={link.href}
            aria-label={`${[name, note].filter(Boolean).join(' ')}: ${link.label}`}
            title={link.label}
          >
            {name}
          </a>
        ) : (
          <b>{name}</b>
        )}
        {note ? <span className="dim"> {note}</span> : null}
        {isBase ? <span className="pill">base</span> : null}
      </th>
      {cells.map((cell, index) => (
        <Cell key={heads[index]?.key} cell={cell} head={heads[index]} />
      ))}
    </tr>
  );
}

function Cell({
  cell: { text, note, level, mark, bar },
  head,
}: {
  cell: ReportCell;
  head: ReportHead | undefined;
}) {
  const className = [
    'num',
    level ?? '',
    mark ? `arrow ${mark}` : '',
    head?.starts ? 'starts' : '',
    head?.isBase ? 'is-base' : '',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <td className={className}>
      {text}
      {level ? <span className="sr-only">{levelWord(level)}</span> : null}
      {note ? <small> {note}</small> : null}
      {bar === null ? null : (
        <svg className="benchmark-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={bar * 100} height="1" />
        </svg>
      )}
    </td>
  );
}
