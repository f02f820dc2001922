import type { ReactNode } from 'react';
import { type HeadCell, ScrollTable } from './scroll-table';

interface Props {
  table: {
    id: string;
    title: string;
    /** The numbers and their divisor. */
    hint: string;
    /** Head of the first column. */
    corner: string;
    /** First line of the head; one or none when all columns are alike. */
    groups: readonly { label: string; span: number }[];
    /** What must be known to read it, one sentence each. */
    notes: readonly string[];
  };
  /** Others link to it. */
  isTarget: boolean;
  className: string;
  /** Cells of the head, after the first column. */
  heads: readonly HeadCell[];
  /** Bodies of the table. */
  children: ReactNode;
}

/** One table of a report under its title. It scrolls in its own box, with the first column in sight. */
export function ReportSection({ table, isTarget, className, heads, children }: Props) {
  const { id, title, hint, corner, groups, notes } = table;
  return (
    <section className={className} id={isTarget ? id : undefined} aria-labelledby={`${id}-title`}>
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
        head={[{ label: corner, className: 'benchmark-name' }, ...heads]}
        hasBodies
      >
        {children}
      </ScrollTable>
      {notes.map((note) => (
        <p key={note} className="inset mid">
          {note}
        </p>
      ))}
    </section>
  );
}
