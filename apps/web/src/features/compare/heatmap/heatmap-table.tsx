import {
  type CompareState,
  columnShown,
  type HeatmapModel,
  metricLabel,
  type OpenCell,
  rowSummaryCosts,
} from '@basecase/views/compare';
import { memo } from 'react';
import { GridGroups } from '../../../ui/grid/grid-groups';
import type { VisibleRange } from '../../../ui/grid/visible-range';
import { GroupMeans } from './group-means';
import { HeatmapHead } from './heatmap-head';
import { HeatmapRow } from './heatmap-row';

interface Props {
  model: HeatmapModel;
  visible: VisibleRange;
  show: CompareState['show'];
  /** The cell whose panel is open, in rows of the data and chosen columns. */
  open: OpenCell | null;
}

/** Columns beside the heatmap besides the costs: first bad, largest step, spark, explained by. */
const SUMMARY_COLUMNS = 4;

/** The table alone; everything that happens in it is handled on the box around it, see use-heatmap-grid.ts. */
export const HeatmapTable = memo(function HeatmapTable({ model, visible, show, open }: Props) {
  const { selection, groups } = model;
  const shown = columnShown(selection, show);
  const names = selection.names;
  const summaryColumns = SUMMARY_COLUMNS + rowSummaryCosts(selection).length;
  return (
    <table
      // Rows are drawn for their columns: other columns are another table.
      key={selection.source.join()}
      className="heat"
      style={{ '--n': selection.columns.length } as React.CSSProperties}
    >
      <caption className="sr-only">
        Relative {metricLabel(selection.data, selection.metric)} on {selection.data.server.name}, base{' '}
        {names[selection.base]?.short}. Rows are tests in groups, columns are versions. Use the arrow keys to
        move, Enter to open the details.
      </caption>
      <HeatmapHead selection={selection} shown={shown} openColumn={open?.column ?? null} />
      <GridGroups
        groups={groups}
        summary={(group) => (
          <GroupMeans group={group} model={model} visible={visible} shown={shown} span={summaryColumns} />
        )}
        row={(row) => (
          <HeatmapRow
            key={row.key}
            row={row}
            visible={visible}
            base={selection.base}
            open={open?.row === row.row ? open.column : null}
            judged={selection.columns[selection.judged]?.slug ?? ''}
          />
        )}
        empty="No test matches. Remove a word from the filter, or clear it with Esc."
        columns={selection.columns.length + 1 + summaryColumns}
      />
    </table>
  );
});
