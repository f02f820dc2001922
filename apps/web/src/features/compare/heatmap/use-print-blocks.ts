import type { HeatmapSelection } from '@basecase/views/compare';
import { printBlocks } from '@basecase/views/compare';
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
 * Says base, day and address on paper, and puts blocks of columns in the place of the table, for as long as
 * the browser prints. Blocks are copies of the rows as they stand there, so that paper shows what the screen shows. Without scripts the table is
 * printed as it is.
 *
 * @param box the element around the table
 * @returns the element, empty for React, that holds the blocks
 */
export function usePrintBlocks(box: RefObject<HTMLElement | null>, selection: HeatmapSelection) {
  const blocks = useRef<HTMLDivElement>(null);
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  useEffect(() => {
    function onBeforePrint() {
      const table = box.current?.querySelector<HTMLTableElement>('table.heat');
      const { columns, base, names } = latest.current;
      if (!table) return;
      const parts = printBlocks(columns.length, base).map((block, index, all) => {
        const first = names[block.columns[1] ?? base]?.short ?? '';
        const last = names[block.columns.at(-1) ?? base]?.short ?? '';
        const range = `${first} to ${last}, base ${names[base]?.short ?? ''}`;
        const caption = all.length > 1 ? `${range} · part ${index + 1} of ${all.length}` : '';
        return drawPrintBlock(table, { ...block, count: columns.length, caption });
      });
      blocks.current?.replaceChildren(noteOf(names[base]?.short ?? ''), ...parts);
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
