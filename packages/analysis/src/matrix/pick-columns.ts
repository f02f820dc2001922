import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from './matrix';

/** A matrix with some of its columns, in the order given; all rows stay. Indexes that do not exist are left out. */
export function pickColumns<Column>(matrix: Matrix<Column>, columns: readonly number[]): Matrix<Column> {
  const kept = columns.filter((index) => index in matrix.columns);
  const pick = <T>(cells: readonly (readonly T[])[]): T[][] =>
    cells.map((row) => kept.map((index) => row[index] as T));
  const { runSeconds } = matrix;
  return {
    ...pickCells(matrix, pick),
    ...(runSeconds && { runSeconds: kept.map((index) => runSeconds[index] ?? null) }),
    columns: kept.flatMap((index) => matrix.columns[index] ?? []),
  };
}

/** A matrix with some of its rows, in the order given; all columns stay. Indexes that do not exist are left out. */
export function pickRows<Column>(matrix: Matrix<Column>, rows: readonly number[]): Matrix<Column> {
  const pick = <T>(cells: readonly (readonly T[])[]): T[][] =>
    rows.flatMap((index) => (cells[index] ? [[...cells[index]]] : []));
  return { ...pickCells(matrix, pick), rows: rows.flatMap((index) => matrix.rows[index] ?? []) };
}

type Pick = <T>(cells: readonly (readonly T[])[]) => T[][];

function pickCells<Column>(matrix: Matrix<Column>, pick: Pick): Matrix<Column> {
  const pickEach = <T>(byMetric: Partial<Record<MetricId, T[][]>>) =>
    Object.fromEntries(
      Object.entries(byMetric).flatMap(([metric, cells]) => (cells ? [[metric, pick(cells)]] : [])),
    );
  return {
    columns: [...matrix.columns],
    rows: [...matrix.rows],
    values: pickEach(matrix.values),
    sources: pickEach(matrix.sources),
    status: pick(matrix.status),
    repeats: pick(matrix.repeats),
    spread: pick(matrix.spread),
    ...(matrix.doubtful && { doubtful: pickEach(matrix.doubtful) }),
    ...(matrix.rounds && {
      rounds: matrix.rounds.map((recording) => ({ ...recording, values: pick(recording.values) })),
    }),
    ...(matrix.seconds && { seconds: pick(matrix.seconds) }),
    ...(matrix.runSeconds && { runSeconds: matrix.runSeconds }),
  };
}
