import {
  type BenchmarkId,
  type MetricId,
  type TestInfo,
  testInfo,
  type Workload,
} from '@basecase/ingest/model';
import type { PublishedFigure } from './parse-published-csv';
import { fioTest, sysbenchTest } from './published-test';
import { parsePublishedWorkload } from './published-workload';

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

/** `O_DIRECT randwrite, 16 KB, 1 job`: the block size is the row, so it is no part of what all rows have in common. */
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
