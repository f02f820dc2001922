import { memo } from 'react';
import type { Cell, RowModel } from './prepare-heatmap';
import { SPARK_HEIGHT } from './prepare-spark';
import { toneOf } from './tone';
import { CHUNK, type Visible } from './use-visible';

interface Props {
  row: RowModel;
  /** The row before the last change: drawn where nobody looks, until there is time. */
  late: RowModel;
  visible: Visible;
  /** Chunks of the base and of the base before: they stick, so they are in sight wherever they are. */
  baseChunk: number;
  lateBaseChunk: number;
  /** Column whose panel is open. */
  openColumn: number | null;
  /** What the name of the test opens, as it stands in the URL. */
  cellValue: string;
}

/** One test. Its cells are drawn in chunks of columns, those in sight first. */
export const HeatRow = memo(function HeatRow(props: Props) {
  const { row, late, visible, baseChunk, lateBaseChunk, openColumn, cellValue } = props;
  const chunks = Math.ceil(row.cells.length / CHUNK);
  const isVisible = (chunk: number) =>
    chunk === baseChunk || chunk === lateBaseChunk || (chunk >= visible.first && chunk <= visible.last);
  return (
    <tr data-row={row.row} className={openColumn === null ? undefined : 'x'}>
      <th className="t" scope="row">
        <button type="submit" form="view" name="cell" value={cellValue}>
          {row.name}
          {row.note ? <span className="rng">{row.note}</span> : null}
        </button>
      </th>
      {Array.from({ length: chunks }, (_, chunk) => (
        <Cells
          // biome-ignore lint/suspicious/noArrayIndexKey: chunks are positions.
          key={chunk}
          cells={isVisible(chunk) ? row.cells : late.cells}
          from={chunk * CHUNK}
          openColumn={openColumn !== null && Math.floor(openColumn / CHUNK) === chunk ? openColumn : null}
        />
      ))}
      <Reading row={isVisible(chunks) ? row : late} />
    </tr>
  );
});

interface CellsProps {
  cells: Cell[];
  from: number;
  openColumn: number | null;
}

/** A cell is one element with a class and a text: with 60 columns there are 2,000 of them. */
const Cells = memo(function Cells({ cells, from, openColumn }: CellsProps) {
  return cells.slice(from, from + CHUNK).map((cell, index) => (
    <td
      // biome-ignore lint/suspicious/noArrayIndexKey: columns are positions, they have no other identity here.
      key={index}
      className={from + index === openColumn ? `${cell.className} sel` : cell.className}
    >
      {cell.text}
    </td>
  ));
});

/** Since when, and why. */
const Reading = memo(function Reading({ row }: { row: RowModel }) {
  return (
    <>
      <td className="why first">
        {row.firstBad ? <strong>{row.firstBad}</strong> : <span className="dim">none</span>}
      </td>
      <td className="why stepcol">
        {row.largestStep ? (
          <>
            <span className="dim">{row.largestStep.version}</span>{' '}
            <span className="bad mk dn">{row.largestStep.text}</span>
          </>
        ) : (
          <span className="dim">–</span>
        )}
      </td>
      <td className="why spark">
        {row.spark ? (
          <svg
            viewBox={`0 0 ${row.spark.width} ${SPARK_HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path d={row.spark.path} />
          </svg>
        ) : null}
      </td>
      {row.costs.map((cost, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the reading columns are fixed.
        <td key={index} className="why">
          <span className={cost.level === 'v' ? 'dim' : toneOf(cost.level)}>{cost.text}</span>
        </td>
      ))}
      <td className="why ex">{row.costs.length > 0 ? row.explained : null}</td>
    </>
  );
});
