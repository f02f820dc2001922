import type { DocumentCell, DocumentHead, DocumentRow, DocumentTable } from '@basecase/views/document';
import { ReportSection } from '../../../ui/table/report-section';
import { levelWord } from '../../../ui/table/tile';

/** A table of a document: nothing in it can be clicked. */
export function DocumentTableView({ table }: { table: DocumentTable }) {
  const { heads, sections } = table;
  return (
    <ReportSection
      table={table}
      isTarget={false}
      className="page-section benchmark-table-section still"
      heads={heads.map((head) => ({
        label: (
          <>
            <b>{head.label}</b>
            {/* Kept when empty, so that all heads are aligned. */}
            <small>{head.isBase ? `${head.note} base`.trim() : head.note}</small>
          </>
        ),
        className: columnClass(head),
      }))}
    >
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
    </ReportSection>
  );
}

function Row({ row, heads }: { row: DocumentRow; heads: readonly DocumentHead[] }) {
  const { name, note, isBase, isMean, cells } = row;
  const className = [isBase ? 'is-base' : '', isMean ? 'mean' : ''].filter(Boolean).join(' ');
  return (
    <tr className={className || undefined}>
      <th scope="row" className="benchmark-name">
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
  const className = [columnClass(head), level ?? '', mark ? `arrow ${mark}` : ''].filter(Boolean).join(' ');
  return (
    <td className={className}>
      {text}
      {level ? <span className="sr-only">{levelWord(level)}</span> : null}
      {note ? <small> {note}</small> : null}
    </td>
  );
}

function columnClass({ isWords, starts, isBase }: DocumentHead): string {
  return [isWords ? 'words' : 'num', starts ? 'starts' : '', isBase ? 'is-base' : '']
    .filter(Boolean)
    .join(' ');
}
