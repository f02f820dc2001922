import { toNumber } from '../../numbers';
import { parseGoDuration } from '../../ycsb/go/go-duration';

/** What a table of the tool holds: tpmC, totals of each type, totals of all types, or an interval. */
export type TableKind = 'tpmC' | 'type' | 'all' | 'interval';

export interface Table {
  kind: TableKind;
  /** Names of all cells of a row, with `opName` for the type. */
  columns: string[];
}

/** `_elapsed___newOrders___tpmC(cum)__avg(ms)__p50(ms)...`: names between underscores. */
const HEADER = /^[\t >]{0,40}_(?:elapsed|time)_[A-Za-z0-9_()/%]{10,400}$/;
const TYPE = 'opName';
/** Tables of totals are headed by their kind, where others have nothing above the type. */
const KINDS: Readonly<Record<string, TableKind>> = { total: 'type', result: 'all' };

/**
 * The columns that a header names; null for other lines. Sources: pkg/workload of github.com/cockroachdb/cockroach, and
 * tpcc of github.com/cockroachdb/loadgen, which it was made of.
 */
export function readHeader(text: string): Table | null {
  if (!HEADER.test(text)) return null;
  const names = text.split(/[_\s>]+/).filter((name) => name !== '');
  if (names.some((name) => name.startsWith('tpmC'))) return { kind: 'tpmC', columns: names };
  const last = names.at(-1) ?? '';
  const kind = Object.hasOwn(KINDS, last) ? (KINDS[last] ?? 'interval') : 'interval';
  const columns = kind === 'interval' ? names : names.slice(0, -1);
  const hasType = kind === 'all' || columns.includes(TYPE);
  return { kind, columns: hasType ? columns : [...columns, TYPE] };
}

/**
 * The cells of a row, by column; null for a line that is not a row, because most of it is not numeric. `isWhole` is false
 * where a cell is missing or unreadable: then the columns of the other cells are unknown.
 */
export function readCells(
  text: string,
  { columns }: Table,
): { cells: Map<string, string>; isWhole: boolean } | null {
  const texts = text
    .replace(/^[\t >]+/, '')
    .trimEnd()
    .split(/\s+/);
  const numbers = texts.filter((each) => /^\d/.test(each)).length;
  if (numbers * 2 < columns.length) return null;
  const cells = new Map(columns.map((name, index) => [name, texts[index] ?? '']));
  const areReadable = [...cells].every(([name, cell]) =>
    name === TYPE ? /^[A-Za-z]/.test(cell) : cellValue(name, cell) !== null,
  );
  return { cells, isWhole: areReadable && texts.length === columns.length };
}

/** Number of a cell: `9.2s` in seconds, `96.0%` as percent. */
export function cellValue(column: string, text: string): number | null {
  if (column === 'elapsed' || column === 'time') return parseGoDuration(text);
  return toNumber(column === 'efc' ? text.replace(/%$/, '') : text);
}
