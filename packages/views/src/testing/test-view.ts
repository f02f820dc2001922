import type { CellStatus } from '@basecase/analysis';
import type { CompareColumn, CompareView, HeatmapEntry } from '@basecase/db/types';
import { type BenchmarkId, groupLabel, METRIC_IDS, type MetricId, testInfo } from '@basecase/ingest/model';
import { type ReportState, type ReportTable, reportUrl } from '../benchmarks/report-model';
/** A cell: its throughput, or its numbers with a status; null = not run. */
export type CellSketch =
  | number
  | null
  | ({
      status?: CellStatus;
      /** Values of repeats, of which the others are the medians. */
      each?: Partial<Record<MetricId, number[]>>;
    } & Partial<Record<MetricId, number>>);

export interface ViewSketch {
  benchmark: BenchmarkId;
  server?: string;
  workload?: Partial<CompareView['workload']>;
  /** `MySQL 8.0.43 gcc z12a_c8r32`: product, version, build, config; `-` for none. */
  columns: readonly string[];
  /** Cells in the order of the columns, by test. */
  tests: Readonly<Record<string, readonly CellSketch[]>>;
}

/** A view with every number in the test that uses it. */
export function makeView({ benchmark, server = 'pn53', workload, columns, tests }: ViewSketch): CompareView {
  const names = Object.keys(tests);
  const cells = names.map((name) => columns.map((_, column) => toCell(tests[name]?.[column] ?? null)));
  const metrics = METRIC_IDS.filter((id) => cells.flat().some((cell) => cell[id] !== undefined));
  return {
    server: { slug: server, name: server, cores: 8, cpu: null, memoryBytes: null, storage: null, os: null },
    workload: {
      slug: 'workload',
      benchmark,
      label: benchmark,
      details: [],
      clients: null,
      origin: 'uploaded',
      relativeTo: null,
      source: null,
      ...workload,
    },
    matrix: {
      columns: columns.map(toColumn),
      rows: names.map((name) => {
        const info = testInfo(benchmark, name, null);
        return { ...info, key: name, label: name, groupLabel: groupLabel(benchmark, info.group) };
      }),
      values: Object.fromEntries(
        metrics.map((id) => [id, cells.map((row) => row.map((cell) => cell[id] ?? null))]),
      ),
      sources: {},
      status: cells.map((row) => row.map(({ status }) => status)),
      repeats: cells.map((row) => row.map(({ status }) => (status === 'missing' ? 0 : 1))),
      spread: cells.map((row) => row.map(() => null)),
      each: Object.fromEntries(
        metrics.map((id) => [
          id,
          cells.map((row) =>
            row.map((cell) => cell.each?.[id] ?? (cell[id] === undefined ? [] : [cell[id]])),
          ),
        ]),
      ),
    },
  };
}

export function makeState(change: Partial<ReportState> = {}): ReportState {
  return { ...reportUrl.defaults, ...change };
}

/** What is listed of a view. */
export function toEntry(
  { server, workload, matrix }: CompareView,
  latestRunAt = '2026-01-01T00:00:00Z',
): HeatmapEntry {
  const products = [...new Set(matrix.columns.map(({ product }) => product))];
  const columns = matrix.columns.length;
  return { server, workload, products, columns, comparableVersions: columns, latestRunAt };
}

/** Texts of a table row by row, `text` or `text (note)`; the name of the row first. */
export function textsOf(table: ReportTable | undefined): string[][] {
  return (table?.rows ?? []).map(({ name, note, cells }) => [
    [name, note].filter(Boolean).join(' '),
    ...cells.map((cell) => (cell.note === '' ? cell.text : `${cell.text} (${cell.note})`)),
  ]);
}

/** Fills of a table, row by row. */
export function levelsOf(table: ReportTable | undefined): (string | null)[][] {
  return (table?.rows ?? []).map(({ cells }) => cells.map(({ level }) => level));
}

export function tableOf(tables: readonly ReportTable[], id: string): ReportTable | undefined {
  return tables.find((table) => table.id === id);
}

type Cell = Exclude<CellSketch, number | null> & { status: CellStatus };

function toCell(sketch: CellSketch): Cell {
  if (sketch === null) return { status: 'missing' };
  return typeof sketch === 'number' ? { status: 'ok', throughput: sketch } : { status: 'ok', ...sketch };
}

function toColumn(text: string): CompareColumn {
  const [product = '', version = '', flavour = '-', config = '-'] = text.split(' ');
  const parts = [product.toLowerCase(), version, flavour, config];
  return {
    slug: parts.filter((part) => part !== '-').join('-'),
    label: text,
    product,
    version,
    flavour: flavour === '-' ? null : flavour,
    config: config === '-' ? null : config,
    runs: 1,
  };
}
