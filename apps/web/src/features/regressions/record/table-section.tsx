import type { ReactNode } from 'react';
import { Section } from '../../../ui/page/section';
import { type HeadCell, ScrollTable } from '../../../ui/table/scroll-table';

interface Props {
  title: string;
  hint?: ReactNode;
  link?: ReactNode;
  className?: string;
  head: readonly HeadCell[];
  hasBodies?: boolean;
  children: ReactNode;
}

/** A section of a record that holds one table, named as the section is. */
export function TableSection({ title, hint, link, className, head, hasBodies = false, children }: Props) {
  return (
    <Section title={title} hint={hint} aside={link}>
      <ScrollTable label={title} head={head} className={className} hasBodies={hasBodies}>
        {children}
      </ScrollTable>
    </Section>
  );
}
