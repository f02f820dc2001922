import { columnShown, type View } from '@basecase/views/compare';
import type { Update } from '../use-compare-state';

/** On a narrow screen one column is shown at a time; this steps through them. */
export function Stepper({ view, show, update }: { view: View; show: string; update: Update }) {
  const shown = columnShown(view, show);
  const step = (by: 1 | -1) => {
    const column = view.columns[shown + by];
    return {
      type: 'submit' as const,
      form: 'view',
      name: 'show',
      value: column?.slug ?? '',
      disabled: !column,
      onClick: (event: React.MouseEvent) => {
        event.preventDefault();
        if (column) update({ show: column.slug });
      },
    };
  };
  return (
    <div className="stepper">
      <button {...step(-1)} aria-label="Previous version">
        ‹
      </button>
      <p>
        <strong>{view.names[shown]?.short}</strong>
        <small>
          {shown === view.base ? 'the base' : `against ${view.names[view.base]?.short}`}, column {shown + 1}{' '}
          of {view.columns.length}
        </small>
      </p>
      <button {...step(1)} aria-label="Next version">
        ›
      </button>
    </div>
  );
}
