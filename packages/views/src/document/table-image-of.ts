import type { CardCell, TableCard } from './table-card';

/** How much fits, by what the image is for. */
export interface ImageLimits {
  rows: number;
  columns: number;
}

/**
 * A social card is looked at as wide as a hand: few large numbers. So many rows leave room for a sentence of two lines and a
 * key of two; what is longer would be printed over them.
 */
export const CARD_LIMITS: ImageLimits = { rows: 8, columns: 10 };
/** Letters of the sentence that two lines have room for. */
const CARD_SENTENCE = 170;
/** The whole table, up to what a renderer draws within a second. */
const TABLE_LIMITS: ImageLimits = { rows: 100, columns: 30 };

export interface TableImage {
  title: string;
  meta: string;
  sentence: string;
  metric: string;
  legend: string;
  columns: TableCard['columns'];
  /** Products over the columns; empty where there is one. */
  bands: { name: string; columns: number }[];
  rows: { test: string; note: string; cells: CardCell[] }[];
  /** `11 of 33 tests, those that changed most`; empty when all are there. */
  cut: string;
}

/** What an image shows of a table: when not all fits, the base and the newest columns, and the largest changes. */
export function tableImageOf(card: TableCard, limits: ImageLimits): TableImage {
  const { columns, bands } = shownColumns(card, limits.columns);
  const all = card.groups
    .flatMap(({ rows }) => rows)
    .map((row) => ({ ...row, cells: columns.flatMap((index) => row.cells[index] ?? []) }));
  const shown = columns.flatMap((index) => card.columns[index] ?? []);
  const rows = shownRows(all, shown, limits.rows);
  const cut = [
    ...(rows.length < all.length ? [`${rows.length} of ${all.length} tests, those that changed most`] : []),
    ...(shown.length < card.columns.length ? [`${shown.length} of ${card.columns.length} columns`] : []),
  ];
  const { title, meta, metric, legend } = card;
  const sentence = limits === CARD_LIMITS ? wholeSentences(card.sentence, CARD_SENTENCE) : card.sentence;
  return { title, meta, sentence, metric, legend, columns: shown, bands, rows, cut: cut.join('; ') };
}

/** Every table of a view, until the rows of all of them are as many as an image may have. */
export function fitTables(cards: readonly TableCard[]): TableImage[] {
  let room = TABLE_LIMITS.rows;
  return cards.flatMap((card, index) => {
    if (index > 0 && room <= 0) return [];
    const image = tableImageOf(card, { ...TABLE_LIMITS, rows: Math.max(1, room) });
    room -= image.rows.length;
    return [image];
  });
}

/** As many whole sentences as there is room for; one at least. */
function wholeSentences(text: string, room: number): string {
  if (text.length <= room) return text;
  const sentences = text.split(/(?<=\.) /);
  let shown = sentences[0] ?? '';
  for (const sentence of sentences.slice(1)) {
    if (shown.length + sentence.length >= room) break;
    shown += ` ${sentence}`;
  }
  return shown;
}

/** The fewest useful columns of a product: its base and two others. */
const LEAST_OF_BAND = 3;

/**
 * Indexes of bases and of the last columns, in their order. Of several products each has about as many; the last of them,
 * if not all have room for a base and others.
 */
function shownColumns(
  { columns, bands = [] }: TableCard,
  limit: number,
): { columns: number[]; bands: TableImage['bands'] } {
  const spans = bands.length > 0 ? bands : [{ name: '', columns: columns.length }];
  const count = Math.min(spans.length, Math.max(1, Math.floor(limit / LEAST_OF_BAND)));
  const room = Math.floor(limit / count);
  let start = 0;
  const shown = spans
    .map((span) => {
      const every = Array.from({ length: span.columns }, (_, index) => start + index);
      start += span.columns;
      return { name: span.name, indexes: newestOf(columns, every, room) };
    })
    .slice(-count);
  return {
    columns: shown.flatMap(({ indexes }) => indexes),
    bands: bands.length > 0 ? shown.map(({ name, indexes }) => ({ name, columns: indexes.length })) : [],
  };
}

function newestOf(columns: TableCard['columns'], every: readonly number[], limit: number): number[] {
  if (every.length <= limit) return [...every];
  const base = every.find((index) => columns[index]?.isBase);
  if (base === undefined) return every.slice(-limit);
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
