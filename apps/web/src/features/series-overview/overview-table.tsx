import {
  againstText,
  isMostlyUnclear,
  type OverviewModel,
  type SeriesState,
  seriesHref,
} from '@basecase/views/series';
import { memo } from 'react';
import { GridGroups } from '../../ui/grid/grid-groups';
import type { VisibleRange } from '../../ui/grid/visible-range';
import { GroupCells } from './group-cells';
import { OverviewColumns, OverviewHeads } from './overview-heads';
import { OverviewRow } from './overview-row';

interface Props {
  model: OverviewModel;
  state: SeriesState;
  visible: VisibleRange;
}

/** Columns before the heatmap: sparkline, level, since, cpu/o. */
const READ_COLUMNS = 4;

/** Tests in groups: nights as a sparkline, the newest level, and the newest nights as a heatmap, in one row. */
export const OverviewTable = memo(function OverviewTable({ model, state, visible }: Props) {
  const { heads, groups, hidden } = model;
  const columns = 1 + READ_COLUMNS + heads.length;
  return (
    <table
      // Rows are drawn for their columns: other columns are another table.
      key={heads.length}
      className={isMostlyUnclear(model) ? 'heat overview calm' : 'heat overview'}
      style={{ '--n': heads.length } as React.CSSProperties}
    >
      <caption className="sr-only">
        Newest level of each test against {againstText(model)}, nights as points, and the newest{' '}
        {heads.length} nights as ratios. Use the arrow keys to move, Enter to open the series.
      </caption>
      <OverviewColumns heads={heads} />
      <OverviewHeads model={model} />
      <GridGroups
        groups={groups}
        summary={({ summary }) => <GroupCells summary={summary} span={columns - 1} />}
        row={(row) => <OverviewRow key={row.key} row={row} visible={visible} />}
        empty={
          state.changed
            ? 'No test that matches has changed. Show all tests, or remove a word from the filter.'
            : 'No test matches. Remove a word from the filter, or clear it with Esc.'
        }
        columns={columns}
      />
      {hidden > 0 ? (
        <tbody>
          <tr>
            <td className="more-tests" colSpan={columns}>
              <span>
                {hidden} tests without a change are not shown.{' '}
                <a href={seriesHref({ ...state, all: true })}>Show all tests</a>
              </span>
            </td>
          </tr>
        </tbody>
      ) : null}
    </table>
  );
});
