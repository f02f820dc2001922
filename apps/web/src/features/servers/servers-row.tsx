import type { RowModel, ServersModel } from '@basecase/views/servers';
import { memo, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { drawRow, labelLinks } from './draw-row';
import { type DrawnCell, rowCells, rowLabels } from './row-cells';
import { rowHtml } from './row-html';
import { LINKS } from './use-link-grid';
import { type RowQueue, WORDS } from './use-row-queue';

interface Props {
  row: RowModel;
  model: ServersModel;
  queue: RowQueue;
}

/**
 * One test. Its content is HTML text that React never looks into; changes are written to the elements, those in sight
 * first. A row keeps its number of columns: the table has a key of them.
 */
export const TestRow = memo(function TestRow({ row, model, queue }: Props) {
  const element = useRef<HTMLTableRowElement>(null);
  const isDrawn = useIsDrawn();
  // What the server drew is left as it is: making the same text again would take longer than all the rest.
  const [html] = useState(() => ({ __html: isDrawn ? '' : rowHtml(row, rowCells(row, model)) }));
  const [first] = useState(() => ({ row, model }));
  const shown = useRef<{ cells: DrawnCell[] } | null>(null);

  useLayoutEffect(() => (element.current ? queue.watch(element.current) : undefined), [queue]);

  // Before the browser paints, as React itself would have written.
  useLayoutEffect(() => {
    const tr = element.current;
    if (!tr) return;
    const label = () => labelLinks(tr.querySelectorAll<HTMLElement>(LINKS), rowLabels(row, model));
    if (row === first.row && shown.current === null) {
      queue.later(tr, label);
      return;
    }
    queue.draw(tr, (isWanted) => {
      const from = shown.current?.cells ?? rowCells(first.row, first.model);
      const cells = rowCells(row, model);
      drawRow(tr, { from, to: cells });
      shown.current = { cells };
      if (isWanted(WORDS)) label();
    });
  }, [row, model, queue, first]);

  return (
    <tr
      ref={element}
      data-test={row.key}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped, see row-cells.ts.
      dangerouslySetInnerHTML={html}
    />
  );
});

const NEVER = () => () => {};

/** True while the browser takes over what the server drew. */
function useIsDrawn(): boolean {
  const isFromServer = useSyncExternalStore(
    NEVER,
    () => false,
    () => true,
  );
  return isFromServer && typeof window !== 'undefined';
}
