import type { ReactNode } from 'react';

interface Props {
  title: string;
  chosen: number;
  all: number;
  /** Of the box that opens. */
  className: string;
  children: ReactNode;
}

/** A menu of things to choose several of; its button says how many of them are chosen. Opens without scripts. */
export function ChoiceMenu({ title, chosen, all, className, children }: Props) {
  return (
    <details className="menu">
      <summary className="button">
        {title}{' '}
        <span className="dim">
          {chosen} of {all}
        </span>
      </summary>
      <div className={`popover chooser ${className}`}>{children}</div>
    </details>
  );
}
