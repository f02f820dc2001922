/** What may stand between the cells of a table. */
export type Separator = '\t' | ';' | ',';

/** The one that is met most often counts; of equally many the first. */
const SEPARATORS: readonly Separator[] = ['\t', ';', ','];

const MOST_COLUMNS = 500;
const ROWS_THAT_SHOW_IT = 2;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const MISSING = /^(?:|-+|n\/?a|nan|null|none|\\n|\?)$/i;

/** A first heading that names the rows: after it `17.4` is a version, not a number of a table without headings. */
const NAMES_TESTS =
  /^(?:(?:test|query|benchmark|bench|case|statement|operation|workload)s?(?:[_ -]?(?:name|id))?|names?|)$/i;
const VERSION = /^\d+\.\d+$/;

/** The heading line of a table: what separates its cells, and what they say. */
export interface TableHeading {
  separator: Separator;
  columns: string[];
}

/**
 * Cells of a line, without the quotes and the spaces around them.
 *
 * @returns null where a quoted cell is not closed on its line
 */
export function splitCells(line: string, separator: Separator): string[] | null {
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
    cells.push((line.slice(start + 1, closed).replaceAll('""', '"') + rest).trim());
    if (end < 0) return cells;
    at = end + 1;
  }
}

/** Cells of a row, null where they are not as many as the headings; empty ones behind the last heading are left out. */
export function rowCells(line: string, { columns, separator }: TableHeading): string[] | null {
  const cells = splitCells(line, separator);
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

/** True for lines that are none of a table: empty ones, and comments. */
export function isBesideTable(line: string): boolean {
  return line.startsWith('#') || line.trim() === '';
}

/**
 * Reads the line of headings: at least two, none of them a number other than a version, or met twice. Only the first may be
 * empty, as that of an index is; empty ones at the end are left out.
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
  if (found.columns[0] === '') found.columns[0] = 'column 1';
  const isNamed = found.columns.every((name) => name !== '' && name.length <= 200 && isHeading(name));
  return isNamed && new Set(found.columns).size === found.columns.length ? found : null;
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
  const kept = lines.filter((line) => !isBesideTable(line.replace(/^\uFEFF/, '')));
  const heading = readTableHeading(kept[0] ?? '');
  if (!heading) return null;
  const rows: string[][] = [];
  for (const line of kept.slice(1, 1 + mostRows)) {
    const cells = rowCells(line, heading);
    if (cells) rows.push(cells);
    else if (rows.length < ROWS_THAT_SHOW_IT) return null;
  }
  const { separator } = heading;
  const hasNumber = rows.some((cells) =>
    cells.some((cell) => typeof cellNumber(cell, separator) === 'number' || hasUnclearComma(cell, separator)),
  );
  return rows.length >= ROWS_THAT_SHOW_IT && hasNumber ? { ...heading, rows } : null;
}
