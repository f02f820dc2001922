import type { ReactNode } from 'react';
import './narrow-details.css';

interface Props {
  /** What is behind it. */
  label: string;
  children: ReactNode;
}

/**
 * Controls in their bar if there is room, and behind one button on a narrow screen, where what they are
 * for comes first. Without a script, too.
 */
export function NarrowDetails({ label, children }: Props) {
  return (
    <details className="narrow-details">
      <summary className="button">{label}</summary>
      {children}
    </details>
  );
}
