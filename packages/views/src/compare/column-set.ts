import { type ColumnName, chosenColumns, columnNames } from './choose-columns';
import type { CompareState } from './compare-state';
import { prepareSpark, type Spark } from './heatmap/prepare-spark';
import type { HeatmapColumn, HeatmapData } from './heatmap-data';

/** The chosen columns with what does not change with the base, the metric or the threshold. */
export interface ColumnSet {
  data: HeatmapData;
  columns: HeatmapColumn[];
  /** Index in `data.columns` of each chosen column: everything else counts in chosen columns. */
  source: number[];
  names: ColumnName[];
  /** Index of the first column of the same product, per column: no step leads from one product to another. */
  productStart: number[];
  /** Throughput over the columns, per row of the data. */
  sparks: (Spark | null)[];
}

export function toColumnSet(data: HeatmapData, state: Pick<CompareState, 'cols'>): ColumnSet {
  const source = chosenColumns(data, state);
  const columns = source.flatMap((index) => data.columns[index] ?? []);
  return {
    data,
    columns,
    source,
    names: columnNames(columns),
    productStart: columns.map((column) => columns.findIndex((other) => other.product === column.product)),
    sparks: data.rows.map((_, row) =>
      prepareSpark(source.map((index) => data.values.throughput?.[row]?.[index] ?? null)),
    ),
  };
}
