import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../../blobs/blob-store';
import { ingestPath } from '../../import/ingest-path';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { listHeatmaps } from '../heatmaps/list-heatmaps';
import { listRuns } from '../list-runs';
import { listStatementLatencies } from './list-statement-latencies';

/** A summary of version 17 with the table of option -r. */
const logOf = (version: string, statements: string) => `pgbench (${version})
transaction type: <builtin: select only>
scaling factor: 50
query mode: simple
number of clients: 16
number of threads: 4
duration: 60 s
number of transactions actually processed: 60000
number of failed transactions: 0 (0.000%)
latency average = 16.000 ms
initial connection time = 5.000 ms
tps = 1000.000000 (without initial connection time)
${statements}`;
const TABLE = `statement latencies in milliseconds and failures:
         0.001           0 \\set aid random(1, 100000 * :scale)
        15.999           2 SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
`;

describe('listStatementLatencies', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-statements-'));
    for (const [version, statements] of [
      ['17.2', TABLE],
      ['18.1', ''],
    ] as const) {
      await mkdir(path.join(folder, 'upload', `pg${version}`), { recursive: true });
      await writeFile(path.join(folder, 'upload', `pg${version}`, 'so.log'), logOf(version, statements));
    }
  });
  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('reads the table of each column, in seconds, and has none where -r was not given', async () => {
    const blobs = openBlobStore(path.join(folder, 'blobs'), database);
    await ingestPath({ database, blobs }, path.join(folder, 'upload'), { server: 'pn53' });
    const [heatmap] = await listHeatmaps(database);
    const columns = (await listRuns(database, { limit: 10 })).runs.map(({ columnSlug }) => columnSlug).sort();
    const asked = { server: 'pn53', workload: heatmap?.workload.slug ?? '', test: 'select-only', columns };
    const found = await listStatementLatencies(database, blobs, asked);
    expect(
      found.map(({ column, from, statements, unread }) => [column, from?.file, statements, unread]),
    ).toEqual([
      [
        columns[0],
        expect.stringMatching(/pg17\.2\/so\.log$/),
        [
          { statement: '\\set aid random(1, 100000 * :scale)', latency: 0.000001, failures: 0, line: 14 },
          {
            statement: 'SELECT abalance FROM pgbench_accounts WHERE aid = :aid;',
            latency: 0.015999,
            failures: 2,
            line: 15,
          },
        ],
        [],
      ],
      [columns[1], undefined, [], []],
    ]);
    const gone = openBlobStore(path.join(folder, 'nothing'), database);
    const [unread] = await listStatementLatencies(database, gone, asked);
    expect(unread?.unread).toHaveLength(1);
    expect(unread?.statements).toEqual([]);
  });
});
