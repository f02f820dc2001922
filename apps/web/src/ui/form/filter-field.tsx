import { useRef } from 'react';
import { usePageKeys } from '../page/use-page-keys';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** Escape in the field; left out where the page itself has that key. */
  onClear?: () => void;
  /** Shows that `/` leads here. */
  hasKey?: boolean;
}

/** Narrows the tests that are shown; `/` leads here. */
export function FilterField({ value, onChange, onClear, hasKey = false }: Props) {
  const field = useRef<HTMLInputElement>(null);
  usePageKeys((event) => {
    if (event.key !== '/') return;
    field.current?.focus();
    event.preventDefault();
  });
  return (
    <label className="find">
      <span className="sr-only">Filter tests</span>
      <input
        id="filter"
        ref={field}
        name="q"
        value={value}
        placeholder="Filter, e.g. update -zipf"
        autoComplete="off"
        aria-keyshortcuts={hasKey ? '/' : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClear?.();
        }}
      />
      {hasKey ? <kbd className="only-wide">/</kbd> : null}
    </label>
  );
}
