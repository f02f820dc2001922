import { type KeyboardEvent, useEffect, useRef } from 'react';

/** The cells that arrow keys move between. */
export const LINKS = 'td.c a';

/**
 * Makes the cells of the table one tab stop that arrow keys move. Without scripts every cell is a link of its own.
 * Here one link becomes the stop; the rows take the others out of the order of tabs when there is time.
 *
 * @param drawn changes when the table was drawn anew
 */
export function useLinkGrid(drawn: unknown) {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` says that there are new elements.
  useEffect(() => {
    const box = ref.current;
    if (!box || box.querySelector<HTMLElement>(`${LINKS}[tabindex="0"]`)?.checkVisibility()) return;
    for (const link of box.querySelectorAll<HTMLElement>(LINKS)) {
      if (!link.checkVisibility()) continue;
      link.tabIndex = 0;
      return;
    }
  }, [drawn]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const link = (event.target as Element).closest<HTMLElement>(LINKS);
    const next = link && neighbour(link, event.key);
    if (!next) return;
    link.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  }

  return { ref, onKeyDown };
}

function neighbour(link: HTMLElement, key: string): HTMLElement | null {
  const row = link.closest('tr');
  const cell = link.closest('td');
  const table = link.closest('table');
  if (!row || !cell || !table) return null;
  const own = linksOf(row);
  const at = own.indexOf(link);
  switch (key) {
    case 'ArrowRight':
      return own[at + 1] ?? null;
    case 'ArrowLeft':
      return own[at - 1] ?? null;
    case 'Home':
      return own[0] ?? null;
    case 'End':
      return own.at(-1) ?? null;
    case 'ArrowDown':
      return inOtherRow(table, { row, column: cell.cellIndex, step: 1 });
    case 'ArrowUp':
      return inOtherRow(table, { row, column: cell.cellIndex, step: -1 });
    default:
      return null;
  }
}

/** The nearest row with a link in this column: moving down passes over the heads of groups. */
function inOtherRow(
  table: HTMLTableElement,
  { row, column, step }: { row: HTMLTableRowElement; column: number; step: 1 | -1 },
): HTMLElement | null {
  const rows = [...table.rows];
  for (let index = rows.indexOf(row) + step; index >= 0 && index < rows.length; index += step) {
    const found = rows[index]?.cells[column]?.querySelector<HTMLElement>('a');
    if (found) return found;
  }
  return null;
}

function linksOf(row: HTMLTableRowElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(LINKS)].filter((link) => link.checkVisibility());
}
