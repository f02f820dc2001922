import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importParsed } from '../../import/import-parsed';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../../testing/database';
import { insertRuns, insertThroughput } from '../../testing/insert-runs';
import { describeUpload, makeUpload, type RunSketch } from '../../testing/parsed-upload';
import { listProductColumns } from './list-product-columns';
import { listProductHeatmaps } from './list-product-heatmaps';
import { listProductViews, PRODUCT_VIEWS_QUERY } from './list-product-views';
import { listTests } from './list-tests';

const SMALL = { server: 'pn53', workload: 'sysbench-cached-1x50m-1c-pk1' };
const LARGE = { server: 'ax162', workload: 'sysbench-cached-1x50m-40c-pk1' };
const GONE = { server: 'nobody', workload: SMALL.workload };

describe('the queries of servers and trends', () => {
  let database: TestDatabase;

  const store = (content: string, ...sketches: RunSketch[]) =>
    importParsed(database, {
      upload: describeUpload(content),
      parsed: makeUpload(...sketches),
      configTexts: new Map(),
    });

  const run = (version: string, sketch: Partial<RunSketch>): RunSketch => ({
    product: 'MySQL',
    version,
    server: 'pn53',
    config: 'z12a_c8r32',
    qps: {},
    ...sketch,
  });

  beforeAll(async () => {
    database = await createTestDatabase();
    await store(
      'small',
      run('9.5.0', {
        startedAt: '2026-01-01T00:00:00Z',
        qps: { insert: [10], 'scan_range=100': [4, 6, 5], 'scan.warm': [1] },
      }),
      run('8.0.43', { qps: { insert: [20], 'scan_range=100': [null] } }),
      run('17.0', { product: 'PostgreSQL', qps: { insert: [7] } }),
    );
    await store('large', run('9.5.0', { server: 'ax162', clients: 40, qps: { insert: [300] } }));
    await store(
      'again',
      run('9.5.0', {
        label: 'newer',
        startedAt: '2026-01-02T00:00:00Z',
        seed: 'again',
        qps: { insert: [12] },
      }),
    );
  });
  afterAll(() => database.drop());

  it('list every heatmap with the versions of each product', async () => {
    const heatmaps = await listProductHeatmaps(database);
    const found = heatmaps.map(({ product, server, workload, versions }) => [
      product,
      server.slug,
      workload.clients,
      versions.toSorted(),
    ]);
    expect(found).toHaveLength(3);
    expect(found).toContainEqual(['MySQL', 'pn53', 1, ['8.0.43', '9.5.0']]);
    expect(found).toContainEqual(['PostgreSQL', 'pn53', 1, ['17.0']]);
    expect(found).toContainEqual(['MySQL', 'ax162', 40, ['9.5.0']]);
    expect(heatmaps[0]?.workload).toMatchObject({ tables: 1, rowsPerTable: 50_000_000, cached: true });
    expect(heatmaps[0]?.workload.origin).toBe('uploaded');
  });

  it('list columns in release order, labelled as their newest run, for every heatmap asked for', async () => {
    const listed = await listProductColumns(database, { product: 'MySQL', heatmaps: [LARGE, SMALL, GONE] });
    expect(listed.map(({ server, columns }) => [server, columns.map(({ version }) => version)])).toEqual([
      ['ax162', ['9.5.0']],
      ['pn53', ['8.0.43', '9.5.0']],
      ['nobody', []],
    ]);
    expect(listed[1]?.columns[1]).toMatchObject({ label: 'newer', config: 'z12a_c8r32', flavour: null });
  });

  it('read several heatmaps at once, in the order asked for, without those that have nothing', async () => {
    const views = await listProductViews(database, {
      product: 'MySQL',
      heatmaps: [LARGE, GONE, SMALL],
      metrics: ['throughput'],
      columns: null,
      tests: null,
    });
    expect(views.map(({ server }) => server)).toEqual(['ax162', 'pn53']);
    expect(views[0]?.matrix.values.throughput).toEqual([[300]]);
    const small = views[1]?.matrix;
    expect(small?.rows.map(({ key }) => key)).toEqual(['scan_range=100', 'insert']);
    // The median over both runs of 9.5.0; a failed test is there and has no value.
    expect(small?.values.throughput).toEqual([
      [null, 5],
      [20, 11],
    ]);
    expect(small?.status).toEqual([
      ['failed', 'ok'],
      ['ok', 'ok'],
    ]);
  });

  it('read only the columns, tests and metrics that are asked for', async () => {
    const [view] = await listProductViews(database, {
      product: 'MySQL',
      heatmaps: [SMALL],
      metrics: ['cpu_per_op'],
      columns: ['mysql-8.0.43-z12a_c8r32'],
      tests: ['insert'],
    });
    expect(view?.matrix.columns.map(({ version }) => version)).toEqual(['8.0.43']);
    expect(view?.matrix.rows.map(({ key }) => key)).toEqual(['insert']);
    expect(view?.matrix.values).toEqual({});
    expect(
      await listProductViews(database, {
        product: 'MySQL',
        heatmaps: [],
        metrics: [],
        columns: null,
        tests: null,
      }),
    ).toEqual([]);
  });

  it('list the tests of a benchmark in domain order, without warm-ups', async () => {
    const tests = await listTests(database, 'sysbench');
    expect(tests.map(({ key, groupLabel }) => [key, groupLabel])).toEqual([
      ['scan_range=100', 'Range queries without aggregation'],
      ['insert', 'Writes'],
    ]);
    expect(await listTests(database, 'tproc-c')).toEqual([]);
  });

  it.skipIf(isOnCitus())(
    'touch no results and numbers of other tests and heatmaps, however many there are',
    async () => {
      const { pool } = database;
      await pool.query(
        `INSERT INTO servers (slug, name) SELECT 'other-' || i, 'other-' || i FROM generate_series(1, 200) i`,
      );
      const copies = await insertRuns(
        pool,
        `SELECT others.id AS server_id, workload_id, variant_id, upload_id,
         encode(sha256((others.id || ' ' || runs.id)::bytea), 'hex') AS identity, label, path, started_at, at, campaign, facts
       FROM servers AS others, runs WHERE others.slug LIKE 'other-%'`,
      );
      await insertThroughput(pool, copies);
      await database.pool.query('ANALYZE');
      const values = [[SMALL.server], [SMALL.workload], 'MySQL', ['throughput'], null, ['insert']];
      const { rows } = await database.pool.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${PRODUCT_VIEWS_QUERY}`,
        values,
      );
      const plan: PlanNode = rows[0]['QUERY PLAN'][0].Plan;
      // Three runs of MySQL on the server, one result of the test in each.
      expect(rowsTouched(plan, 'results')).toBe(3);
      expect(rowsTouched(plan, 'measurements')).toBe(3);
      expect(scansOf(plan, 'runs')).not.toContain('Seq Scan');
    },
  );
});

/** A node of EXPLAIN's JSON, as far as it is read here. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that scans of a table looked at, whether they were used or thrown away. */
function rowsTouched(plan: PlanNode, table: string): number {
  const removed = plan['Rows Removed by Filter'] ?? 0;
  const own = plan['Relation Name'] === table ? plan['Actual Rows'] + removed : 0;
  const below = (plan.Plans ?? []).map((child) => rowsTouched(child, table));
  return own * plan['Actual Loops'] + below.reduce((sum, rows) => sum + rows, 0);
}

function scansOf(plan: PlanNode, table: string): string[] {
  const own = plan['Relation Name'] === table ? [plan['Node Type']] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((child) => scansOf(child, table))];
}
