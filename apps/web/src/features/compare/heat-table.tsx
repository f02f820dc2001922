import { memo } from 'react';
import { type CompareState, cellText } from './compare-state';
import { GroupHead } from './group-head';
import { HeatHead } from './heat-head';
import { HeatRow } from './heat-row';
import type { HeatModel, RowModel } from './prepare-heatmap';
import { readingCosts } from './prepare-reading';
import { CHUNK, type Visible } from './use-visible';
import { columnShown, metricLabel } from './view';

interface Props {
  model: HeatModel;
  /** The model before the last change, for the columns that are not in sight. */
  late: HeatModel;
  visible: Visible;
  show: CompareState['show'];
  /** The cell whose panel is open, in rows of the data and chosen columns. */
  open: { row: number; column: number } | null;
}

/** Columns beside the heatmap besides the costs: first bad, largest step, spark, explained by. */
const READING_COLUMNS = 4;

/** The table alone; everything that happens in it is handled on the box around it, see use-grid.ts. */
export const HeatTable = memo(function HeatTable({ model, late, visible, show, open }: Props) {
  const { view, groups } = model;
  // Other columns cannot stand in for these ones: then nothing is late.
  const before = late.view.columns === view.columns ? late : model;
  const lateRows = rowsByKey(before);
  const shown = columnShown(view, show);
  const names = view.names;
  const readingColumns = READING_COLUMNS + readingCosts(view).length;
  return (
    <table
      // Rows are drawn for their columns: other columns are another table.
      key={view.source.join()}
      className={model.isCost ? 'heat cost' : 'heat'}
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
          <GroupHead
            group={group}
            late={before.groups.find(({ id }) => id === group.id) ?? group}
            model={model}
            visible={visible}
            shown={shown}
            span={readingColumns}
          />
          {group.open
            ? group.rows.map((row) => (
                <HeatRow
                  key={row.key}
                  row={row}
                  late={lateRows.get(row.key) ?? row}
                  visible={visible}
                  baseChunk={Math.floor(view.base / CHUNK)}
                  lateBaseChunk={Math.floor(late.view.base / CHUNK)}
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

function rowsByKey(model: HeatModel): Map<string, RowModel> {
  return new Map(model.groups.flatMap((group) => group.rows.map((row) => [row.key, row])));
}
