/** What may stand between the cells of a table. */
export type Separator = '\t' | ';' | ',';

/** The one that is met most often counts; of equally many the first. */
const SEPARATORS: readonly Separator[] = ['\t', ';', ','];

const MOST_COLUMNS = 500;
const ROWS_THAT_SHOW_IT = 2;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const LINE_END = /\s*\n\s*/g;
const MISSING = /^(?:|-+|n\/?a|nan|null|none|\\n|\?)$/i;

/** A first heading that names the rows: after it `17.4` is a version, not a number of a table without headings. */
const NAMES_TESTS =
  /^(?:(?:test|query|benchmark|bench|case|statement|operation|workload)s?(?:[_ -]?(?:name|id|no|nr|number))?|names?|(?:client|thread|connection|user|warehouse)s?|)$/i;
/** `17`, `17.4`; a number of four digits is a year or a size. */
const VERSION = /^\d{1,3}(?:\.\d+)?$/;

/** The heading line of a table: what separates its cells, and what they say. */
export interface TableHeading {
  separator: Separator;
  columns: string[];
}

/**
 * Cells of a line, without the quotes and the spaces around them.
 *
 * @param isStrict nothing may follow a closing quote in its cell
 * @returns null where a quoted cell is not closed on its line
 */
export function splitCells(line: string, separator: Separator, isStrict = false): string[] | null {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    let start = at;
    while (line[start] === ' ') start += 1;
    if (line[start] !== '"') {
      const end = line.indexOf(separator, at);
      cells.push(line.slice(at, end < 0 ? line.length : end).trim());
      if (end < 0) return cells;
      at = end + 1;
      continue;
    }
    const closed = closingQuote(line, start + 1);
    if (closed < 0) return null;
    const end = line.indexOf(separator, closed);
    const rest = line.slice(closed + 1, end < 0 ? line.length : end).trimEnd();
    if (isStrict && rest !== '') return null;
    cells.push((line.slice(start + 1, closed).replaceAll('""', '"') + rest).trim().replace(LINE_END, ' '));
    if (end < 0) return cells;
    at = end + 1;
  }
}

/** Cells of a row, null where they are not as many as the headings; empty ones behind the last heading are left out. */
export function rowCells(
  line: string,
  { columns, separator }: TableHeading,
  isStrict = false,
): string[] | null {
  const cells = splitCells(line, separator, isStrict);
  while (cells && cells.length > columns.length && cells.at(-1) === '') cells.pop();
  return cells?.length === columns.length ? cells : null;
}

/** Where the quote stands that closes a cell; two quotes are one that is meant. */
function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at;
  }
  return -1;
}

/** What spreadsheets write first, to name the separator. */
const NAMES_SEPARATOR = /^"?sep=.?"?$/i;

/** True for lines that are none of a table: empty ones, comments, and the line that names the separator. */
export function isBesideTable(line: string): boolean {
  return line.startsWith('#') || line.trim() === '' || NAMES_SEPARATOR.test(line.trim());
}

/** A cell of more lines has a quote that was never closed. */
const MOST_LINES = 100;

/** A row as text, with the ends of lines that its quoted cells hold. */
interface RowText {
  text: string;
  /** Of its first line, from 1. */
  line: number;
}

/** Joins the lines of a row whose quoted cell holds the end of a line; a quote that is never closed is a row by itself. */
export class RowLines {
  readonly #heading: TableHeading;
  #held: RowText[] = [];

  constructor(heading: TableHeading) {
    this.#heading = heading;
  }

  /** @returns rows that are whole with this line */
  add(text: string, line: number): RowText[] {
    if (this.#held.length === 0 && isBesideTable(text)) return [];
    this.#held.push({ text, line });
    const joined = this.#held.map((held) => held.text).join('\n');
    // A quote that was never closed must not take the next rows with it.
    const isWhole =
      this.#held.length === 1
        ? splitCells(joined, this.#heading.separator) !== null
        : rowCells(joined, this.#heading, true) !== null;
    if (!isWhole) return this.#held.length < MOST_LINES ? [] : this.#release();
    const [first] = this.#held;
    this.#held = [];
    return first ? [{ text: joined, line: first.line }] : [];
  }

  /** @returns what is left at the end of the file */
  end(): RowText[] {
    return this.#held.length === 0 ? [] : [...this.#release(), ...this.end()];
  }

  /** The first held line alone, and what the others give without it. */
  #release(): RowText[] {
    const [first, ...others] = this.#held;
    this.#held = [];
    return [...(first ? [first] : []), ...others.flatMap(({ text, line }) => this.add(text, line))];
  }
}

/** The heading of the second column of this name is `ms #2`. */
const REPEATED = / #(\d+)$/;

/** A heading without the number that tells it from an earlier one; the number is 1 for the first. */
export function headingOnce(heading: string): { name: string; place: number } {
  const [found = '', digits = '1'] = REPEATED.exec(heading) ?? [];
  return { name: heading.slice(0, heading.length - found.length), place: Number(digits) };
}

/** Headings by which each column is found: an empty one is `column 3`, one that is met again `ms #2`. */
function distinctHeadings(columns: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return columns.map((heading, index) => {
    const name = heading === '' ? `column ${index + 1}` : heading;
    const place = (seen.get(name) ?? 0) + 1;
    seen.set(name, place);
    return place === 1 ? name : `${name} #${place}`;
  });
}

/**
 * Reads the line of headings: at least two, most of them named, none of them a number other than a version. Empty ones at the
 * end are left out.
 *
 * @returns null where the line is no such line
 */
export function readTableHeading(line: string): TableHeading | null {
  const text = line.startsWith('\uFEFF') ? line.slice(1) : line;
  let found: TableHeading | null = null;
  for (const separator of SEPARATORS) {
    const columns = splitCells(text, separator);
    while (columns?.at(-1) === '') columns.pop();
    if (columns && columns.length > Math.max(1, found?.columns.length ?? 0)) found = { separator, columns };
  }
  if (!found || found.columns.length > MOST_COLUMNS) return null;
  const hasVersions = NAMES_TESTS.test(found.columns[0] ?? '');
  const isHeading = (name: string) => !NUMBER.test(name) || (hasVersions && VERSION.test(name));
  const named = found.columns.filter((name, index) => name !== '' || index === 0);
  const isNamed = named.every((name) => name.length <= 200 && isHeading(name));
  if (!isNamed || named.length * 2 <= found.columns.length) return null;
  const columns = distinctHeadings(found.columns);
  return new Set(columns).size === columns.length ? { ...found, columns } : null;
}

/** Meaning of a comma in a number. */
export type Comma = 'decimal' | 'thousands';

const WITH_COMMAS = /^[+-]?\d+(?:,\d+)+(?:\.\d+)?$/;
const WITH_THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * True for `1,5` and `1,234`, which may be either: in a table with semicolons a comma is a decimal one, in any other the user has
 * to say.
 */
export function hasUnclearComma(cell: string, separator: Separator): boolean {
  return separator !== ';' && WITH_COMMAS.test(cell);
}

/**
 * The number that a cell holds. Between semicolons a comma is a decimal one by default.
 *
 * @param comma meaning of a comma, if specified
 * @returns null: the cell is empty or marks a missing value; undefined: it holds something else, as `1 234` or `12 ms`
 */
export function cellNumber(cell: string, separator: Separator, comma?: Comma): number | null | undefined {
  if (MISSING.test(cell)) return null;
  const meant = comma ?? (separator === ';' ? 'decimal' : null);
  let text = cell;
  if (meant === 'decimal') text = cell.replace(',', '.');
  else if (meant === 'thousands' && WITH_THOUSANDS.test(cell)) text = cell.replaceAll(',', '');
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** The beginning of a table. */
export interface TableSample extends TableHeading {
  /** Rows with as many cells as there are columns. */
  rows: string[][];
}

/**
 * The table that a text is: a line of headings without a number, then at least two lines of as many cells, one of them
 * with a number.
 *
 * @param isCut true: the text is the beginning of a file, and its last line may end in its middle
 * @param mostRows how many rows are looked at
 * @returns null where it is none
 */
export function readTableSample(
  text: string,
  { isCut, mostRows }: { isCut: boolean; mostRows: number },
): TableSample | null {
  const lines = text.split(/\r?\n/);
  if (isCut) lines.pop();
  const first = lines.findIndex((line) => !isBesideTable(line.replace(/^\uFEFF/, '')));
  const heading = readTableHeading(lines[first] ?? '');
  if (!heading) return null;
  const { separator } = heading;
  const rowLines = new RowLines(heading);
  const rows: string[][] = [];
  let others = 0;
  const take = ({ text: row }: RowText) => {
    const cells = rowCells(row, heading);
    if (cells) rows.push(cells);
    else others += 1;
  };
  for (const [index, line] of lines.entries()) {
    if (index > first && rows.length + others < mostRows)
      for (const row of rowLines.add(line, index)) take(row);
  }
  // The last row of a cut file is not whole.
  if (!isCut) for (const row of rowLines.end()) take(row);
  if (others >= rows.length) return null;
  const hasNumber = rows.some((cells) =>
    cells.some((cell) => typeof cellNumber(cell, separator) === 'number' || hasUnclearComma(cell, separator)),
  );
  const [title = ''] = heading.columns;
  const least = NAMES_TESTS.test(title) ? 1 : ROWS_THAT_SHOW_IT;
  return rows.length >= least && hasNumber ? { ...heading, rows } : null;
}
