import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  /** One line about it, next to the title. */
  hint?: ReactNode;
  /** Content at the end of its head: a link, a state. */
  aside?: ReactNode;
  /** Of the heading: others link to it, and the section is named after it. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A part of a page in a frame: its head, and what it holds. */
export function Section({ title, hint, aside, id, className, children }: Props) {
  return (
    <section className={className ? `page-section ${className}` : 'page-section'} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {hint ? <span className="dim">{hint}</span> : null}
        {aside}
      </header>
      {children}
    </section>
  );
}
