import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import { importParsed } from '../../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { insertRuns, insertThroughput } from '../../testing/insert-runs';
import { describeUpload, makeUpload } from '../../testing/parsed-upload';
import { COMPARE_VIEW_QUERY, VIEW_METRICS } from './get-compare-view';

const TESTS = 20;
const VIEW = { server: 'pn53', workload: 'sysbench-cached-1x50m-1c-pk1' };

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
  const own =
    plan['Relation Name'] === table ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) : 0;
  const below = (plan.Plans ?? []).map((child) => rowsTouched(child, table));
  return own * plan['Actual Loops'] + below.reduce((sum, rows) => sum + rows, 0);
}

function scansOf(plan: PlanNode, table: string): string[] {
  const own = plan['Relation Name'] === table ? [plan['Node Type']] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((child) => scansOf(child, table))];
}

describe('the plan of the compare query', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const tests = Array.from({ length: TESTS }, (_, index) => [`test-${index}`, [index + 1]] as const);
    const versions = ['16.0', '17.0', '18.0'].map((version) => ({
      version,
      server: 'pn53',
      qps: Object.fromEntries(tests),
    }));
    await importParsed(database, {
      upload: describeUpload('view'),
      parsed: makeUpload(...versions),
      configTexts: new Map(),
    });
  });
  afterAll(() => database.drop());

  const explain = async (): Promise<PlanNode> => {
    const heatmap = await findHeatmapId(database.pool, VIEW);
    const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${COMPARE_VIEW_QUERY}`, [
      heatmap,
      false,
      VIEW_METRICS,
      60,
      [],
    ]);
    return rows[0]['QUERY PLAN'][0].Plan;
  };

  /** Runs of the same variants and tests on other servers, copied in SQL: 3 × `servers` runs of 20 results. */
  const addOtherRuns = async (prefix: string, servers: number) => {
    const { pool } = database;
    await pool.query(
      'INSERT INTO servers (slug, name) SELECT $2 || i, $2 || i FROM generate_series(1, $1::int) i',
      [servers, prefix],
    );
    const copies = await insertRuns(
      pool,
      `SELECT others.id AS server_id, workload_id, variant_id, upload_id,
         encode(sha256((others.id || ' ' || runs.id)::bytea), 'hex') AS identity, label, path, started_at, at, campaign, facts
       FROM servers AS others, runs JOIN servers ON servers.id = server_id
       WHERE servers.slug = 'pn53' AND others.slug LIKE $1 || '%'`,
      [prefix],
    );
    await insertThroughput(pool, copies);
  };

  it('touches only the rows of its view, over indexes, however many other runs there are', async () => {
    await addOtherRuns('other-', 200);
    const unanalyzed = await explain();
    await database.pool.query('ANALYZE');
    const analyzed = await explain();
    for (const plan of [unanalyzed, analyzed]) {
      expect(rowsTouched(plan, 'runs')).toBe(3);
      expect(rowsTouched(plan, 'results')).toBe(3 * TESTS);
      expect(rowsTouched(plan, 'measurements')).toBe(3 * TESTS);
      for (const table of ['runs', 'results', 'measurements']) {
        expect(scansOf(plan, table)).not.toContain('Seq Scan');
      }
    }
  });

  it('touches no more rows with twice as many other runs', async () => {
    const tables = ['runs', 'results', 'measurements'];
    const before = await explain();
    await addOtherRuns('more-', 200);
    await database.pool.query('ANALYZE');
    const after = await explain();
    expect(tables.map((table) => rowsTouched(after, table))).toEqual(
      tables.map((table) => rowsTouched(before, table)),
    );
  });
});
