import { afterAll, beforeAll, expect, it } from 'vitest';
import { importParsed } from '../import/import-parsed';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { describeUpload, makeUpload } from '../testing/parsed-upload';
import { versionRun } from '../testing/regression-bench';
import { inChange, noteShown } from './changes';
import type { HeatmapKey } from './heatmap-key';
import { readEpochs } from './read-epochs';

const WRITES = 150;
const SERVERS = ['a', 'b', 'c', 'd', 'e', 'f'];

let database: TestDatabase;
let heatmaps: (HeatmapKey & { id: number })[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  for (const server of SERVERS) {
    const parsed = makeUpload(versionRun('16.0', {}, { server }));
    await importParsed(database, { upload: describeUpload(server), parsed, configTexts: new Map() });
  }
  const { rows } = await database.pool.query(
    'SELECT id, server_id AS "serverId", workload_id AS "workloadId" FROM heatmaps ORDER BY id',
  );
  heatmaps = rows;
});
afterAll(() => database.drop());

/** One write of shards on all nodes, of a table that is copied to them, and of the epoch. */
async function write(number: number) {
  await inChange(database, async (client) => {
    for (const { id } of heatmaps)
      await client.query('UPDATE runs SET label = $2 WHERE heatmap_id = $1', [id, String(number)]);
    await client.query('UPDATE servers SET os = $1', [String(number)]);
    noteShown(client, heatmaps);
  });
}

it('whoever sees an epoch sees the rows that were written with it, on every node', async () => {
  await write(0);
  const { newest: first } = await readEpochs(database);
  let isDone = false;
  let reads = 0;
  const writing = (async () => {
    for (let number = 1; number <= WRITES; number += 1) await write(number);
    isDone = true;
  })();
  const reading = Array.from({ length: 3 }, async () => {
    while (!isDone) {
      const { newest } = await readEpochs(database);
      const { id } = heatmaps[reads % heatmaps.length] as { id: number };
      reads += 1;
      const { rows } = await database.pool.query<{ label: string; epoch: number }>(
        `SELECT label, epoch::int, os FROM runs JOIN heatmaps ON heatmaps.id = heatmap_id
         JOIN servers ON servers.id = heatmaps.server_id WHERE heatmap_id = $1`,
        [id],
      );
      const written = Number(newest) - Number(first);
      expect(Number(rows[0]?.label)).toBeGreaterThanOrEqual(written);
      expect(rows[0]?.epoch).toBeGreaterThanOrEqual(Number(newest));
    }
  });
  await Promise.all([writing, ...reading]);
  expect(reads).toBeGreaterThan(WRITES / 10);
});
