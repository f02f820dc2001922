import { readFileSync } from 'node:fs';
import path from 'node:path';
import { groupBy } from '@basecase/analysis';
import { importPublished } from '@basecase/db/import/published/import-published';
import { getCellEvidence } from '@basecase/db/queries/get-cell-evidence';
import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';
import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import type { CompareView } from '@basecase/db/types';
import { compareUrl, heatmapModel, toColumnSet, toHeatmapData } from '@basecase/views/compare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CSV = path.join(import.meta.dirname, '../../../../../data/published/published.csv');

/** A line of the file, by the names of its head. Read by other means than the import reads it. */
type Figure = Record<
  | 'post'
  | 'server'
  | 'product'
  | 'benchmark'
  | 'base'
  | 'version'
  | 'config'
  | 'test'
  | 'metric'
  | 'value'
  | 'kind',
  string
>;

/** Figures of one table: a report, a server and, of ratios, the column that they were divided by. */
const TABLES = groupBy(readFigures(), ({ post, server, base, kind }) =>
  [post, server, kind === 'relative' ? `relative to ${base}` : 'absolute'].join(', '),
);

/** Every published table is whole: each of its figures is where a reader of the report looks for it. */
describe('published tables, cell by cell', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await importPublished(database, CSV);
  });
  afterAll(() => database.drop());

  /** The heatmap of a table. Two tables of one report are two heatmaps. */
  const find = async ({ post, server, base, kind }: Figure): Promise<CompareView> => {
    const heatmaps = await listHeatmaps(database);
    const found = heatmaps.filter(
      (entry) =>
        entry.workload.source === post &&
        entry.server.name.toLowerCase() === server.toLowerCase() &&
        (entry.workload.relativeTo?.base ?? null) === (kind === 'relative' ? base : null),
    );
    expect(found).toHaveLength(1);
    const [only] = found;
    return await getCompareView(database, {
      server: only?.server.slug ?? '',
      workload: only?.workload.slug ?? '',
    });
  };

  /** Printed values of a cell that are not in the heatmap: of each repeat, and of warm-ups. */
  const printed = async ({ server, workload }: CompareView, column: string, test: string) => {
    const address = { server: server.slug, workload: workload.slug, column, test };
    const { results } = await getCellEvidence(database, address);
    return results.flatMap(({ measurements }) => measurements);
  };

  it('are the tables of eleven reports', () => {
    expect([...TABLES.values()].flat()).toHaveLength(1752);
    expect(TABLES.size).toBe(22);
    expect(new Set([...TABLES.values()].flat().map(({ post }) => post)).size).toBe(11);
  });

  it.each([...TABLES].filter(([, [first]]) => first?.kind === 'relative'))(
    '%s: the heatmap opens with these ratios',
    async (_name, figures) => {
      const view = await find(figures[0] as Figure);
      const texts = textsOf(view);
      for (const figure of figures) {
        const column = columnOf(view, figure);
        const test = rowName(figure);
        const shown = texts.get(test)?.[column];
        if (shown !== undefined) {
          expect([column, test, shown]).toEqual([column, test, figure.value]);
          continue;
        }
        expect(test).toMatch(/\.warm_/);
        const values = await printed(view, view.matrix.columns[column]?.slug ?? '', test);
        expect(values.map(({ value }) => value)).toEqual([Number(figure.value)]);
      }
    },
  );

  it.each([...TABLES].filter(([, [first]]) => first?.kind === 'absolute'))(
    '%s: each number is there, as often as it was printed',
    async (_name, figures) => {
      const view = await find(figures[0] as Figure);
      const cells = groupBy(figures, (figure) => `${columnOf(view, figure)} ${rowName(figure)}`);
      for (const cell of cells.values()) {
        const [first] = cell;
        if (!first) continue;
        const values = await printed(
          view,
          view.matrix.columns[columnOf(view, first)]?.slug ?? '',
          rowName(first),
        );
        const stored = values.map(({ metric, value }) => `${metric} ${value}`).sort();
        expect(stored).toEqual(cell.flatMap(storedAs).sort());
      }
    },
  );
});

/** Texts of the page as it opens, by test; of the base 1.00, which is its ratio. */
function textsOf(view: CompareView): Map<string, string[]> {
  const { groups } = heatmapModel(toColumnSet(toHeatmapData(view), compareUrl.defaults), compareUrl.defaults);
  return new Map(
    groups.flatMap(({ rows }) => rows.map(({ key, cells }) => [key, cells.map(({ text }) => text)] as const)),
  );
}

function columnOf({ matrix }: CompareView, { version, config }: Figure): number {
  const index = matrix.columns.findIndex(
    (column) => column.version === version && (column.config ?? '') === config,
  );
  expect(index).toBeGreaterThanOrEqual(0);
  return index;
}

/** fio's rows are block sizes, its columns ways to sync: `16 KB fsync` is the row `16 KB`. */
function rowName({ benchmark, test, version }: Figure): string {
  return benchmark === 'fio' ? test.replace(` ${version}`, '') : test;
}

/** Reports print MB/s and microseconds. The latency of a sync that was not done is printed as 0 and missing. */
function storedAs({ metric, value, version }: Figure): string[] {
  switch (metric) {
    case 'iops':
      return [`throughput ${Number(value)}`];
    case 'mb_per_s':
      return [`bandwidth ${Number(`${value}e6`)}`];
    case 'sync_latency_us':
      return version === 'no-sync' ? [] : [`sync_latency_avg ${Number(`${value}e-6`)}`];
    default:
      return [`${metric} ${Number(value)}`];
  }
}

function readFigures(): Figure[] {
  const [head = '', ...lines] = readFileSync(CSV, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
    return Object.fromEntries(
      names.map((name, index) => [name, cells[index]?.[1] ?? cells[index]?.[2] ?? '']),
    ) as Figure;
  });
}
