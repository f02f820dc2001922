import {
  type CellStatus,
  DEFAULT_RULE,
  type Matrix,
  REASON_METRICS,
  type RoundsRecording,
  type VerdictColumn,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import type { HeatmapNoise } from '../verdict/heatmap-noise';
import type { TestRow } from './test-row';

/** [row][column] of a table; null = missing, or not to be compared. */
export type Grid = (number | null)[][];

/** A result that is kept, and never compared. */
export interface ExcludedCell {
  row: number;
  column: number;
  status: CellStatus;
}

/** Results of a table as the browser gets them: absolute values only, everything relative is computed from them. */
export interface SentResults<Metric extends MetricId = MetricId> {
  /** Each metric that was recorded; of a large view some come after the page. */
  values: Partial<Record<Metric, Grid>>;
  /** Results that are there and must not be compared. Few, so not a matrix. */
  excluded: ExcludedCell[];
  /** [row][column] results behind a cell; null when no cell has more than one. */
  repeats: number[][] | null;
  /** [row][column] (max - min) / median of throughput over the repeats; null when no cell was repeated. */
  spread: Grid | null;
  /** [row] a letter for each column, `c` computed and `r` reported, of the costs that have both. */
  sources: Partial<Record<MetricId, string[]>>;
  /** [row][column] median of stolen time in percent; left out where no cell has enough of it to be unclear. */
  steal?: Grid;
  /** What was recorded in rounds; left out where nothing was. */
  rounds?: RoundsRecording[];
  /** [row][column] part of the operations that failed; left out where none did. */
  failed?: Grid;
  /** [row][column] seconds that the runs behind a cell were to take; left out where all are alike. */
  seconds?: number[][][];
  /** [column] measured seconds of one run of all its tests; left out where none is known. */
  runSeconds?: (number | null)[];
  /** Null: nothing is known of it, and only thresholds can judge. */
  noise: HeatmapNoise | null;
}

/** Where the cells of a matrix go among those of the page. */
export interface Placement {
  /** Row of the page for each row of the matrix, column for each column; null = not shown. */
  rows: readonly number[];
  columns: readonly (number | null)[];
  size: { rows: number; columns: number };
}

interface Options<Metric extends MetricId> {
  metrics: Iterable<Metric>;
  /** Value of a cell; left out, as it is stored. */
  read?: (metric: Metric, row: number, column: number) => number | null;
  /** Left out, the rows and columns of the matrix are those of the page. */
  placement?: Placement;
}

/**
 * Digits kept of computed values. Of 16 digits the last 9 are rounding noise of a mean over a few hundred samples;
 * without them the page carries half the bytes. The relative error of 5e-8 is far below anything shown: six
 * decimals of cpu/o, two of a ratio. Values that were read with fewer digits stay exactly as stored.
 */
const DIGITS = 7;
/** From here on the digits before the point, all of which are shown, are more. */
const LARGE = 10 ** DIGITS;
const DIGITS_OF_LARGE = 10;
/**
 * More numbers than this are sent in two parts: with 33 tests × 60 columns the six metrics are half of all bytes of the page,
 * and five of them are not looked at yet.
 */
export const INLINE_NUMBERS = 4000;

/** A percentage with one decimal is shown of a spread. */
const SPREAD_DIGITS = 3;

/** What the browser needs of a matrix, and nothing else. */
export function toSentResults<Metric extends MetricId>(
  matrix: Omit<Matrix<unknown>, 'columns' | 'rows'>,
  {
    metrics,
    read = (metric, row, column) => matrix.values[metric]?.[row]?.[column] ?? null,
    placement = ownPlacement(matrix),
  }: Options<Metric>,
): Omit<SentResults<Metric>, 'noise'> {
  const isComparable = (row: number, column: number) => matrix.status[row]?.[column] === 'ok';
  const values: SentResults<Metric>['values'] = {};
  for (const metric of metrics) {
    const cell = (row: number, column: number) =>
      isComparable(row, column) ? compact(read(metric, row, column)) : null;
    const grid = placed<number | null>(placement, cell, null);
    if (grid.some((cells) => cells.some((value) => value !== null))) values[metric] = grid;
  }
  const isRepeated = matrix.repeats.some((cells) => cells.some((count) => count > 1));
  return {
    values,
    excluded: matrix.status.flatMap((cells, row) =>
      cells.flatMap((status, from) => {
        const column = placement.columns[from] ?? null;
        if (status === 'ok' || status === 'missing' || column === null) return [];
        return [{ row: placement.rows[row] ?? 0, column, status }];
      }),
    ),
    repeats: isRepeated ? placed(placement, (row, column) => matrix.repeats[row]?.[column] ?? 0, 0) : null,
    spread: isRepeated
      ? placed<number | null>(placement, (row, column) => rounded(matrix.spread[row]?.[column] ?? null), null)
      : null,
    sources: mixedSources(matrix, placement),
    ...howRecorded(matrix, placement),
  };
}

/** Rounds are compared with each other, and their noise is more than this. */
const ROUND_DIGITS = 5;

function howRecorded(
  {
    values: { steal },
    rounds,
    seconds,
    failed,
    runSeconds,
  }: Pick<Matrix, 'values' | 'rounds' | 'seconds' | 'failed' | 'runSeconds'>,
  placement: Placement,
): Pick<SentResults, 'steal' | 'rounds' | 'seconds' | 'failed' | 'runSeconds'> {
  const isStolen = steal?.some((row) => row.some((percent) => (percent ?? 0) > DEFAULT_RULE.stealMost));
  return {
    ...(isStolen && {
      steal: placed<number | null>(placement, (row, column) => steal?.[row]?.[column] ?? null, null),
    }),
    ...(rounds && {
      rounds: rounds.map(({ values, ...recording }) => ({
        ...recording,
        values: placed(placement, (row, column) => (values[row]?.[column] ?? []).map(sentRound), []),
      })),
    }),
    ...(failed && {
      failed: placed<number | null>(placement, (row, column) => rounded(failed[row]?.[column] ?? null), null),
    }),
    ...(runSeconds && {
      runSeconds: Array.from({ length: placement.size.columns }, (_, column) =>
        compact(runSeconds[placement.columns.indexOf(column)] ?? null),
      ),
    }),
    ...(seconds && { seconds: placed(placement, (row, column) => [...(seconds[row]?.[column] ?? [])], []) }),
  };
}

/** A value of a round as it is sent. */
export function sentRound(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(ROUND_DIGITS));
}

/** Of most costs every number was made in one way, and then there is nothing to say. */
function mixedSources({ sources }: Pick<Matrix, 'sources'>, placement: Placement): SentResults['sources'] {
  const mixed = REASON_METRICS.flatMap((metric) => {
    const own = sources[metric];
    const all = new Set(own?.flat());
    if (!own || !all.has('computed') || !all.has('reported')) return [];
    const letters = placed(placement, (row, column) => own[row]?.[column]?.charAt(0) ?? '-', '-');
    return [[metric, letters.map((row) => row.join(''))]];
  });
  return Object.fromEntries(mixed);
}

/** True when values are of so many rows and columns: an upload may have come between the page and its second part. */
export function isOfSize(
  values: Partial<Record<MetricId, Grid>>,
  size: { rows: number; columns: number },
): boolean {
  return Object.values(values).every(
    (grid) => grid?.length === size.rows && grid.every((cells) => cells.length === size.columns),
  );
}

export function compact(value: number | null): number | null {
  if (value === null) return null;
  return Number(value.toPrecision(value < LARGE ? DIGITS : DIGITS_OF_LARGE));
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(SPREAD_DIGITS));
}

function ownPlacement({ status }: Pick<Matrix, 'status'>): Placement {
  const columns = [...(status[0] ?? []).keys()];
  return { rows: [...status.keys()], columns, size: { rows: status.length, columns: columns.length } };
}

/** What is read of the cells of a matrix, at their places on the page; `empty` elsewhere. */
function placed<T>(
  { rows, columns, size }: Placement,
  read: (row: number, column: number) => T,
  empty: T,
): T[][] {
  const grid = Array.from({ length: size.rows }, () => Array.from({ length: size.columns }, () => empty));
  for (const [row, toRow] of rows.entries()) {
    for (const [column, toColumn] of columns.entries()) {
      const cells = grid[toRow];
      if (cells && toColumn !== null) cells[toColumn] = read(row, column);
    }
  }
  return grid;
}

interface Columns {
  columns: VerdictColumn[];
  /** Index in the results of each of them. */
  source: readonly number[];
  /** Throughput, and what may support a change. */
  metrics: readonly MetricId[];
}

const SOURCES: Readonly<Record<string, 'computed' | 'reported'>> = { c: 'computed', r: 'reported' };

/** Some columns of the results with all of their tests, as the rule wants them. */
export function toJudgedMatrix(
  rows: readonly TestRow[],
  {
    values,
    excluded,
    repeats,
    spread,
    sources,
    steal,
    rounds,
    seconds,
    failed,
    runSeconds,
  }: Omit<SentResults, 'noise'>,
  { columns, source, metrics }: Columns,
): Matrix<VerdictColumn> {
  const pick = <T>(cells: readonly ArrayLike<T>[]) => cells.map((row) => source.map((at) => row[at] as T));
  const all = <T>(cell: T) => rows.map(() => source.map(() => cell));
  // Whether a test was run decides what vanished: a cell without throughput and without a status is missing.
  const status = values.throughput
    ? pick<number | null>(values.throughput).map((row) =>
        row.map((value): CellStatus => (value === null ? 'missing' : 'ok')),
      )
    : all<CellStatus>('ok');
  for (const cell of excluded) {
    const own = status[cell.row];
    const column = source.indexOf(cell.column);
    if (own && column !== -1) own[column] = cell.status;
  }
  const judged = <T, To>(of: Partial<Record<MetricId, T>>, to: (cells: T) => To) =>
    Object.fromEntries(
      metrics.flatMap((metric) => {
        const cells = of[metric];
        return cells ? [[metric, to(cells)]] : [];
      }),
    );
  return {
    columns,
    rows: rows.map((row, position) => ({
      ...row,
      label: row.key,
      position,
      warmup: row.warmup ?? false,
      known: true,
    })),
    values: { ...judged(values, pick<number | null>), ...(steal && { steal: pick(steal) }) },
    sources: judged(sources, (letters) =>
      pick<string>(letters).map((row) => row.map((letter) => SOURCES[letter] ?? '-')),
    ),
    status,
    repeats: repeats ? pick(repeats) : all(1),
    spread: spread ? pick<number | null>(spread) : all(null),
    ...(rounds && { rounds: rounds.map((recording) => ({ ...recording, values: pick(recording.values) })) }),
    ...(seconds && { seconds: pick(seconds) }),
    ...(runSeconds && { runSeconds: source.map((at) => runSeconds[at] ?? null) }),
    ...(failed && { failed: pick<number | null>(failed) }),
  };
}
