interface Props {
  value: string;
  onChange: (value: string) => void;
  /** Escape in the field; left out where the page itself has that key. */
  onClear?: () => void;
  /** Says that `/` leads here. */
  hasKey?: boolean;
}

/** Narrows the tests that are shown. The keys of a page find it by its id. */
export function FilterField({ value, onChange, onClear, hasKey = false }: Props) {
  return (
    <label className="find">
      <span className="sr-only">Filter tests</span>
      <input
        id="filter"
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
