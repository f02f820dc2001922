import type { RowModel, ServersModel } from '@basecase/views/servers';
import { lazy } from '@basecase/views/text';
import { memo, useMemo } from 'react';
import { GridRow } from '../../ui/grid/grid-row';
import type { VisibleRange } from '../../ui/grid/visible-range';
import { rowCells, rowLabels } from './row-cells';

/** What the arrow keys move between. */
export const LINKS = 'td.c a';

interface Props {
  row: RowModel;
  model: ServersModel;
  visible: VisibleRange;
}

/** One test. */
export const TestRow = memo(function TestRow({ row, model, visible }: Props) {
  const cells = useMemo(() => lazy(() => rowCells(row, model)), [row, model]);
  const links = useMemo(() => ({ selector: LINKS, labels: () => rowLabels(row, model) }), [row, model]);
  return <GridRow data-test={row.key} cells={cells} visible={visible} links={links} />;
});
