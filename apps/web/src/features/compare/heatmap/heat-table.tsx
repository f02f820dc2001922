import {
  type CompareState,
  columnShown,
  type HeatModel,
  metricLabel,
  type OpenCell,
  readingCosts,
} from '@basecase/views/compare';
import { memo } from 'react';
import { GridGroups } from '../../../ui/grid/grid-groups';
import type { GridSight } from '../../../ui/grid/grid-sight';
import { GroupMeans } from './group-means';
import { HeatHead } from './heat-head';
import { HeatRow } from './heat-row';

interface Props {
  model: HeatModel;
  sight: GridSight;
  show: CompareState['show'];
  /** The cell whose panel is open, in rows of the data and chosen columns. */
  open: OpenCell | null;
}

/** Columns beside the heatmap besides the costs: first bad, largest step, spark, explained by. */
const READING_COLUMNS = 4;

/** The table alone; everything that happens in it is handled on the box around it, see use-heat-grid.ts. */
export const HeatTable = memo(function HeatTable({ model, sight, show, open }: Props) {
  const { view, groups } = model;
  const shown = columnShown(view, show);
  const names = view.names;
  const readingColumns = READING_COLUMNS + readingCosts(view).length;
  return (
    <table
      // Rows are drawn for their columns: other columns are another table.
      key={view.source.join()}
      className="heat"
      style={{ '--n': view.columns.length } as React.CSSProperties}
    >
      <caption className="sr">
        Relative {metricLabel(view.data, view.metric)} on {view.data.server.name}, base{' '}
        {names[view.base]?.short}. Rows are tests in groups, columns are versions. Use the arrow keys to move,
        Enter to open the details.
      </caption>
      <HeatHead view={view} shown={shown} openColumn={open?.column ?? null} />
      <GridGroups
        groups={groups}
        summary={(group) => (
          <GroupMeans group={group} model={model} sight={sight} shown={shown} span={readingColumns} />
        )}
        row={(row) => (
          <HeatRow
            key={row.key}
            row={row}
            sight={sight}
            base={view.base}
            open={open?.row === row.row ? open.column : null}
            judged={view.columns[view.judged]?.slug ?? ''}
          />
        )}
        empty="No test matches. Remove a word from the filter, or clear it with Esc."
        columns={view.columns.length + 1 + readingColumns}
      />
    </table>
  );
});
