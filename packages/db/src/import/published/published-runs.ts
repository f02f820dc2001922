import { groupBy } from '@basecase/analysis';
import { metricOf, type ServerKind, testLabel, versionSortKey } from '@basecase/ingest/model';
import { sha256Of } from '../identity';
import type { MeasurementToStore, ResultToStore, RunToStore, VariantToStore } from '../run-to-store';
import { namedServer } from '../settings';
import { toSlug } from '../slug';
import { doubtBandwidth } from './doubt-bandwidth';
import type { PublishedCell, PublishedTable } from './published-tables';

/** Formula of the 1.00 that a table of ratios leaves out. */
const BASE_FORMULA = 'the base, by definition';

const NO_LOG = { file: null, line: null, lineEnd: null } as const;

/** fio's columns are ways to sync, in the order that reports print them. */
const SYNC_MODES = ['no-sync', 'fsync', 'fdatasync'];

/** The columns of a published table as runs, the base of a table of ratios included. */
export function toPublishedRuns(table: PublishedTable): RunToStore[] {
  const columns = groupBy([...table.cells, ...baseCells(table)], columnLabel);
  return [...columns].map(([label, cells]) => toRun(table, label, cells));
}

/** Machines of the reports' author are his alone, but those that he rented in a cloud. */
function kindOf(server: string): ServerKind {
  return /^gcp\b/i.test(server) ? 'virtual' : 'dedicated';
}

/** A base is printed as its column would be: `17.4 x10a_c32r128`. */
function columnLabel({ version, config }: Pick<PublishedCell, 'version' | 'config'>): string {
  return config === null ? version : `${version} ${config}`;
}

/** 1.00 for every test of a table of ratios, unless the report prints the base column itself. */
function baseCells({ base, cells }: PublishedTable): PublishedCell[] {
  if (base === null || cells.some((cell) => columnLabel(cell) === base)) return [];
  const [version = base, config = null] = base.split(' ');
  const tests = new Map(cells.map(({ test }) => [testLabel(test.name, test.range), test]));
  return [...tests.values()].map((test) => ({
    version,
    config,
    test,
    repeat: 1,
    metric: 'throughput',
    value: 1,
  }));
}

function toRun(table: PublishedTable, label: string, cells: readonly PublishedCell[]): RunToStore {
  const results = new Map<string, ResultToStore>();
  const isAddedBase = label === table.base && !table.cells.some((cell) => columnLabel(cell) === label);
  for (const cell of cells) {
    const key = `${testLabel(cell.test.name, cell.test.range)} ${cell.repeat}`;
    const result = results.get(key) ?? toResult(table, cell);
    result.measurements.push(toMeasurement(result.unit, cell, isAddedBase));
    results.set(key, result);
  }
  const { title, base, benchmark, product, workload } = table;
  return {
    // The place in the report: a corrected figure replaces the one it corrects.
    identity: sha256Of(JSON.stringify([title, toSlug(table.server), workload, product, base, label])),
    label,
    path: title,
    server: { ...namedServer(table.server), cores: table.cores, kind: kindOf(table.server) },
    workload: { ...workload, benchmark, published: { title, base } },
    variant: toVariant(table, cells[0] ?? { version: label, config: null }),
    startedAt: `${title.slice(0, 10)}T00:00:00Z`,
    notes: null,
    campaign: null,
    isSummary: false,
    results: [...results.values()].map(doubtBandwidth),
  };
}

function toVariant(
  { benchmark, product }: PublishedTable,
  { version, config }: Pick<PublishedCell, 'version' | 'config'>,
): VariantToStore {
  const sortKey = benchmark === 'fio' ? `${SYNC_MODES.indexOf(version)} ${version}` : versionSortKey(version);
  return { product, version, versionKnown: !sortKey.startsWith('~'), flavour: null, config, sortKey };
}

function toResult(table: PublishedTable, { test, repeat }: PublishedCell): ResultToStore {
  return {
    test,
    repeat,
    status: test.warmup ? 'warmup' : 'ok',
    unit: table.base === null ? test.unit : `ratio to ${table.base}`,
    clients: table.workload.clients,
    command: null,
    tool: null,
    device: null,
    log: null,
    measurements: [],
  };
}

function toMeasurement(unit: string, cell: PublishedCell, isAddedBase: boolean): MeasurementToStore {
  return {
    metric: cell.metric,
    value: cell.value,
    unit: cell.metric === 'throughput' ? unit : metricOf(cell.metric).unit,
    source: isAddedBase ? 'computed' : 'reported',
    formula: isAddedBase ? BASE_FORMULA : null,
    ...NO_LOG,
  };
}
