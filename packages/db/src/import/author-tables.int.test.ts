import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toPrintfFixed } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { listHeatmaps } from '../queries/heatmaps/list-heatmaps';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import type { CompareView } from '../types';
import { ingestPath } from './ingest-path';

const CORPUS =
  process.env['BASECASE_CORPUS'] ?? path.join(import.meta.dirname, '../../../../../shared/corpus');
const ARCHIVE = path.join(CORPUS, 'mdcallag+mytools/bench/arc');

/** Directories of one author, each with the tables that he made of them. In the first, some columns have their logs. */
const STUDIES = [
  { directory: 'nov25.sb.mysql', qps: 'dop1/qps.abs.all.tsv', costs: 'dop1/o.met.all', raw: 3, columns: 8 },
  {
    directory: 'dec25.sb.socket.my',
    qps: 'qps.abs.my.latest.tsv',
    costs: 'o.met.my.all',
    raw: 0,
    columns: 8,
  },
  { directory: 'mar26.pn53.sb.my', qps: 'qps.abs.my80v2.tsv', costs: 'o.met.my80v2', raw: 0, columns: 13 },
];

describe.skipIf(!existsSync(ARCHIVE)).each(STUDIES)('$directory, loaded', (study) => {
  let database: TestDatabase;
  let folder: string;
  let view: CompareView;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-author-'));
    const blobs = openBlobStore(folder, database);
    await ingestPath({ database, blobs }, path.join(ARCHIVE, study.directory), { server: 'pn53' });
    const heatmaps = await listHeatmaps(database);
    expect(heatmaps).toHaveLength(1);
    const [only] = heatmaps;
    view = await getCompareView(database, { server: 'pn53', workload: only?.workload.slug ?? '' });
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const read = (name: string) => readFileSync(path.join(ARCHIVE, study.directory, name), 'utf8');
  const columnOf = (label: string) => view.matrix.columns.findIndex((column) => column.label === label);
  const valueAt = (metric: MetricId, test: string, label: string) =>
    view.matrix.values[metric]?.[view.matrix.rows.findIndex(({ key }) => key === test)]?.[columnOf(label)];

  it('is one heatmap with every column', async () => {
    expect(view.matrix.columns).toHaveLength(study.columns);
    const { rows } = await database.pool.query('SELECT count(*)::int FROM runs WHERE NOT is_summary');
    expect(rows[0].count).toBe(study.raw);
  });

  it('has every throughput of its table, to the digit that is printed', () => {
    const [legend, ...others] = read(study.qps).split('\n\n');
    const labels = [...(legend ?? '').matchAll(/^col-\d+ : (.+)$/gm)].map(([, label = '']) => label.trim());
    const [, ...rows] = (others[0] ?? '').trim().split('\n');
    const cells = rows.flatMap((row) => {
      const values = row.split('\t');
      const test = values.pop() ?? '';
      return values.map((value, index) => ({ test, label: labels[index] ?? '', value }));
    });
    const shown = cells.filter(({ test }) => !/\.(?:pre|warm|warmpre)_/.test(test));
    expect(shown.length).toBeGreaterThan(32 * (labels.length - 1));
    for (const { test, label, value } of shown) {
      expect([test, label, toPrintfFixed(valueAt('throughput', test, label) ?? Number.NaN, 0)]).toEqual([
        test,
        label,
        value,
      ]);
    }
  });

  it('has every cost of its table in addition to computed ones', async () => {
    const blocks = read(study.costs).matchAll(
      /^sb\.met\.(.+)\.range(\d+)\.pk1\.dop\d+\n--- absolute\n.*\n((?:.+\n)+?)--- relative/gm,
    );
    const { rows: stored } = await database.pool.query<{ cell: string; value: number }>(
      `SELECT concat_ws(' ', tests.key, runs.label, metric) AS cell, value
       FROM measurements
       JOIN results ON results.heatmap_id = measurements.heatmap_id AND results.id = result_id
       JOIN tests ON tests.id = test_id
       JOIN runs ON runs.heatmap_id = results.heatmap_id AND runs.id = run_id
       WHERE source = 'reported' AND metric IN ('cpu_per_op', 'cs_per_op')`,
    );
    const reported = new Map(stored.map(({ cell, value }) => [cell, value]));
    const printed = [...blocks].flatMap(([, name, range, rows = '']) =>
      rows
        .trim()
        .split('\n')
        .flatMap((row) => {
          const [cpu = '', switches = '', , , , , label = ''] = row.split('\t');
          const cell = `${name}_range=${range} ${label.trim()}`;
          return [
            [`${cell} cpu_per_op`, Number(cpu)] as const,
            [`${cell} cs_per_op`, Number(switches)] as const,
          ];
        }),
    );
    expect(printed.length).toBeGreaterThan(2 * 32 * 8);
    expect(printed.filter(([cell, value]) => reported.get(cell) !== value)).toEqual([]);
  });
});
