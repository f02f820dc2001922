import { levelWord } from '../../components/tile';
import type { ReportCell, ReportHead, ReportRow, ReportTable } from './report-table-model';

/** One table of a report. It scrolls in its own box, with the first column in sight. */
export function ReportTableView({ table }: { table: ReportTable }) {
  const { id, title, hint, corner, groups, heads, rows, notes } = table;
  return (
    <section className="sec bm" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <span className="dim">{hint}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="scroll-x" tabIndex={0} aria-label={`${title}, table`}>
        <table className="tbl bm-tbl">
          <thead>
            {groups.length > 1 ? (
              <tr className="bm-groups">
                <td />
                {groups.map(({ key, label, span }) => (
                  <th key={key} scope="colgroup" colSpan={span} className="starts">
                    <span>{label}</span>
                  </th>
                ))}
              </tr>
            ) : null}
            <tr>
              <th scope="col" className="bm-name">
                {corner}
              </th>
              {heads.map((head) => (
                <Head key={head.key} head={head} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} heads={heads} />
            ))}
          </tbody>
        </table>
      </section>
      {notes.map((note) => (
        <p key={note} className="in mid">
          {note}
        </p>
      ))}
    </section>
  );
}

function Head({ head: { label, note, link, starts, isBase } }: { head: ReportHead }) {
  const className = ['num', starts ? 'starts' : '', isBase ? 'is-base' : ''].filter(Boolean).join(' ');
  return (
    <th scope="col" className={className}>
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
      {/* Kept when empty, so that all heads stand on one line. */}
      <small>{isBase ? `${note} base`.trim() : note}</small>
    </th>
  );
}

function Row({ row, heads }: { row: ReportRow; heads: readonly ReportHead[] }) {
  const { name, note, link, isBase, cells } = row;
  return (
    <tr className={isBase ? 'is-base' : undefined}>
      <th scope="row" className="bm-name">
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
    mark ? `mk ${mark}` : '',
    head?.starts ? 'starts' : '',
    head?.isBase ? 'is-base' : '',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <td className={className}>
      {text}
      {level ? <span className="sr">{levelWord(level)}</span> : null}
      {note ? <small> {note}</small> : null}
      {bar === null ? null : (
        <svg className="bm-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={bar * 100} height="1" />
        </svg>
      )}
    </td>
  );
}
