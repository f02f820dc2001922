import type { ReactNode } from 'react';

interface Props {
  parts: readonly string[];
  /** What stands behind them: links to the same in another shape. */
  children?: ReactNode;
}

/** The subject of a page, part by part, under its title. */
export function MetaLine({ parts, children }: Props) {
  return (
    <p className="meta">
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 ? <span className="separator">/</span> : null}
          {part}
        </span>
      ))}
      {children}
    </p>
  );
}
