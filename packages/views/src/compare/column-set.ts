import { releaseLineKey } from '@basecase/analysis';
import { productsOf } from './bands/choose-products';
import { type ConfigPair, chooseConfigPair } from './bands/config-pairs';
import { chosenColumns } from './choose-columns';
import { type ColumnName, columnNames, sharedSetup } from './column-names';
import type { CompareState } from './compare-state';
import { type Spark, sparkOf } from './heatmap/spark-of';
import type { HeatmapColumn, HeatmapData } from './heatmap-data';

/** The chosen columns with what does not change with the base, the metric or the threshold. */
export interface ColumnSet {
  data: HeatmapData;
  columns: HeatmapColumn[];
  /** Index in `data.columns` of each chosen column: everything else counts in chosen columns. */
  source: number[];
  names: ColumnName[];
  /** Build and config as far as all columns have the same: `rel_o2nofp, z12a_c32r128`. */
  shared: string;
  /** First column of the same release line, per column: no step leads from one line to another. */
  lineStart: number[];
  /** Throughput over the columns, per row of the data. */
  sparks: (Spark | null)[];
}

/** A column of a part as it is drawn. */
export interface DrawnColumn {
  /** Place in the columns of the part. */
  column: number;
  /** The measured value, next to its ratio in a separate column. */
  isAbsolute: boolean;
}

/** Columns that belong together: those of a product, or those of a version that stand side by side. */
export interface ColumnPart {
  product: string;
  /** `MySQL`, or `MySQL 9.5.0` of a version. */
  title: string;
  /** Place of its first column among all. */
  start: number;
  set: ColumnSet;
  drawn: DrawnColumn[];
}

/** All columns as they are drawn, those of one part side by side. */
export interface ChosenColumns extends ColumnSet {
  parts: ColumnPart[];
  /** Set where the parts are versions, each with two builds or configs. */
  pair: ConfigPair | null;
}

type Choice = Pick<CompareState, 'cols'> &
  Partial<Pick<CompareState, 'product' | 'columns' | 'first' | 'second'>>;

export function toColumnSet(data: HeatmapData, state: Choice): ChosenColumns {
  const chosen = chosenColumns(data, state);
  const columns = chosen.flatMap((index) => data.columns[index] ?? []);
  const { columns: kind, first = '', second = '' } = state;
  const pair = kind === 'configs' ? chooseConfigPair(columns, { first, second }) : null;
  return pair ? pairsOf(data, chosen, pair) : productsSideBySide(data, chosen);
}

function productsSideBySide(data: HeatmapData, chosen: number[]): ChosenColumns {
  const products = productsOf(chosen.flatMap((index) => data.columns[index] ?? []));
  const sources = products.map((product) =>
    chosen.filter((index) => data.columns[index]?.product === product),
  );
  const all = columnSetOf(data, sources.flat());
  let start = 0;
  const parts = products.map((product, index): ColumnPart => {
    const source = sources[index] ?? [];
    const set = products.length === 1 ? all : columnSetOf(data, source);
    start += source.length;
    return {
      product,
      title: product,
      start: start - source.length,
      set,
      drawn: source.map((_, column) => ({ column, isAbsolute: false })),
    };
  });
  return { ...all, parts, pair: null };
}

/** Both columns of a version as they were measured, then their ratio. */
const DRAWN_OF_PAIR: DrawnColumn[] = [
  { column: 0, isAbsolute: false },
  { column: 1, isAbsolute: true },
  { column: 1, isAbsolute: false },
];

function pairsOf(data: HeatmapData, chosen: number[], pair: ConfigPair): ChosenColumns {
  const parts = pair.versions.map((places, index): ColumnPart => {
    const set = columnSetOf(
      data,
      places.map((place) => chosen[place] ?? -1),
    );
    const [column] = set.columns;
    return {
      product: column?.product ?? '',
      title: `${column?.product ?? ''} ${column?.version ?? ''}`,
      start: index * DRAWN_OF_PAIR.length,
      set,
      drawn: DRAWN_OF_PAIR,
    };
  });
  const source = parts.flatMap(({ set, drawn }) => drawn.map(({ column }) => set.source[column] ?? -1));
  return { ...columnSetOf(data, source), parts, pair };
}

function columnSetOf(data: HeatmapData, source: number[]): ColumnSet {
  const columns = source.flatMap((index) => data.columns[index] ?? []);
  return {
    data,
    columns,
    source,
    names: columnNames(columns),
    shared: sharedSetup(columns),
    lineStart: lineStarts(columns),
    sparks: data.rows.map((_, row) =>
      sparkOf(source.map((index) => data.values.throughput?.[row]?.[index] ?? null)),
    ),
  };
}

function lineStarts(columns: readonly HeatmapColumn[]): number[] {
  const keys = columns.map(releaseLineKey);
  return keys.map((key) => keys.indexOf(key));
}
