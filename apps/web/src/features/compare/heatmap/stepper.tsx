import { type BandedSelection, columnShown, inBand, isBase } from '@basecase/views/compare';
import type { MouseEvent } from 'react';
import type { Update } from '../use-compare-state';

/** On a narrow screen one column is shown at a time; this steps through them. */
export function Stepper({
  selection,
  show,
  update,
}: {
  selection: BandedSelection;
  show: string;
  update: Update;
}) {
  const shown = columnShown(selection, show);
  const own = inBand(selection, shown).selection;
  const step = (by: 1 | -1) => {
    const column = selection.columns[shown + by];
    return {
      type: 'submit' as const,
      form: 'view',
      name: 'show',
      value: column?.slug ?? '',
      disabled: !column,
      onClick: (event: MouseEvent) => {
        event.preventDefault();
        if (column) update({ show: column.slug });
      },
    };
  };
  const name = selection.names[shown]?.short;
  // The base last: of a long line the end is left out.
  const against = isBase(selection, shown) ? 'the base' : `against ${own.names[own.base]?.short}`;
  const place = `column ${shown + 1} of ${selection.columns.length}, ${against}`;
  return (
    <div className="stepper">
      <button {...step(-1)} aria-label="Previous version">
        ‹
      </button>
      <p title={`${name}: ${place}`}>
        <strong>{name}</strong>
        <small>{place}</small>
      </p>
      <button {...step(1)} aria-label="Next version">
        ›
      </button>
    </div>
  );
}
