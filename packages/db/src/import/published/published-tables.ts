import {
  type BenchmarkId,
  type MetricId,
  type TestInfo,
  testInfo,
  type Workload,
} from '@basecase/ingest/model';
import type { PublishedFigure } from './parse-published-csv';

/** One heatmap of a report: a workload on a server, all absolute or all relative to one base. */
export interface PublishedTable {
  title: string;
  server: string;
  cores: number | null;
  product: string;
  benchmark: BenchmarkId;
  workload: Workload;
  /** Null for absolute figures. */
  base: string | null;
  cells: PublishedCell[];
}

export interface PublishedCell {
  version: string;
  config: string | null;
  test: TestInfo;
  /** Cells that a report prints several times are repeats 1, 2, ... */
  repeat: number;
  metric: MetricId;
  value: number;
}

const BENCHMARKS: Record<PublishedFigure['benchmark'], BenchmarkId> = {
  sysbench: 'sysbench',
  'Insert Benchmark': 'insert-benchmark',
  fio: 'fio',
};

/** `O_DIRECT randwrite, 16 KB, 1 job`: the block size is the row, so it does not belong to the common part of all rows. */
const BLOCK_SIZE = /, \d+ [KM]B(?=,)/;

/** The latency of a sync that is not done. Reports print 0.0 for it; it is missing, not zero. */
export function isMissing(figure: PublishedFigure): boolean {
  return figure.metric === 'sync_latency_us' && figure.version === 'no-sync' && figure.value === 0;
}

/**
 * Puts figures into tables. Figures for which `isMissing` is true are left out; all others are in exactly one cell.
 */
export function toPublishedTables(figures: readonly PublishedFigure[]): PublishedTable[] {
  const tables = new Map<string, PublishedTable>();
  const repeats = new Map<string, number>();
  for (const figure of figures.filter((candidate) => !isMissing(candidate))) {
    const workload = figure.benchmark === 'fio' ? figure.workload.replace(BLOCK_SIZE, '') : figure.workload;
    const base = figure.kind === 'relative' ? figure.base : null;
    const key = JSON.stringify([figure.post, figure.server, workload, figure.product, base]);
    const table = tables.get(key) ?? {
      title: figure.post,
      server: figure.server,
      cores: figure.cores,
      product: figure.product,
      benchmark: BENCHMARKS[figure.benchmark],
      workload: parsePublishedWorkload(workload),
      base,
      cells: [],
    };
    tables.set(key, table);
    const cellKey = JSON.stringify([key, figure.version, figure.config, figure.test, figure.metric]);
    const repeat = (repeats.get(cellKey) ?? 0) + 1;
    repeats.set(cellKey, repeat);
    table.cells.push({
      version: figure.version,
      config: figure.config,
      test: toTest(figure),
      repeat,
      ...toMeasured(figure),
    });
  }
  return [...tables.values()];
}

/** Reports print MB/s and microseconds; stored are bytes per second and seconds. */
function toMeasured({ metric, value }: PublishedFigure): Pick<PublishedCell, 'metric' | 'value'> {
  // The decimal point is moved in text: 12.3 / 1e6 would not be the number nearest to 0.0000123.
  switch (metric) {
    case 'iops':
      return { metric: 'throughput', value };
    case 'mb_per_s':
      return { metric: 'bandwidth', value: Number(`${value}e6`) };
    case 'sync_latency_us':
      return { metric: 'sync_latency_avg', value: Number(`${value}e-6`) };
    default:
      return { metric, value };
  }
}

function toTest({ benchmark, test, version }: PublishedFigure): TestInfo {
  if (benchmark === 'sysbench') return sysbenchTest(test);
  if (benchmark === 'Insert Benchmark') return testInfo('insert-benchmark', test, null);
  // `16 KB fsync` in the column `fsync`: what the column says is not said again in the row.
  const suffix = ` ${version}`;
  return fioTest(test.endsWith(suffix) ? test.slice(0, -suffix.length) : test);
}

/** `read-only_range=100` → the sysbench test `read-only` with range 100. */
function sysbenchTest(label: string): TestInfo {
  const found = /^(.+)_range=(\d+)$/.exec(label);
  return found?.[1] ? testInfo('sysbench', found[1], Number(found[2])) : testInfo('sysbench', label, null);
}

/** fio rows are block sizes, small ones first: `16 KB`, `2 MB`. */
function fioTest(blockSize: string): TestInfo {
  const [, digits = '', letter = ''] = /^(\d+) ([KM])B$/.exec(blockSize) ?? [];
  const place = testInfo('fio', `randwrite_${digits}${letter}`, null);
  return { ...place, name: blockSize, known: digits !== '' };
}

const SIZES: Record<string, number> = { '': 1, K: 1e3, M: 1e6, B: 1e9 };

/** One rule per phrase that reports use; a phrase that no rule knows stays in the label, in its own words. */
const PHRASES: readonly [RegExp, (found: RegExpExecArray) => Partial<Workload>][] = [
  [/^cached$/, () => ({ cached: true })],
  [/^IO-bound$/, () => ({ cached: false })],
  [
    /^(\d+) tables? x (\d+)([KMB]?) rows$/,
    (found) => ({ tables: Number(found[1]), rowsPerTable: toRows(found[2], found[3]) }),
  ],
  [/^(\d+)([KMB]?) rows per table$/, (found) => ({ rowsPerTable: toRows(found[1], found[2]) })],
  [/^(\d+) clients?$/, (found) => ({ clients: Number(found[1]) })],
];

/** `cached, 8 tables x 10M rows, 40 clients` as parameters. Whether tables had a primary key is not said: null. */
export function parsePublishedWorkload(text: string): Workload {
  let workload: Workload = {
    tables: null,
    rowsPerTable: null,
    clients: null,
    primaryKey: null,
    cached: null,
    label: null,
  };
  const rest: string[] = [];
  for (const phrase of text.split(',').map((part) => part.trim())) {
    const known = PHRASES.map(([pattern, read]) => ({ found: pattern.exec(phrase), read })).find(
      ({ found }) => found,
    );
    if (known?.found) workload = { ...workload, ...known.read(known.found) };
    else rest.push(phrase);
  }
  return { ...workload, label: rest.length > 0 ? rest.join(', ') : null };
}

function toRows(count: string | undefined, size: string | undefined): number {
  return Number(count) * (SIZES[size ?? ''] ?? 1);
}
