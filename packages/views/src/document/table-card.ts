import { isChange, type Level, NEUTRAL, type Verdict, verdictClass } from '@basecase/analysis';
import { NIGHTS_TABLE, type NightsChart } from './nights-chart';
import { type DocumentTable, documentTitle, groupLabels, type ViewDocument } from './view-document';

/** A cell of a card: its number, and what it means. */
export interface CardCell {
  text: string;
  level: Level;
  /** By the noise of the server; absent where thresholds are in force. */
  verdict?: Verdict | undefined;
  /** No ratio, or one that is not judged: it says nothing about how much changed. */
  isPlain?: boolean;
}

/**
 * Classes of a cell: its fill, and the mark that says the same without colour. The mark points where the number went:
 * a cost of 1.50 is up, and orange. Possible and unclear have a mark and no fill.
 */
export function cellClass({ text, level, verdict }: CardCell): string {
  if (verdict === 'stopped working') return verdictClass(verdict, null);
  if (isChange(level)) {
    const className = `${level} arrow ${Number(text) < 1 ? 'dn' : 'up'}`;
    return verdict?.startsWith('small') ? `${className} sm` : className;
  }
  return verdict === undefined || verdict === 'missing' ? level : verdictClass(verdict, Number(text));
}

/** A view as a standalone table: embedded in other pages, or drawn as an image. */
export interface TableCard {
  /** `PostgreSQL 14.23 to 18.4 on 8-core`. */
  title: string;
  /** Workload and origin. */
  meta: string;
  /** What the numbers say. */
  sentence: string;
  /** `Relative QPS, version / base`. */
  metric: string;
  /** From where on a change counts, in words. */
  legend: string;
  columns: { name: string; detail: string; isBase: boolean }[];
  /** Products, each over so many columns; left out where there is one. */
  bands?: { name: string; columns: number }[];
  /** Drawn above the table, or instead of it if there is little room. */
  nights?: NightsChart;
  groups: { label: string; rows: { test: string; note: string; cells: CardCell[] }[] }[];
}

/** One cell of a view with its numbers. */
export interface CellCard {
  /** `update-index`, and its range or unit. */
  test: string;
  note: string;
  /** `PostgreSQL 18.4 against 14.23, 8-core (pn53)`. */
  subtitle: string;
  tiles: { verdict: CardCell; words: string }[];
  explanation: string;
  names: { own: string; base: string };
  metrics: { label: string; own: string; base: string; ratio: CardCell }[];
}

/** Table that says most in a small picture: the ratios, where there are any. */
const RELATIVE = 'relative';
const LEGEND = 'orange is worse than the base, blue is better, grey is not compared';
const NIGHTS_LEGEND = 'orange is a slower level, blue a faster one; hollow is likely, not confirmed';

/** The table of a document that a social card has room for. */
export function documentCard(document: ViewDocument): TableCard {
  const table = document.tables.find(({ id }) => id === RELATIVE) ?? document.tables[0];
  return table ? toCard(document, table) : emptyCard(document);
}

/** Every table of numbers, for an image of the whole document. Sentences in cells are too wide for a picture. */
export function documentCards(document: ViewDocument): TableCard[] {
  const tables = document.tables.filter(
    // The chart has all nights; as rows they would be the newest few.
    ({ id, heads }) => heads.some(({ isWords }) => !isWords) && !(document.nights && id === NIGHTS_TABLE),
  );
  return tables.length === 0 ? [documentCard(document)] : tables.map((table) => toCard(document, table));
}

function emptyCard(document: ViewDocument): TableCard {
  return { ...headOf(document), metric: '', legend: '', columns: [], groups: [] };
}

function headOf(document: ViewDocument): Pick<TableCard, 'title' | 'meta' | 'sentence' | 'nights'> {
  const { meta, sentence, nights } = document;
  return {
    title: documentTitle(document),
    meta: meta.join(' / '),
    sentence: sentence.strong + sentence.rest,
    ...(nights && { nights }),
  };
}

function hasColours({ sections }: DocumentTable): boolean {
  return sections.some(({ rows }) => rows.some(({ cells }) => cells.some(({ mark }) => mark !== null)));
}

function toCard(document: ViewDocument, table: DocumentTable): TableCard {
  // The page and the copied table have the words.
  const shown = table.heads.flatMap(({ isWords }, index) => (isWords ? [] : [index]));
  return {
    ...headOf(document),
    metric: table.title,
    legend: document.nights ? NIGHTS_LEGEND : document.tables.some(hasColours) ? LEGEND : table.hint,
    columns: shown.flatMap((index) => {
      const head = table.heads[index];
      return head ? [{ name: head.label, detail: detailOf(table, index), isBase: head.isBase }] : [];
    }),
    groups: table.sections.map(({ label, rows }) => ({
      label,
      rows: rows.map(({ name, note, isBase, cells }) => ({
        test: name,
        note: [note, isBase ? 'base' : ''].filter(Boolean).join(' '),
        cells: shown.flatMap((index) => {
          const cell = cells[index];
          return cell
            ? [{ text: cell.text, level: cell.level ?? NEUTRAL, isPlain: cell.level === null }]
            : [];
        }),
      })),
    })),
  };
}

/**
 * Second line of a column: `8-core PN53` of `8-core PN53, 1 client, base 17.5`, because more does not fit; where two
 * columns of a group have one name, what tells them apart comes first.
 */
function detailOf(table: DocumentTable, index: number): string {
  const groups = groupLabels(table);
  const { label = '', note = '' } = table.heads[index] ?? {};
  const [group = ''] = (groups[index] ?? '').split(',');
  if (group === '') return note;
  const twins = table.heads.filter((head, each) => head.label === label && groups[each] === groups[index]);
  return twins.length > 1 ? [note, group].filter(Boolean).join(', ') : group;
}

/** How much fits, by what the image is for. */
interface ImageLimits {
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

export interface TableImage extends Omit<TableCard, 'bands' | 'nights' | 'groups'> {
  /** Products over the columns; empty where there is one. */
  bands: NonNullable<TableCard['bands']>;
  rows: TableCard['groups'][number]['rows'];
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
