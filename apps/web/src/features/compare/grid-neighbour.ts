/**
 * The element an arrow key leads to in the heatmap: cells, and the buttons in the heads of columns, rows and groups.
 *
 * @param from the focused cell or button
 * @returns null at an edge, and for other keys
 */
export function neighbour(from: Element, key: string): HTMLElement | null {
  const row = from.closest('tr');
  const table = from.closest('table');
  if (!row || !table) return null;
  const line = lineOf(row);
  const position = line.findIndex((element) => element === from || element?.contains(from));
  switch (key) {
    case 'ArrowRight':
      return line[position + 1] ?? null;
    case 'ArrowLeft':
      return line[position - 1] ?? null;
    case 'Home':
      return line.find((element) => element !== null) ?? null;
    case 'End':
      return line.at(-1) ?? null;
    case 'ArrowDown':
      return inOtherRow(table, row, { position, step: 1 });
    case 'ArrowUp':
      return inOtherRow(table, row, { position, step: -1 });
    default:
      return null;
  }
}

/** The nearest row with something at this position: moving down a column passes over the heads of groups. */
function inOtherRow(
  table: HTMLTableElement,
  row: HTMLTableRowElement,
  { position, step }: { position: number; step: 1 | -1 },
): HTMLElement | null {
  const rows = [...table.rows];
  for (let index = rows.indexOf(row) + step; index >= 0 && index < rows.length; index += step) {
    const other = rows[index];
    const found = other && lineOf(other)[position];
    if (found) return found;
  }
  return null;
}

/**
 * What can be focused in a row by position: its head first (null without one), then its columns. A narrow screen shows
 * one column; the others cannot be focused.
 */
function lineOf(row: HTMLTableRowElement): (HTMLElement | null)[] {
  const head = row.querySelector<HTMLElement>('.t > button');
  const columns = row.querySelectorAll<HTMLElement>('td.c, th.ch > button');
  return [head, ...[...columns].filter(isShown)];
}

export function isShown(element: Element): boolean {
  return element.checkVisibility();
}
