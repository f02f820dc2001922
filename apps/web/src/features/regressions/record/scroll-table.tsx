import type { ReactNode } from 'react';

/** A section of a record: heading, one line about it, and a table that scrolls by itself. */
export function TableSection({
  title,
  hint,
  link,
  className,
  children,
}: {
  title: string;
  hint?: ReactNode;
  link?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className="sec">
      <header>
        <h2>{title}</h2>
        {hint ? <span className="dim">{hint}</span> : null}
        {link}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="scroll-x" tabIndex={0} aria-label={title}>
        <table className={`tbl ${className ?? ''}`}>{children}</table>
      </section>
    </section>
  );
}
