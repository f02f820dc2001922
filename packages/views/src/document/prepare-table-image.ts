import type { CardCell, TableCard } from './table-card';

/** How much fits, by what the image is for. */
export interface ImageLimits {
  rows: number;
  columns: number;
}

/** A social card is looked at as wide as a hand: few large numbers. */
export const CARD_LIMITS: ImageLimits = { rows: 11, columns: 10 };
/** The whole table, up to what a renderer draws within a second. */
const TABLE_LIMITS: ImageLimits = { rows: 100, columns: 30 };

export interface TableImage {
  title: string;
  meta: string;
  sentence: string;
  metric: string;
  legend: string;
  columns: TableCard['columns'];
  rows: { test: string; note: string; cells: CardCell[] }[];
  /** `11 of 33 tests, those that changed most`; empty when all are there. */
  cut: string;
}

/** What an image shows of a table: when not all fits, the base and the newest columns, and the largest changes. */
export function prepareTableImage(card: TableCard, limits: ImageLimits): TableImage {
  const columns = shownColumns(card, limits.columns);
  const all = card.groups
    .flatMap(({ rows }) => rows)
    .map((row) => ({ ...row, cells: columns.flatMap((index) => row.cells[index] ?? []) }));
  const shown = columns.flatMap((index) => card.columns[index] ?? []);
  const rows = shownRows(all, shown, limits.rows);
  const cut = [
    ...(rows.length < all.length ? [`${rows.length} of ${all.length} tests, those that changed most`] : []),
    ...(shown.length < card.columns.length ? [`${shown.length} of ${card.columns.length} columns`] : []),
  ];
  const { title, meta, sentence, metric, legend } = card;
  return { title, meta, sentence, metric, legend, columns: shown, rows, cut: cut.join('; ') };
}

/** Every table of a view, until the rows of all of them are as many as an image may have. */
export function fitTables(cards: readonly TableCard[]): TableImage[] {
  let room = TABLE_LIMITS.rows;
  return cards.flatMap((card, index) => {
    if (index > 0 && room <= 0) return [];
    const image = prepareTableImage(card, { ...TABLE_LIMITS, rows: Math.max(1, room) });
    room -= image.rows.length;
    return [image];
  });
}

/** Indexes of the base and of the last columns, in their order. */
function shownColumns({ columns }: TableCard, limit: number): number[] {
  const every = columns.map((_, index) => index);
  if (every.length <= limit) return every;
  const base = columns.findIndex(({ isBase }) => isBase);
  const others = every.filter((index) => index !== base).slice(-(limit - 1));
  return [base, ...others].sort((a, b) => a - b);
}

/** The rows with the largest changes, in the order of the table. */
function shownRows(
  rows: TableImage['rows'],
  columns: TableCard['columns'],
  limit: number,
): TableImage['rows'] {
  if (rows.length <= limit) return rows;
  const kept = rows
    .map((row, index) => ({ index, change: largestChange(row.cells, columns) }))
    .sort((a, b) => b.change - a.change || a.index - b.index)
    .slice(0, limit)
    .map(({ index }) => index);
  return rows.filter((_, index) => kept.includes(index));
}

/** How far the farthest ratio of a row is from 1, on a logarithmic scale; words, dashes and values do not count. */
function largestChange(cells: readonly CardCell[], columns: TableCard['columns']): number {
  const distances = cells.map(({ text, isPlain }, index) => {
    const ratio = columns[index]?.isBase || isPlain ? 1 : Number(text);
    return ratio > 0 && Number.isFinite(ratio) ? Math.abs(Math.log(ratio)) : 0;
  });
  return Math.max(0, ...distances);
}
