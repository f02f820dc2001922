import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { listRuns } from './list-runs';

const RUNS = 12;

let bench: RegressionBench;
let client: pg.Client;
const notices: string[] = [];

beforeAll(async () => {
  bench = await openRegressionBench();
  for (let server = 0; server < RUNS; server += 1)
    await bench.storeOnly(versionRun('16.0', {}, { server: `server ${server}` }));
  client = new pg.Client({ connectionString: bench.database.url });
  await client.connect();
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  await client.query('SET client_min_messages = debug1');
});
afterAll(async () => {
  await client.end();
  await bench.close();
});

/** What Citus brings to the coordinator of a statement, as SQL. */
function subplans(): string[] {
  return notices.flatMap((message) => {
    const [, sql] = /^generating subplan \S+ for (?:subquery|CTE \S+) (.*)$/s.exec(message) ?? [];
    return sql === undefined ? [] : [sql];
  });
}

it('a page of the list of runs brings that page to the coordinator, and not all runs', async () => {
  notices.length = 0;
  // A client asks as a pool does.
  const database = { ...bench.database, pool: client as unknown as pg.Pool } as Database;
  const { runs, total } = await listRuns(database, { limit: 3 });
  expect([runs.length, total]).toEqual([3, RUNS]);
  const ofRuns = subplans().filter((sql) => sql.includes('public.runs'));
  expect(ofRuns.length).toBeGreaterThan(0);
  for (const sql of ofRuns) expect(sql).toMatch(/LIMIT '4'::bigint$|^SELECT count\(\*\)|^SELECT json_agg\(/);
});
