/**
 * The element that an arrow key leads to in a table.
 *
 * @param from the focused element
 * @param stops selector of what can be focused: at most one in each cell, or the cell itself
 * @returns null at an edge, and for other keys
 */
export function neighbour(from: Element, key: string, stops: string): HTMLElement | null {
  const stop = from.closest<HTMLElement>(stops);
  const row = stop?.closest('tr');
  const table = stop?.closest('table');
  if (!stop || !row || !table) return null;
  // A narrow screen shows one column; the others cannot be focused.
  const line = () => [...row.querySelectorAll<HTMLElement>(stops)].filter(isShown);
  const beside = (step: number) => {
    const own = line();
    return own[own.indexOf(stop) + step] ?? null;
  };
  switch (key) {
    case 'ArrowRight':
      return beside(1);
    case 'ArrowLeft':
      return beside(-1);
    case 'Home':
      return line()[0] ?? null;
    case 'End':
      return line().at(-1) ?? null;
    case 'ArrowDown':
      return inOtherRow([...table.rows].slice(row.rowIndex + 1), stop, stops);
    case 'ArrowUp':
      return inOtherRow([...table.rows].slice(0, row.rowIndex).reverse(), stop, stops);
    default:
      return null;
  }
}

/** The nearest row with something in this column: moving down a column passes over the heads of groups. */
function inOtherRow(
  rows: readonly HTMLTableRowElement[],
  stop: HTMLElement,
  stops: string,
): HTMLElement | null {
  const column = stop.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? -1;
  for (const { cells } of rows) {
    const cell = cells[column];
    const found = cell?.matches(stops) ? cell : cell?.querySelector<HTMLElement>(stops);
    if (found && isShown(found)) return found;
  }
  return null;
}

export function isShown(element: Element): boolean {
  return element.checkVisibility();
}
