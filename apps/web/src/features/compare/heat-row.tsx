import { memo, useLayoutEffect, useRef, useState } from 'react';
import { drawRow } from './draw-row';
import type { Cell, RowModel } from './prepare-heatmap';
import { type RowState, rowHtml } from './row-html';
import { CHUNK, type Visible } from './use-visible';

interface Props {
  row: RowModel;
  /** The row before the last change: drawn where nobody looks, until there is time. */
  late: RowModel;
  visible: Visible;
  /** Chunks of the base and of the base before: they stick, so they are in sight wherever they are. */
  baseChunk: number;
  lateBaseChunk: number;
  /** Column whose panel is open. */
  openColumn: number | null;
  /** What the name of the test opens, as it stands in the URL. */
  cellValue: string;
}

/**
 * One test. Its content is HTML text that React never looks into; changes are written to the elements, those of the
 * columns in sight first. A row keeps its number of columns: the table has a key of its columns.
 */
export const HeatRow = memo(function HeatRow(props: Props) {
  const { row, openColumn, cellValue } = props;
  const element = useRef<HTMLTableRowElement>(null);
  const [first] = useState<RowState>(() => ({ row, cells: row.cells, open: openColumn, cellValue }));
  const [html] = useState(() => ({ __html: rowHtml(first) }));
  const drawn = useRef(first);

  // Before the browser paints, as React itself would have written.
  useLayoutEffect(() => {
    if (!element.current) return;
    const next = toState(props);
    drawRow(element.current, drawn.current, next);
    drawn.current = next;
  });

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

function toState({ row, late, visible, baseChunk, lateBaseChunk, openColumn, cellValue }: Props): RowState {
  const isVisible = (chunk: number) =>
    chunk === baseChunk || chunk === lateBaseChunk || (chunk >= visible.first && chunk <= visible.last);
  const chunks = Math.ceil(row.cells.length / CHUNK);
  const cells =
    row === late
      ? row.cells
      : row.cells.map((cell, index): Cell => {
          return isVisible(Math.floor(index / CHUNK)) ? cell : (late.cells[index] ?? cell);
        });
  // The reading columns count as the chunk after the last.
  return { row: isVisible(chunks) ? row : late, cells, open: openColumn, cellValue };
}
