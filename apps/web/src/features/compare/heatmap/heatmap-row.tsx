import type { RowModel } from '@basecase/views/compare';
import { lazy } from '@basecase/views/text';
import { memo, useMemo } from 'react';
import { GridRow } from '../../../ui/grid/grid-row';
import type { Near } from '../../../ui/grid/near';
import type { VisibleRange } from '../../../ui/grid/visible-range';
import { type RowMarks, rowCells } from './row-cells';

interface Props extends RowMarks {
  row: RowModel;
  visible: VisibleRange;
  near: Near;
}

/** One test. */
export const HeatmapRow = memo(function HeatmapRow({
  row,
  visible,
  near,
  bases,
  open,
  judged,
  hasSummary,
}: Props) {
  const cells = useMemo(
    () => lazy(() => rowCells(row, { bases, open, judged, hasSummary })),
    [row, bases, open, judged, hasSummary],
  );
  return (
    <GridRow
      data-row={row.row}
      className={open === null ? undefined : 'is-open'}
      cells={cells}
      visible={visible}
      near={near}
    />
  );
});
