'use client';

import { columnParts, FITS } from '@basecase/views/report';
import { useEffect } from 'react';
import { pickCells } from '../../ui/grid/pick-cells';

/**
 * While the browser prints, tables that are wider than the paper are split by columns. Without scripts they
 * are made smaller until they fit (see print.css).
 */
export function PrintParts() {
  useEffect(() => {
    const shown: HTMLElement[] = [];
    function onBeforePrint() {
      for (const table of document.querySelectorAll<HTMLTableElement>('.report table.parts')) {
        const count = (table.tHead?.rows[0]?.cells.length ?? 1) - 1;
        if (count <= FITS) continue;
        const box = document.createElement('div');
        box.className = 'printed';
        const parts = columnParts(count);
        // All parts in the size of the widest.
        box.style.setProperty('--n', String(parts[0]?.length ?? count));
        box.append(...parts.map((columns) => partOf(table, columns, count)));
        table.before(box);
        shown.push(box);
      }
    }
    function onAfterPrint() {
      for (const box of shown.splice(0)) box.remove();
    }
    window.addEventListener('beforeprint', onBeforePrint);
    window.addEventListener('afterprint', onAfterPrint);
    return () => {
      onAfterPrint();
      window.removeEventListener('beforeprint', onBeforePrint);
      window.removeEventListener('afterprint', onAfterPrint);
    };
  }, []);
  return null;
}

/** A copy of a table with some of its columns. */
function partOf(table: HTMLTableElement, columns: readonly number[], count: number): HTMLTableElement {
  const copy = table.cloneNode(true) as HTMLTableElement;
  copy.style.removeProperty('--n');
  for (const row of copy.rows) pickCells(row, { columns, count });
  return copy;
}
