import type { HeatModel } from '@basecase/views/compare';
import { type CompareState, cellText, columnShown, metricLabel, readingCosts } from '@basecase/views/compare';
import { memo } from 'react';
import { GroupHead } from './group-head';
import { HeatHead } from './heat-head';
import { HeatRow } from './heat-row';
import type { Sight } from './use-sight';

interface Props {
  model: HeatModel;
  sight: Sight;
  show: CompareState['show'];
  /** The cell whose panel is open, in rows of the data and chosen columns. */
  open: { row: number; column: number } | null;
}

/** Columns beside the heatmap besides the costs: first bad, largest step, spark, explained by. */
const READING_COLUMNS = 4;

/** The table alone; everything that happens in it is handled on the box around it, see use-grid.ts. */
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
        {names[view.base]?.short}. Rows are tests in groups, columns are versions. Arrow keys move, Enter
        opens the details.
      </caption>
      <HeatHead view={view} shown={shown} openColumn={open?.column ?? null} />
      {groups.map((group) => (
        <tbody key={group.id}>
          <GroupHead group={group} model={model} sight={sight} shown={shown} span={readingColumns} />
          {group.open
            ? group.rows.map((row) => (
                <HeatRow
                  key={row.key}
                  row={row}
                  sight={sight}
                  base={view.base}
                  openColumn={open?.row === row.row ? open.column : null}
                  cellValue={cellText({ test: row.key, column: view.columns[view.judged]?.slug ?? '' })}
                />
              ))
            : null}
        </tbody>
      ))}
      {groups.length === 0 ? (
        <tbody>
          <tr>
            <td className="empty" colSpan={view.columns.length + 1 + readingColumns}>
              No test matches. Remove a word from the filter, or clear it with Esc.
            </td>
          </tr>
        </tbody>
      ) : null}
    </table>
  );
});
