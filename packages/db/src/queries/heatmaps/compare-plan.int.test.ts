import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importParsed } from '../../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { describeUpload, makeUpload } from '../../testing/parsed-upload';
import { COMPARE_VIEW_QUERY, VIEW_METRICS } from './get-compare-view';

const TESTS = 20;
const VIEW = ['pn53', 'sysbench-cached-1x50m-1c-pk1', VIEW_METRICS, false, 60, []];

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
  }, 60_000);
  afterAll(() => database.drop());

  const explain = async (): Promise<PlanNode> => {
    const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${COMPARE_VIEW_QUERY}`, VIEW);
    return rows[0]['QUERY PLAN'][0].Plan;
  };

  /** Runs of the same variants and tests on other servers, copied in SQL: 3 × `servers` runs of 20 results. */
  const addOtherRuns = async (prefix: string, servers: number) => {
    await database.pool.query(
      `WITH others AS (
         INSERT INTO servers (slug, name) SELECT $2 || i, $2 || i FROM generate_series(1, $1::int) i
         RETURNING id
       ), copies AS (
         INSERT INTO runs (server_id, workload_id, variant_id, upload_id, identity, label, path, at)
         SELECT others.id, workload_id, variant_id, upload_id,
           encode(sha256((others.id || ' ' || runs.id)::bytea), 'hex'), label, path, at
         FROM others, runs JOIN servers ON servers.id = server_id WHERE servers.slug = 'pn53'
         RETURNING id
       ), copied_results AS (
         INSERT INTO results (run_id, test_id, repeat, status, unit)
         SELECT copies.id, tests.id, 1, 'ok', tests.unit FROM copies, tests ORDER BY copies.id
         RETURNING id
       )
       INSERT INTO measurements (result_id, metric, source, value, unit)
       SELECT id, 'throughput', 'reported', 1, 'queries/s' FROM copied_results`,
      [servers, prefix],
    );
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
