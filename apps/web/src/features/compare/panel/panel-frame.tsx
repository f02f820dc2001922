import type { ReactNode } from 'react';

interface Props {
  title?: ReactNode;
  subtitle?: string;
  onClose?: () => void;
  children?: ReactNode;
}

/** The box of the panel; empty it has its final size, so that nothing moves when the content arrives. */
export function PanelFrame({ title, subtitle, onClose, children }: Props) {
  return (
    <aside className="panel" aria-label="Details of the cell">
      <header>
        <div>
          <h2 className="title" id="panel-title" tabIndex={-1}>
            {title ?? <span className="dim">Reading the cell …</span>}
          </h2>
          <p className="mid">{subtitle ?? '\u00a0'}</p>
        </div>
        {onClose ? (
          <button
            type="button"
            className="button quiet icon"
            onClick={onClose}
            aria-label="Close details (Esc)"
          >
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M1.5 1.5l9 9m0-9l-9 9" stroke="currentColor" strokeWidth="1.6" />
            </svg>
          </button>
        ) : null}
      </header>
      {children}
    </aside>
  );
}
