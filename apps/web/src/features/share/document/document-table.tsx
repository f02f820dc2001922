import { levelWord } from '../../../components/tile';
import type {
  DocumentCell,
  DocumentHead,
  DocumentRow,
  DocumentTable,
} from '../../../lib/document/view-document';

/** A table of a document: nothing in it can be clicked. It scrolls in its own box, with the first column in sight. */
export function DocumentTableView({ table }: { table: DocumentTable }) {
  const { id, title, hint, corner, groups, heads, sections, notes } = table;
  return (
    <section className="sec bm still" aria-labelledby={`${id}-title`}>
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
                {groups.map(({ label, span }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: groups are positions.
                  <th key={index} scope="colgroup" colSpan={span} className="starts">
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
                <th key={head.key} scope="col" className={columnClass(head)}>
                  <b>{head.label}</b>
                  {/* Kept when empty, so that all heads stand on one line. */}
                  <small>{head.isBase ? `${head.note} base`.trim() : head.note}</small>
                </th>
              ))}
            </tr>
          </thead>
          {sections.map(({ label, rows }) => (
            <tbody key={label}>
              {label === '' ? null : (
                <tr className="still-group">
                  <th scope="rowgroup" colSpan={heads.length + 1}>
                    <span>{label}</span>
                  </th>
                </tr>
              )}
              {rows.map((row) => (
                <Row key={row.key} row={row} heads={heads} />
              ))}
            </tbody>
          ))}
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

function Row({ row, heads }: { row: DocumentRow; heads: readonly DocumentHead[] }) {
  const { name, note, isBase, isMean, cells } = row;
  const className = [isBase ? 'is-base' : '', isMean ? 'mean' : ''].filter(Boolean).join(' ');
  return (
    <tr className={className || undefined}>
      <th scope="row" className="bm-name">
        <b>{name}</b>
        {note ? <span className="dim"> {note}</span> : null}
        {isBase ? <span className="pill">base</span> : null}
      </th>
      {heads.map((head, index) => (
        <Cell key={head.key} cell={cells[index]} head={head} />
      ))}
    </tr>
  );
}

function Cell({ cell, head }: { cell: DocumentCell | undefined; head: DocumentHead }) {
  if (!cell) return <td className={columnClass(head)} />;
  const { text, note, level, mark } = cell;
  const className = [columnClass(head), level ?? '', mark ? `mk ${mark}` : ''].filter(Boolean).join(' ');
  return (
    <td className={className}>
      {text}
      {level ? <span className="sr">{levelWord(level)}</span> : null}
      {note ? <small> {note}</small> : null}
    </td>
  );
}

function columnClass({ isWords, starts, isBase }: DocumentHead): string {
  return [isWords ? 'words' : 'num', starts ? 'starts' : '', isBase ? 'is-base' : '']
    .filter(Boolean)
    .join(' ');
}
