import type { RowModel } from '@basecase/views/compare';
import { lazy } from '@basecase/views/text';
import { memo, useMemo } from 'react';
import { GridRow } from '../../../ui/grid/grid-row';
import type { GridSight } from '../../../ui/grid/grid-sight';
import { type RowMarks, rowCells } from './row-cells';

interface Props extends RowMarks {
  row: RowModel;
  sight: GridSight;
}

/** One test. */
export const HeatRow = memo(function HeatRow({ row, sight, base, open, judged }: Props) {
  const cells = useMemo(() => lazy(() => rowCells(row, { base, open, judged })), [row, base, open, judged]);
  return (
    <GridRow data-row={row.row} className={open === null ? undefined : 'x'} cells={cells} sight={sight} />
  );
});
