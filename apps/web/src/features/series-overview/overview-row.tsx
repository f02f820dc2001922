import type { OverviewRow as Row } from '@basecase/views/series';
import { lazy } from '@basecase/views/text';
import { memo, useMemo } from 'react';
import { GridRow } from '../../ui/grid/grid-row';
import type { VisibleRange } from '../../ui/grid/visible-range';
import { NAME_LINK, rowCells } from './row-cells';

/** One test. */
export const OverviewRow = memo(function OverviewRow({ row, visible }: { row: Row; visible: VisibleRange }) {
  const cells = useMemo(() => lazy(() => rowCells(row)), [row]);
  const links = useMemo(
    () => ({
      selector: NAME_LINK,
      labels: () => [{ label: [row.name, row.note].filter(Boolean).join(' '), title: '' }],
    }),
    [row],
  );
  return <GridRow data-test={row.key} cells={cells} visible={visible} links={links} />;
});
