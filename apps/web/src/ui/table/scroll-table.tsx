import type { CSSProperties, ReactNode } from 'react';

interface HeadCell {
  label: ReactNode;
  className?: string | undefined;
}

export interface ScrollTableProps {
  /** Names the box that the table scrolls in; left out: it is not in a box. */
  label?: string;
  /** One cell for each column. */
  head: readonly HeadCell[];
  /** A row above the head that names groups of columns. */
  groups?: ReactNode;
  /** For screen readers, if the label does not explain the numbers. */
  caption?: string | undefined;
  isCaptionShown?: boolean;
  className?: string | undefined;
  /** Class of the box around the table. */
  boxClassName?: string;
  style?: CSSProperties;
  /** The children are bodies, one per group, instead of rows. */
  hasBodies?: boolean;
  /** Rows, or bodies with them. */
  children: ReactNode;
}

/** A table that scrolls sideways in its own box, so that the page never does. */
export function ScrollTable(props: ScrollTableProps) {
  const {
    label,
    head,
    groups,
    caption,
    isCaptionShown,
    className = 'data-table',
    boxClassName,
    style,
    hasBodies = false,
    children,
  } = props;
  const table = (
    <table className={className} style={style}>
      {caption ? <caption className={isCaptionShown ? undefined : 'sr-only'}>{caption}</caption> : null}
      <thead>
        {groups}
        <tr>{head.map(headCell)}</tr>
      </thead>
      {hasBodies ? children : <tbody>{children}</tbody>}
    </table>
  );
  return label === undefined ? (
    table
  ) : (
    <ScrollBox label={label} className={boxClassName}>
      {table}
    </ScrollBox>
  );
}

function headCell({ label, className }: HeadCell, index: number): ReactNode {
  return (
    <th key={index} scope="col" className={className}>
      {label}
    </th>
  );
}

interface BoxProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A scrolling region must be reachable by keyboard and needs a name there. */
export function ScrollBox({ label, className, children }: BoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className={className ? `scroll-x ${className}` : 'scroll-x'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
