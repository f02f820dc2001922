import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { groupBy } from '@basecase/analysis';
import {
  type Doubt,
  isVersion,
  metricOf,
  type ServerKind,
  testLabel,
  versionSortKey,
} from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { Database } from '../../database';
import { noteListed } from '../../epochs/changes';
import { deleteRuns } from '../../epochs/write-runs';
import { listValues } from '../../rows';
import { refreshServers } from '../../servers/refresh-servers';
import { serversOfUpload } from '../../servers/server-readings';
import { hashFile, sha256Of } from '../identity';
import { inImport } from '../import-transaction';
import type { MeasurementToStore, ResultToStore, RunToStore, VariantToStore } from '../run-to-store';
import { namedServer } from '../settings';
import { toSlug } from '../slug';
import { storeRun } from '../store-run';
import { findUpload, isUpToDate, mergeSays, saveCounts, saveUpload } from '../upload-row';
import { parsePublishedCsv } from './parse-published-csv';
import { isMissing, type PublishedCell, type PublishedTable, toPublishedTables } from './published-tables';

/** Every row of the file is in one of `stored` and `missing`. */
export interface PublishedReport {
  rows: number;
  tables: number;
  /** Rows that are stored as a measurement. */
  stored: number;
  /** Rows whose figure means "not measured" and is stored as missing. */
  missing: number;
  /** False when this file was stored before and nothing was done. */
  isNew: boolean;
}

/**
 * Stores figures copied from published reports. Safe to repeat; a corrected file replaces what it corrects.
 *
 * @param csvPath file in the format of `data/published/README.md`
 * @throws Error that names the line of the first row that is not in this format; then nothing is stored
 */
export async function importPublished(database: Database, csvPath: string): Promise<PublishedReport> {
  const figures = parsePublishedCsv(await readFile(csvPath, 'utf8'));
  const tables = toPublishedTables(figures);
  const counts = {
    rows: figures.length,
    tables: tables.length,
    stored: tables.reduce((sum, table) => sum + table.cells.length, 0),
    missing: figures.filter(isMissing).length,
  };
  const says = { server: null, settings: {} };
  const file = { ...(await hashFile(csvPath)), filename: path.basename(csvPath) };
  const isNew = await inImport(database, async (client) => {
    const known = await findUpload(client, file.sha256);
    if (known && isUpToDate(known, says)) return false;
    const uploadId = await saveUpload(client, {
      ...file,
      ...mergeSays(known, says),
      origin: 'published',
      firstReading: null,
    });
    noteListed(client);
    const written = new Set<number>();
    const context = {
      client,
      uploadId,
      artifactIds: new Map<string, number>(),
      configText: () => null,
      written,
      uploadLogs: new Set<string>(),
      left: new Set<number>(),
      isSameReading: false,
      saidAnew: new Set<never>(),
      isSent: false,
      news: [],
      replacesWithFewer: true,
    };
    for (const run of tables.flatMap(toPublishedRuns)) await storeRun(context, run);
    await removeOutdated(client, file.filename, [...written]);
    await refreshServers(client, [...context.left, ...(await serversOfUpload(client, uploadId))]);
    await saveCounts(client, uploadId);
    return true;
  });
  return { ...counts, isNew };
}

/** Published figures that an earlier state of this file had and this one has not. */
async function removeOutdated(
  client: PoolClient,
  filename: string,
  written: readonly number[],
): Promise<void> {
  const ids = await listValues<number>(
    client,
    `SELECT run_id AS id FROM run_places JOIN uploads ON uploads.id = upload_id
     WHERE uploads.origin = 'published' AND uploads.filename = $1 AND NOT run_id = ANY ($2)`,
    [filename, written],
  );
  await deleteRuns(client, ids);
}

/** Formula of the 1.00 that a table of ratios leaves out. */
const BASE_FORMULA = 'the base, by definition';

const NO_LOG = { file: null, line: null, lineEnd: null } as const;

/** fio's columns are ways to sync, in the order that reports print them. */
const SYNC_MODES = ['no-sync', 'fsync', 'fdatasync'];

/** The columns of a published table as runs, the base of a table of ratios included. */
function toPublishedRuns(table: PublishedTable): RunToStore[] {
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
  return {
    product,
    version,
    versionKnown: benchmark === 'fio' || isVersion(version),
    flavour: null,
    config,
    sortKey,
  };
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

const BYTES: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 * 1024 };
/** Of the right value, for IO/s that are printed with three digits. */
const TOLERANCE = 0.02;
/** MB/s have one decimal: half of the last digit, bytes per second. */
const ROUNDING = 0.05e6;

/**
 * Marks a bandwidth that contradicts IO/s × block size of the same row: a report that divides MiB/s by 1.048576, where
 * it should multiply, is 9% low (7% where fio printed KiB/s). It is shown and counts nowhere.
 */
function doubtBandwidth(result: ResultToStore): ResultToStore {
  const [, size, unit = ''] = /^(\d{1,6}) (KB|MB)$/.exec(result.test.name) ?? [];
  const rate = result.measurements.find(({ metric }) => metric === 'throughput')?.value;
  if (size === undefined || rate === undefined) return result;
  const right = rate * Number(size) * (BYTES[unit] ?? 0);
  return {
    ...result,
    measurements: result.measurements.map((found) => {
      if (found.metric !== 'bandwidth') return found;
      if (right - found.value <= right * TOLERANCE + ROUNDING) return found;
      const message = `${megabytes(found.value)} MB/s is not ${rate} IO/s × ${result.test.name} = ${megabytes(right)} MB/s: the report divided MiB/s by 1.048576 where it should have multiplied`;
      const doubt: Doubt = { code: 'VALUES_DISAGREE', message, file: null, line: null };
      return { ...found, doubt };
    }),
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
