import { type OverviewModel, type OverviewPlace, placeHref, placeLabel } from '@basecase/views/series';
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { useGrid } from '../../ui/grid/use-grid';
import { CELLS_BEFORE, NAME_LINK } from './row-cells';

interface Handlers {
  onFold: (group: string) => void;
  onPoint: (place: OverviewPlace) => void;
}

const CELL = 'td.c';
const HEADS = 'tr.g .t > button';

/** Everything that happens in the table, handled on the box around it: a cell carries no index, its place in the row is one. */
export function useOverviewGrid(model: OverviewModel, { onFold, onPoint }: Handlers) {
  const {
    box,
    visible,
    focus,
    onKeyDown: onArrowKey,
  } = useGrid({
    cells: `${NAME_LINK}, ${CELL}`,
    heads: HEADS,
    drawn: model,
  });

  function open(place: OverviewPlace) {
    const href = placeHref(model, place);
    if (href !== null) window.location.assign(href);
  }

  function onClick(event: MouseEvent) {
    const target = event.target as Element;
    const button = target.closest<HTMLButtonElement>('button');
    if (button?.name === 'fold') {
      // A submit button of the view's form, for browsers without scripts.
      event.preventDefault();
      onFold(button.value);
      return;
    }
    const cell = target.closest<HTMLElement>(CELL);
    const place = placeOf(target);
    if (!cell || !place) return;
    focus(cell);
    open(place);
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as Element;
    const place = target.matches(CELL) ? placeOf(target) : null;
    if (!place || event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) {
      onArrowKey(event);
      return;
    }
    open(place);
    event.preventDefault();
  }

  function point(event: { target: EventTarget }) {
    const place = placeOf(event.target as Element);
    if (place) onPoint(place);
  }

  /** The focused cell has a full label; the others are read with their row and column. */
  function onFocus(event: FocusEvent) {
    point(event);
    const target = event.target as Element;
    const place = target.matches(CELL) ? placeOf(target) : null;
    if (place) target.setAttribute('aria-label', placeLabel(model, place));
  }

  function onBlur(event: FocusEvent) {
    const target = event.target as Element;
    if (target.matches(CELL)) target.removeAttribute('aria-label');
  }

  return { box, visible, props: { onClick, onKeyDown, onMouseOver: point, onFocus, onBlur } };
}

/** The test of a row, and the night of a cell; null outside of the rows of tests. */
function placeOf(target: Element): OverviewPlace | null {
  const cell = target.closest<HTMLTableCellElement>('td, th');
  const test = cell?.closest<HTMLTableRowElement>('tr[data-test]')?.dataset['test'];
  if (!cell || test === undefined) return null;
  return { test, column: cell.matches(CELL) ? cell.cellIndex - CELLS_BEFORE : null };
}
