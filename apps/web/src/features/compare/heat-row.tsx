import type { RowModel } from '@basecase/views/compare';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { drawRow } from './draw-row';
import { type RowState, rowHtml } from './row-html';
import type { Sight } from './use-sight';

interface Props {
  row: RowModel;
  sight: Sight;
  /** It sticks, so it is in sight wherever it is. */
  base: number;
  /** Column whose panel is open. */
  openColumn: number | null;
  /** What the name of the test opens, as it stands in the URL. */
  cellValue: string;
}

/**
 * One test. Its content is HTML text that React never looks into; changes are written to the elements, those in sight
 * first. A row keeps its number of columns: the table has a key of its columns.
 */
export const HeatRow = memo(function HeatRow({ row, sight, base, openColumn, cellValue }: Props) {
  const element = useRef<HTMLTableRowElement>(null);
  const [first] = useState<RowState>(() => ({ row, cells: row.cells, open: openColumn, cellValue }));
  const [html] = useState(() => ({ __html: rowHtml(first) }));
  const drawn = useRef(first);
  const drawnBase = useRef(base);

  useLayoutEffect(() => (element.current ? sight.watch(element.current) : undefined), [sight]);

  // Before the browser paints, as React itself would have written.
  useLayoutEffect(() => {
    const tr = element.current;
    if (!tr) return;
    const bases = [base, drawnBase.current];
    drawnBase.current = base;
    const next: RowState = { row, cells: row.cells, open: openColumn, cellValue };
    sight.draw(tr, (isWanted) => {
      drawn.current = drawRow(tr, {
        from: drawn.current,
        to: next,
        isWanted: (column) => bases.includes(column) || isWanted(column),
      });
    });
  }, [row, sight, base, openColumn, cellValue]);

  return (
    <tr
      ref={element}
      data-row={row.row}
      className={openColumn === null ? undefined : 'x'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped, see row-html.ts.
      dangerouslySetInnerHTML={html}
    />
  );
});
