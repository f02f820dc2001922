import { formatRatio, geometricMean, isChange, MISSING, NO_VALUE } from '@basecase/analysis';
import type { WhatIfState } from '../compare/what-if-state';
import {
  type DocumentCell,
  type DocumentHead,
  type DocumentRow,
  type DocumentTable,
  finite,
  numberHead,
  plainCell,
  plainRow,
  rowsOf,
  type ViewDocument,
} from '../document/view-document';
import { type PageView, shownRuns } from '../share/page-view';
import { lazy } from '../text/lazy';
import { clientsText, coresText } from '../text/words';
import { heatmapText } from '../url/fields';
import { summaryText } from './row-summary';
import { type GroupModel, type RowModel, type ServersModel, serversModel, shapeOf } from './servers-model';
import { type LoadedServers, readServers, type ServersSource, serversProblems } from './servers-page';
import {
  metricLabel,
  ratioAt,
  type SelectedServer,
  type ServersSelection,
  toServersSelection,
  valueAt,
  versionLabel,
} from './servers-selection';
import { type ServersMetric, type ServersState, serversHref, serversUrl } from './servers-state';
import { serversWhatIf, whatIfTables } from './servers-what-if';
import {
  baseName,
  describe,
  metaOf,
  ratioNote,
  ruleSentences,
  serversSentence,
  serversText,
  titleOf,
} from './servers-words';

/** The servers page as it is read: every test that the filter shows, and what differs between the servers. */
export function serversDocument(
  selection: ServersSelection,
  state: Pick<ServersState, 'q' | 'only' | keyof WhatIfState>,
): ViewDocument {
  // A folded group is a matter of room on a screen.
  const model = serversModel(selection, { ...state, fold: [] });
  const note = ratioNote(selection);
  return {
    title: titleOf(selection),
    on: `on ${serversText(selection)}`,
    meta: metaOf(selection),
    sentence: serversSentence(model),
    notes: [...ruleSentences(selection).map(({ text }) => text), ...(note === '' ? [] : [note])],
    chart: null,
    tables: [testsTable(model), ...whatIfTables(serversWhatIf(selection, state)), factsTable(selection)],
  };
}

function testsTable(model: ServersModel): DocumentTable {
  const { selection } = model;
  const heads = selection.servers.map((server) => headsOf(model, server));
  const rowIndex = new Map(selection.data.rows.map(({ key }, index) => [key, index]));
  return {
    id: 'tests',
    title:
      selection.metric === 'throughput' ? 'Tests' : `Tests, ${metricLabel(selection.data, selection.metric)}`,
    hint: 'version / base on the same server',
    corner: 'Test',
    groups: [
      ...selection.servers.map((server, index) => ({
        label: [server.label, describe(server)].filter(Boolean).join(', '),
        span: heads[index]?.length ?? 0,
      })),
      { label: 'All servers', span: 1 },
    ],
    heads: [
      ...heads.flat(),
      { ...numberHead('reading', 'The same elsewhere?'), starts: true, isWords: true },
    ],
    sections: model.groups.map((group) => ({
      label: group.label,
      rows: [
        ...group.rows.map((row) => toRow(model, row, rowIndex.get(row.key) ?? -1)),
        meanRow(model, group, rowIndex),
      ],
    })),
    notes: [],
  };
}

const NOT_RUN = { text: NO_VALUE, level: MISSING, verdict: null } as const;

function headsOf(model: ServersModel, server: SelectedServer): DocumentHead[] {
  const { selection } = model;
  const { hasAbsolute, hasCosts } = shapeOf(server, model);
  const place = `${server.server.slug}@${server.workload.slug}`;
  const base = baseName(server);
  const costs = metricLabel(selection.data, costMetric(selection));
  const heads = [
    ...(hasAbsolute ? [numberHead(`${place} base`, metricLabel(selection.data, 'throughput'), base)] : []),
    ...selection.keys.map((key, index) => {
      const [version = key, ...config] = versionLabel(selection, server, index).split(' ');
      return numberHead(`${place} ${key}`, version, config.join(' ') || `/ ${base}`);
    }),
    ...(hasCosts
      ? [
          numberHead(`${place} base cost`, costs, base),
          numberHead(`${place} cost`, costs, versionLabel(selection, server, selection.judged)),
        ]
      : []),
  ];
  return heads.map((each, index) => ({ ...each, starts: index === 0 }));
}

function toRow(model: ServersModel, row: RowModel, index: number): DocumentRow {
  const { selection } = model;
  const metric = costMetric(selection);
  const cellsOf = (server: SelectedServer, position: number): DocumentCell[] => {
    const own = row.servers[position];
    const { hasAbsolute, hasCosts } = shapeOf(server, model);
    const read = (from: ServersMetric, column: number | null) => valueAt(server, from, index, column);
    return [
      ...(hasAbsolute ? [plainCell(own?.absolute ?? NO_VALUE, read('throughput', server.base))] : []),
      ...selection.keys.map((_, key): DocumentCell => {
        const { text, level, verdict } = own?.ratios[key]?.() ?? NOT_RUN;
        const value = finite(ratioAt(selection, server, index, key));
        return { ...plainCell(text, value), level, mark: markOf(level, value), ...(verdict && { verdict }) };
      }),
      ...(hasCosts
        ? [
            plainCell(own?.costs[0] ?? NO_VALUE, read(metric, server.base)),
            plainCell(own?.costs[1] ?? NO_VALUE, read(metric, server.columnOf[selection.judged] ?? null)),
          ]
        : []),
    ];
  };
  const cells = lazy(() => [...selection.servers.flatMap(cellsOf), plainCell(summaryText(row.summary))]);
  return {
    key: row.key,
    name: row.name,
    note: row.note,
    isBase: false,
    isMean: false,
    // The page counts the rows alone.
    get cells() {
      return cells();
    },
  };
}

/** Geometric means, below their tests. */
function meanRow(model: ServersModel, group: GroupModel, rowIndex: ReadonlyMap<string, number>): DocumentRow {
  const { selection } = model;
  const cellsOf = (server: SelectedServer, position: number): DocumentCell[] => {
    const { hasAbsolute, hasCosts } = shapeOf(server, model);
    const means = selection.keys.map((_, key) => {
      const ratios = group.rows.map((row) => ratioAt(selection, server, rowIndex.get(row.key) ?? -1, key));
      const mean = finite(geometricMean(ratios));
      return plainCell(group.means[position]?.[key]?.text ?? formatRatio(mean), mean);
    });
    return [
      ...(hasAbsolute ? [plainCell('')] : []),
      ...means,
      ...(hasCosts ? [plainCell(''), plainCell('')] : []),
    ];
  };
  const cells = lazy(() => [...selection.servers.flatMap(cellsOf), plainCell(group.summary)]);
  return {
    key: `mean ${group.id}`,
    name: 'geometric mean',
    note: '',
    isBase: false,
    isMean: true,
    get cells() {
      return cells();
    },
  };
}

function factsTable(selection: ServersSelection): DocumentTable {
  const facts = serverFacts(selection);
  return {
    id: 'facts',
    title: 'What differs',
    hint: 'and what is the same on all servers',
    corner: 'Server',
    groups: [],
    heads: facts.map(({ label }) => ({ ...numberHead(label, label), isWords: true })),
    sections: [
      {
        label: '',
        rows: selection.servers.map(({ label, server, workload }, index) => {
          const cells = facts.map(({ values }) => plainCell(values[index] ?? 'not recorded'));
          return plainRow(`${server.slug}@${workload.slug}`, label, cells);
        }),
      },
    ],
    notes: [],
  };
}

function costMetric({ metric }: ServersSelection): ServersMetric {
  return metric === 'throughput' ? 'cpu_us_per_op' : metric;
}

/** Where the number went; nothing for a number that says nothing. */
function markOf(level: string, value: number | null): DocumentCell['mark'] {
  if (!isChange(level) || value === null) return null;
  return value < 1 ? 'dn' : 'up';
}

/** The same versions on several servers. */
export const serversView: PageView<ServersSource, ServersState, LoadedServers> = {
  url: serversUrl,
  read: readServers,
  problems: serversProblems,
  document: ({ page }, state) => {
    if (!page) return null;
    const { product, benchmark, servers } = page.data;
    const document = serversDocument(toServersSelection(page.data, state), state);
    const tests = shownTests(document);
    return {
      document,
      path: serversHref({ ...state, product, benchmark, on: page.chosen.map(heatmapText) }),
      read: servers.map((server) => shownRuns(server, tests)),
    };
  },
};

/** Keys of the tests that the filter leaves. */
function shownTests({ tables }: ViewDocument): string[] {
  const rows = tables.flatMap((table) => (table.id === 'tests' ? rowsOf(table) : []));
  return rows.flatMap(({ key, isMean }) => (isMean ? [] : [key]));
}

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
