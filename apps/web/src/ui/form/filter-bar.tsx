import type { ReactNode } from 'react';
import { NarrowDetails } from './narrow-details';

interface Props {
  action: string;
  label: string;
  search: { label?: string; value: string; placeholder: string; hasKey?: boolean };
  /** Where nothing is left out; null when nothing is. */
  allHref?: string | null;
  className?: string;
  /** Other fields, between the search and the button. */
  children?: ReactNode;
  /** What follows the button. */
  after?: ReactNode;
}

/** Narrows a list. A form that is sent: it needs no script. */
export function FilterBar(props: Props) {
  const { action, label, search, allHref = null, className = 'boxed', children, after } = props;
  return (
    <form className={`bar ${className}`} action={action} aria-label={label}>
      <label className="find">
        <span className="sr-only">{search.label ?? 'Search'}</span>
        <input
          id={search.hasKey ? 'filter' : undefined}
          type="search"
          name="q"
          defaultValue={search.value}
          placeholder={search.placeholder}
          aria-keyshortcuts={search.hasKey ? '/' : undefined}
        />
        {search.hasKey ? <kbd className="only-wide">/</kbd> : null}
      </label>
      {children ? <NarrowDetails label="Filters">{children}</NarrowDetails> : null}
      <button type="submit" className="button">
        Show
      </button>
      {allHref === null ? null : <a href={allHref}>Show all</a>}
      {after}
    </form>
  );
}
