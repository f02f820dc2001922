import { groupBy } from '@basecase/analysis';
import { type LayoutFile, type LayoutMatch, matchLayout, parseLayout } from '@basecase/ingest';
import { columnsOf, textTable } from '../table';

/** Lines of the table that are shown. */
const MOST_LINES = 12;

interface Row {
  /** Parts of the path that the layout names, without clients, tests and repeats. */
  file: string;
  product: string;
  version: string;
  config: string;
  clients: number | null;
  /** Files with the same values of all fields but those of repeats. */
  cell: string;
}

/** What a layout makes of each file; files that differ only in clients, tests and repeats share a line. */
export function filesTable(pattern: string, files: readonly LayoutFile[]): string[] {
  const layout = parseLayout(pattern);
  // Of further groups only the number is shown.
  const groups = new Map<string, Row[] | null>();
  for (const file of files) {
    const match = matchLayout(layout, file.path);
    if (!match) continue;
    const row = rowOf(file, match);
    const key = [row.file, row.product, row.version, row.config].join('\n');
    if (!groups.has(key)) groups.set(key, groups.size < MOST_LINES ? [] : null);
    groups.get(key)?.push(row);
  }
  const heads = { FILES: 0, '': 0, PRODUCT: 0, VERSION: 0, CONFIG: 0, CLIENTS: 0, REPEATS: 0 };
  const lines = [...groups.values()].flatMap((own) => {
    const [first] = own ?? [];
    if (!own || !first) return [];
    const repeats = Math.max(...[...groupBy(own, ({ cell }) => cell).values()].map(({ length }) => length));
    const { file, product, version, config } = first;
    return [[file || '.', `x${own.length}`, product, version, config, clientsOf(own), String(repeats)]];
  });
  const texts = Object.fromEntries(
    Object.keys(heads).map((head, at) => [head, (line: string[]) => line[at] ?? '']),
  );
  const more = groups.size - MOST_LINES;
  return [
    ...textTable(columnsOf<string[]>(texts), [Object.keys(heads), ...lines]),
    ...(more > 0 ? [`and ${more} more lines`] : []),
  ];
}

function rowOf({ path, known }: LayoutFile, { values }: LayoutMatch): Row {
  const said = (field: string) =>
    values
      .filter((value) => value.field === field)
      .map(({ name, value }) => (name === null ? value : `${name}=${value}`))
      .join(' ');
  const clients = said('clients') === '' ? (known.clients ?? null) : Number(said('clients'));
  const shown = values.filter(({ field }) => ['config', 'version', 'flavour', 'build', '_'].includes(field));
  return {
    file: shown.map(({ start, end }) => path.slice(start, end)).join('/'),
    product: said('product') || known.product || '?',
    version: said('version') || known.version || '?',
    config: [said('flavour'), said('config'), known.config, said('build')].filter(Boolean).join(' ') || '-',
    clients,
    cell: JSON.stringify([clients, said('test') || known.test, known.workload ?? null, said('server')]),
  };
}

/** `1..256` */
function clientsOf(rows: readonly Row[]): string {
  const counts = rows.flatMap(({ clients }) => clients ?? []);
  if (counts.length === 0) return '-';
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(least) : `${least}..${most}`;
}
