import type { MetricId } from '@basecase/ingest/model';
import { type Cell, type CellResult, cellValue, spreadOf, toCell, valuesBehind } from './cell';
import type { Matrix, MatrixRow } from './matrix';
import { inOneUnit } from './same-units';

/** Input of a matrix, from any source of results. */
export interface MatrixInput<Column> {
  columns: readonly Column[];
  rows: readonly MatrixRow[];
  /** [row][column]; no result = missing. */
  results: readonly (readonly (readonly CellResult[])[])[];
  /** Prefer what was reported, rounded as published tables are. Default: computed values, unrounded. */
  reported?: boolean;
  /** Keep the values behind medians. Default: medians only. */
  each?: boolean;
  /** Requested metrics: those of a tool without a parser are in the unit of their names. */
  named?: readonly MetricId[];
}

/** The one place where results become the cells of a matrix: files and database show the same of the same results. */
export function matrixOfResults<Column>({
  columns,
  rows,
  results,
  reported = false,
  each = false,
  named = [],
}: MatrixInput<Column>): Matrix<Column> {
  const cells = inOneUnit(results, named).map((row) => row.map(toCell));
  const doubtful = doubtfulOf(cells);
  return {
    columns: [...columns],
    rows: [...rows],
    ...valuesOf(cells, reported),
    status: cells.map((row) => row.map(({ status }) => status)),
    repeats: cells.map((row) => row.map(({ repeats }) => repeats)),
    spread: cells.map((row) => row.map((cell) => spreadOf(cell, reported))),
    ...(doubtful && { doubtful }),
    ...(each && { each: eachOf(cells, reported) }),
  };
}

function doubtfulOf(cells: readonly Cell[][]): Matrix['doubtful'] {
  const metrics = new Set(cells.flat().flatMap(({ doubtful }) => Object.keys(doubtful) as MetricId[]));
  if (metrics.size === 0) return undefined;
  return Object.fromEntries(
    [...metrics].map((metric) => [
      metric,
      cells.map((row) => row.map(({ doubtful }) => doubtful[metric] ?? null)),
    ]),
  );
}

function valuesOf(cells: readonly Cell[][], reported: boolean): Pick<Matrix, 'values' | 'sources'> {
  const values: Matrix['values'] = {};
  const sources: Matrix['sources'] = {};
  for (const metric of metricsOf(cells.flat().flatMap(({ results }) => results))) {
    const found = cells.map((row) => row.map(({ results }) => cellValue(results, metric, reported)));
    values[metric] = found.map((row) => row.map((cell) => cell?.value ?? null));
    sources[metric] = found.map((row) => row.map((cell) => cell?.source ?? '-'));
  }
  return { values, sources };
}

function eachOf(cells: readonly Cell[][], reported: boolean): NonNullable<Matrix['each']> {
  return Object.fromEntries(
    [...metricsOf(cells.flat().flatMap(({ printed }) => printed))].map((metric) => [
      metric,
      cells.map((row) =>
        row.map(({ results, printed }) => {
          const { values } = valuesBehind(results, metric, reported);
          return values.length > 0 ? values : valuesBehind(printed, metric, reported).values;
        }),
      ),
    ]),
  );
}

/** Metrics that some result has a number of. */
function metricsOf(results: readonly CellResult[]): Set<MetricId> {
  const metrics = new Set<MetricId>();
  for (const { computed, reported } of results) {
    for (const metric in computed) metrics.add(metric as MetricId);
    for (const metric in reported) metrics.add(metric as MetricId);
  }
  return metrics;
}
