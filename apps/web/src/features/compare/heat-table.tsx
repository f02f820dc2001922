import { memo } from 'react';
import { type CompareState, cellText } from './compare-state';
import { HeatHead } from './heat-head';
import { HeatRow } from './heat-row';
import { type GroupModel, type HeatModel, type RowModel, readingCosts } from './prepare-heatmap';
import { toneOf } from './tone';
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
  const lateRows = rowsByKey(late.view.columns === view.columns ? late : model);
  const shown = columnShown(view, show);
  const names = view.names;
  const readingColumns = READING_COLUMNS + readingCosts(view).length;
  return (
    <table
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
          <GroupHead group={group} model={model} shown={shown} span={readingColumns} />
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

/** Other columns cannot stand in for these ones: then nothing is late. */
function rowsByKey(model: HeatModel): Map<string, RowModel> {
  return new Map(model.groups.flatMap((group) => group.rows.map((row) => [row.key, row])));
}

interface GroupProps {
  group: GroupModel;
  model: HeatModel;
  shown: number;
  /** How many columns stand beside the heatmap. */
  span: number;
}

function GroupHead({ group, model, shown, span }: GroupProps) {
  const { view } = model;
  const worse = view.metric === 'throughput' ? 'slower' : 'worse';
  return (
    <tr className="g">
      <th className="t" scope="rowgroup">
        <button type="submit" form="view" name="fold" value={group.id} aria-expanded={group.open}>
          {group.label}
        </button>
      </th>
      {group.means.map((mean, column) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions, they have no other identity here.
          key={column}
          className={`gm${column === view.base ? ' base' : ''}${column === shown ? ' show' : ''}`}
        >
          {column === view.base ? 'geo mean' : <span className={toneOf(mean.level)}>{mean.text}</span>}
        </td>
      ))}
      <td className="why first gs" colSpan={span}>
        <span className={group.slower > 0 ? `bad mk ${model.isCost ? 'up' : 'dn'}` : ''}>
          {group.slower} of {group.tests} {worse}
        </span>{' '}
        <span className="dim">
          in {view.names[view.judged]?.short}
          {group.span ? `, ${group.span}` : ''}
        </span>
      </td>
    </tr>
  );
}
