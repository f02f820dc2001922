import { NEUTRAL, type Verdict, verdictClass, verdictName } from '@basecase/analysis';
import type { DocumentCell, DocumentHead, DocumentRow, DocumentTable } from '@basecase/views/document';
import { levelWord } from '@basecase/views/verdict';
import type { ReactNode } from 'react';
import { ScrollTable } from './scroll-table';

interface Linked {
  /** What a click on it does. */
  link?: { href: string; label: string } | null;
}

type Head = Omit<DocumentHead, 'isWords'> & { isWords?: boolean } & Linked;
type Cell = DocumentCell & { bar?: number | null };
type Row = Omit<DocumentRow, 'isMean' | 'cells'> & { isMean?: boolean; cells: readonly Cell[] } & Linked;

interface Props {
  table: Omit<DocumentTable, 'heads' | 'sections'> & {
    heads: readonly Head[];
    sections: readonly { label: string; rows: readonly Row[] }[];
  };
  /** Others link to it. */
  isTarget?: boolean;
  className?: string | undefined;
}

/** One table of numbers under its title. It scrolls in its own box, with the first column in sight. */
export function DocumentTableView({ table, isTarget, className }: Props) {
  const { id, title, hint, corner, groups, heads, sections, notes } = table;
  return (
    <section
      className={classes('page-section benchmark-table-section', className)}
      id={isTarget ? id : undefined}
      aria-labelledby={`${id}-title`}
    >
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <span className="dim">{hint}</span>
      </header>
      <ScrollTable
        label={`${title}, table`}
        className="data-table benchmark-table"
        groups={
          groups.length > 1 ? (
            <tr className="benchmark-groups">
              <td />
              {groups.map(({ label, span }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: groups are positions.
                <th key={index} scope="colgroup" colSpan={span} className="starts">
                  <span>{label}</span>
                </th>
              ))}
            </tr>
          ) : null
        }
        head={[
          { label: corner, className: 'benchmark-name' },
          ...heads.map((head) => ({
            label: (
              <>
                {linked(head.label, head)}
                {/* Kept when empty, so that all heads have the same height. */}
                <small>{head.isBase ? `${head.note} base`.trim() : head.note}</small>
              </>
            ),
            className: columnClass(head),
          })),
        ]}
        hasBodies
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
            {rows.map((row) => drawRow(row, heads))}
          </tbody>
        ))}
      </ScrollTable>
      {notes.map((note) => (
        <p key={note} className="inset mid">
          {note}
        </p>
      ))}
    </section>
  );
}

function linked(text: string, { note, link }: Pick<Head, 'note' | 'link'>): ReactNode {
  if (!link) return <b>{text}</b>;
  const { href, label } = link;
  return (
    <a href={href} aria-label={`${[text, note].filter(Boolean).join(' ')}: ${label}`} title={label}>
      {text}
    </a>
  );
}

function drawRow(row: Row, heads: readonly Head[]): ReactNode {
  const { key, name, note, isBase, isMean, cells } = row;
  return (
    <tr key={key} className={classes(isBase && 'is-base', isMean && 'mean')}>
      <th scope="row" className="benchmark-name">
        {linked(name, row)}
        {note ? <span className="dim"> {note}</span> : null}
        {isBase ? <span className="pill">base</span> : null}
      </th>
      {heads.map((head, index) => drawCell(head, cells[index]))}
    </tr>
  );
}

function drawCell(head: Head, cell: Cell | undefined): ReactNode {
  const { text, note, level, mark, verdict, value, bar = null } = cell ?? {};
  // Of a number that was judged by its noise; changes that are not believed have no level.
  const judged = level === NEUTRAL && verdict ? verdictClass(verdict as Verdict, value ?? null) : level;
  const word =
    level === NEUTRAL && verdict ? ` ${verdictName(verdict as Verdict)}` : level ? levelWord(level) : '';
  return (
    <td key={head.key} className={classes(columnClass(head), judged, mark && `arrow ${mark}`)}>
      {text}
      {word ? <span className="sr-only">{word}</span> : null}
      {note ? <small> {note}</small> : null}
      {bar === null ? null : (
        <svg className="benchmark-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={bar * 100} height="1" />
        </svg>
      )}
    </td>
  );
}

function columnClass({ isWords, starts, isBase }: Head): string | undefined {
  return classes(isWords ? 'words' : 'num', starts && 'starts', isBase && 'is-base');
}

function classes(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
