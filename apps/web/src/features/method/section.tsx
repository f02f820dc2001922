import type { MethodTopic } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { ColumnTable, type ColumnTableProps } from '../../ui/table/column-table';

/** A part of the page that other pages link to. */
export function Section({ id, title, children }: { id: MethodTopic; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A word and what it means; a place to link to, too. */
export function Word({ id, word, children }: { id?: MethodTopic; word: ReactNode; children: ReactNode }) {
  return (
    <div id={id} className="word">
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type FiguresProps<Row> = Pick<ColumnTableProps<Row>, 'label' | 'caption' | 'rows' | 'rowClass' | 'columns'>;

/** Measured figures as a table under its caption. */
export function Figures<Row extends object>(props: FiguresProps<Row>) {
  return <ColumnTable boxClassName="figures" isCaptionShown {...props} />;
}
