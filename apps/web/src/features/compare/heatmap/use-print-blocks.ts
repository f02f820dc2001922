import type { BandedSelection } from '@basecase/views/compare';
import { isOneSeries, printBlocks } from '@basecase/views/compare';
import { type RefObject, useEffect, useRef } from 'react';
import { drawPrintBlock } from './draw-print-block';

/** Where and when: paper has no address bar. */
function noteOf(base: string): HTMLElement {
  const note = document.createElement('p');
  note.className = 'print-note';
  const day = new Date().toISOString().slice(0, 10);
  note.textContent = `Base ${base} · printed ${day} · ${window.location.href}`;
  return note;
}

/**
 * Says base, day and address on paper, and replaces the table by blocks of columns while the browser prints. Blocks
 * are copies of the present rows, so that paper shows what the screen shows. Without scripts the table is
 * printed as it is.
 *
 * @param box the element around the table
 * @returns the element, empty for React, that holds the blocks
 */
export function usePrintBlocks(box: RefObject<HTMLElement | null>, selection: BandedSelection) {
  const blocks = useRef<HTMLDivElement>(null);
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  useEffect(() => {
    function onBeforePrint() {
      const table = box.current?.querySelector<HTMLTableElement>('table.heat');
      const { columns, bands, names } = latest.current;
      if (!table) return;
      const withSummary = isOneSeries(latest.current);
      const all = bands.flatMap(({ start, drawn, selection }) =>
        printBlocks(drawn.length, selection.base).map((block) => ({
          base: start + selection.base,
          columns: block.columns.map((column) => start + column),
          withSummary: withSummary && block.withSummary,
        })),
      );
      const parts = all.map(({ base, ...block }, index) => {
        const first = names[block.columns[1] ?? base]?.short ?? '';
        const last = names[block.columns.at(-1) ?? base]?.short ?? '';
        const range = `${first} to ${last}, base ${names[base]?.short ?? ''}`;
        const caption = all.length > 1 ? `${range} · part ${index + 1} of ${all.length}` : '';
        return drawPrintBlock(table, { ...block, count: columns.length, caption });
      });
      const bases = bands.map(({ start, selection }) => names[start + selection.base]?.short ?? '');
      blocks.current?.replaceChildren(noteOf(bases.join(', ')), ...parts);
    }
    function onAfterPrint() {
      blocks.current?.replaceChildren();
    }
    window.addEventListener('beforeprint', onBeforePrint);
    window.addEventListener('afterprint', onAfterPrint);
    return () => {
      window.removeEventListener('beforeprint', onBeforePrint);
      window.removeEventListener('afterprint', onAfterPrint);
    };
  }, [box]);
  return blocks;
}
