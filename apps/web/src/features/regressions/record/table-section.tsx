import type { ReactNode } from 'react';
import { Section } from '../../../ui/page/section';
import { ColumnTable, type ColumnTableProps } from '../../../ui/table/column-table';

interface Props<Row> extends Omit<ColumnTableProps<Row>, 'label'> {
  title: string;
  hint?: ReactNode;
  link?: ReactNode;
}

/** A section of a record that holds one table, named as the section is. */
export function TableSection<Row extends object>({ title, hint, link, ...table }: Props<Row>) {
  return (
    <Section title={title} hint={hint} aside={link}>
      <ColumnTable label={title} {...table} />
    </Section>
  );
}
