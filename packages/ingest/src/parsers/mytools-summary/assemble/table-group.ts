import type { LocatedLog } from '../../family';
import type { TableCell, TableLog } from '../table-log';

/** A test of a run directory, read from one or several tables of one place. */
export interface GroupedCell {
  /** The run directory that the column is named after, and how many columns of the table had that name before. */
  label: string;
  occurrence: number;
  test: string;
  range: number | null;
  clients: number | null;
  /** Which client count when the count itself is not known: `client count 2 of 4`. */
  step: string | null;
  /** The table that says most first. */
  sources: { file: string; cell: TableCell }[];
}

/** How a scan is counted: of one client since 2025-04-19, of all clients before. */
export type ScanRule = 'per client' | 'total';

export interface NamedTable extends LocatedLog<TableLog> {
  columns: readonly string[];
  scanRule: ScanRule | null;
}

/** What places a cell of a table: its clients, or which of the unknown client counts. */
export type CellSeries = Pick<GroupedCell, 'clients' | 'step'>;

/** Tables of one directory that agree: they restate the same runs. */
export class TableGroup {
  readonly first: NamedTable;
  readonly #cells = new Map<string, GroupedCell[]>();
  #scanRule: ScanRule | null = null;

  constructor(first: NamedTable) {
    this.first = first;
  }

  get scanRule(): ScanRule | null {
    return this.#scanRule;
  }

  get cells(): GroupedCell[] {
    return [...this.#cells.values()].flat();
  }

  /** The first cell that the table says otherwise, null when it fits. */
  conflict(table: NamedTable, placeOf: (cell: TableCell) => CellSeries): TableCell | null {
    const found = table.log.cells.find((cell) => {
      const known = this.#find(named(table, cell), placeOf(cell));
      return known?.sources.some((source) => throughputOf(source.cell) !== throughputOf(cell));
    });
    return found ?? null;
  }

  add(table: NamedTable, placeOf: (cell: TableCell) => CellSeries): void {
    this.#scanRule ??= table.scanRule;
    for (const cell of table.log.cells) {
      const name = named(table, cell);
      const place = placeOf(cell);
      const known = this.#find(name, place);
      if (known) {
        known.clients ??= place.clients;
        known.sources.push({ file: table.path, cell });
        continue;
      }
      const { test, range } = cell;
      const added: GroupedCell = { ...name, ...place, test, range, sources: [{ file: table.path, cell }] };
      const key = keyOf(name);
      const same = this.#cells.get(key);
      if (same) same.push(added);
      else this.#cells.set(key, [added]);
    }
  }

  #find(name: CellName, { clients, step }: CellSeries): GroupedCell | undefined {
    const isSame = (known: GroupedCell) =>
      known.step === step && (known.clients === clients || known.clients === null || clients === null);
    return this.#cells.get(keyOf(name))?.find(isSame);
  }
}

type CellName = Pick<GroupedCell, 'label' | 'occurrence' | 'test' | 'range'>;

function named({ columns }: NamedTable, { column, test, range }: TableCell): CellName {
  const label = columns[column] ?? `col-${column + 1}`;
  const occurrence = columns.slice(0, column).filter((earlier) => earlier === label).length;
  return { label, occurrence, test, range };
}

function keyOf({ label, occurrence, test, range }: CellName): string {
  return JSON.stringify([label, occurrence, test, range]);
}

export function throughputOf({ values }: TableCell): number | undefined {
  return values.find(({ metric }) => metric === 'throughput')?.value;
}
