import { clientsText, coresText } from '../text/words';
import type { SelectedServer, ServersSelection } from './servers-selection';

interface FactColumn {
  label: string;
  /** By server; null = not recorded. */
  values: (string | null)[];
  /** The servers do not all have the same. */
  differs: boolean;
  /** What to do about a missing value, as a link to the page of the server; left out where nothing follows from it. */
  asks?: string;
}

const GB = 1024 ** 3;
const ROW_UNITS: readonly [number, string][] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
];

/**
 * What is different between the servers besides the versions, and what is the same: hardware, system, workload,
 * config, base and source of the figures. Nothing is left out; facts that no server has share one column.
 */
export function serverFacts(selection: ServersSelection): FactColumn[] {
  const of = (label: string, read: (server: SelectedServer) => string | null): FactColumn => {
    const values = selection.servers.map(read);
    return { label, values, differs: new Set(values).size > 1 };
  };
  return joinUnrecorded([
    of('Server', ({ server }) => server.name),
    {
      ...of('Cores', ({ server }) => coresText(server)),
      asks: 'add cores to see CPU µs/o',
    },
    of('Clients', ({ workload }) => clientsText(workload.clients) || null),
    of('Tables × rows', ({ workload }) => dataText(workload)),
    of('Cache', ({ workload }) => cacheText(workload.cached)),
    of('Base', baseText),
    of('Config', (server) => shownText(server, ({ config }) => config)),
    of('Figures', sourceText),
    of('Primary key', ({ workload }) => keyText(workload.primaryKey)),
    of('Build', (server) => shownText(server, ({ flavour }) => flavour)),
    of('CPU', ({ server }) => server.cpu),
    of('RAM', ({ server }) =>
      server.memoryBytes === null ? null : `${Math.round(server.memoryBytes / GB)} GB`,
    ),
    of('Storage', ({ server }) => server.storage),
    of('OS', ({ server }) => server.os),
    of('CPU µs/o', ({ values }) => (values.cpu_us_per_op ? 'recorded' : null)),
  ]);
}

/** Columns without any value become one. */
function joinUnrecorded(columns: readonly FactColumn[]): FactColumn[] {
  const isEmpty = ({ values, asks }: FactColumn) => !asks && values.every((value) => value === null);
  const empty = columns.filter(isEmpty);
  const [first] = empty;
  const known = columns.filter((column) => !isEmpty(column));
  return first ? [...known, { ...first, label: empty.map(({ label }) => label).join(', ') }] : known;
}

function dataText({ tables, rowsPerTable }: SelectedServer['workload']): string | null {
  if (tables === null && rowsPerTable === null) return null;
  return `${tables ?? '?'} × ${rowsPerTable === null ? '?' : shortNumber(rowsPerTable)}`;
}

function shortNumber(value: number): string {
  const unit = ROW_UNITS.find(([size]) => value >= size && Number.isInteger((value / size) * 10));
  return unit ? `${value / unit[0]}${unit[1]}` : String(value);
}

function cacheText(cached: boolean | null): string | null {
  if (cached === null) return null;
  return cached ? 'cached' : 'IO-bound';
}

function keyText(primaryKey: boolean | null): string | null {
  if (primaryKey === null) return null;
  return primaryKey ? 'yes' : 'no';
}

function baseText({ base, columns, isRatioTable }: SelectedServer): string | null {
  const column = base === null ? undefined : columns[base];
  if (!column) return null;
  return isRatioTable ? `${column.version}, as published` : column.version;
}

/** A property of the columns that are shown, base included: each value once. */
function shownText(
  server: SelectedServer,
  read: (column: SelectedServer['columns'][number]) => string | null,
): string | null {
  const indexes = [server.base, ...server.columnOf];
  const values = new Set(
    indexes.flatMap((index) => {
      const column = index === null ? undefined : server.columns[index];
      return column ? (read(column) ?? []) : [];
    }),
  );
  return values.size === 0 ? null : [...values].join(', ');
}

function sourceText({ workload, isRatioTable }: SelectedServer): string {
  if (workload.origin !== 'published') return workload.origin;
  return `${isRatioTable ? 'ratios, ' : ''}published: ${workload.source ?? 'a report'}`;
}
