import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mergeServers } from '../merges/merge-servers';
import { setServerFacts } from '../servers/set-server-facts';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { readHeatmapList } from './heatmap-list';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

/** `pn53 2 runs 17.0,16.0`: heatmaps in their order. */
const texts = async () => {
  const { heatmaps, servers, releases } = await readHeatmapList(bench.database);
  return heatmaps.map(({ serverId, runs, variantIds }) => {
    const versions = variantIds.map((id) => releases.get(id)?.version).sort();
    return `${servers.get(serverId)?.name} ${runs} runs ${versions.join()}`;
  });
};
const at = (day: number) => `2025-11-${String(day).padStart(2, '0')}T00:00:00Z`;

it('follows what is written: new heatmaps, versions and names, what moves and what goes', async () => {
  expect(await texts()).toEqual([]);
  await bench.store(versionRun('16.0', {}, { startedAt: at(1) }));
  expect(await texts()).toEqual(['pn53 1 runs 16.0']);
  await bench.store(versionRun('17.0', {}, { server: 'other', startedAt: at(2) }));
  expect(await texts()).toEqual(['other 1 runs 17.0', 'pn53 1 runs 16.0']);
  await bench.store(versionRun('18.0', {}, { startedAt: at(3) }));
  expect(await texts()).toEqual(['pn53 2 runs 16.0,18.0', 'other 1 runs 17.0']);
  await setServerFacts(bench.database, 'pn53', { facts: { cores: 9 }, by: 'local' });
  const { servers } = await readHeatmapList(bench.database);
  expect([...servers.values()].map(({ cores }) => cores)).toContain(9);
  await mergeServers(bench.database, { from: 'other', into: 'pn53', reason: 'one machine', by: 'local' });
  expect(await texts()).toEqual(['pn53 3 runs 16.0,17.0,18.0']);
  await bench.remove(1, 2);
  expect(await texts()).toEqual(['pn53 1 runs 18.0']);
});

it('gives many who ask at once, while others write, what is true when they ask', async () => {
  await bench.store(versionRun('16.0', {}, { startedAt: at(1) }));
  const writes = (async () => {
    for (let version = 1; version <= 10; version += 1)
      await bench.storeOnly(versionRun(`17.${version}`, {}, { server: `s${version}`, startedAt: at(2) }));
  })();
  const counts: number[] = [];
  while (counts.at(-1) !== 11) counts.push((await Promise.all([texts(), texts(), texts()]))[2].length);
  await writes;
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(await texts()).toHaveLength(11);
});

it('notices rows that are gone', async () => {
  await bench.store(versionRun('16.0'));
  await bench.store(versionRun('16.0', {}, { server: 'other' }));
  expect(await texts()).toHaveLength(2);
  await bench.remove(2);
  await bench.database.pool.query(`DELETE FROM servers WHERE slug = 'other'`);
  expect(await texts()).toEqual(['pn53 1 runs 16.0']);
  expect((await readHeatmapList(bench.database)).servers.size).toBe(1);
});

it('has names whose ids are smaller than known ones: their transactions began first and ended last', async () => {
  const tables = ['servers', 'workloads', 'variants'] as const;
  const giveIds = async (from: number) => {
    for (const table of tables) {
      await bench.database.pool.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`, [table, from]);
    }
  };
  await giveIds(2000);
  await bench.store(versionRun('16.0', {}, { server: 'late', startedAt: at(1) }));
  expect(await texts()).toEqual(['late 1 runs 16.0']);
  await giveIds(1000);
  await bench.store(versionRun('17.0', {}, { server: 'early', startedAt: at(2), clients: 7 }));
  expect(await texts()).toEqual(['early 1 runs 17.0', 'late 1 runs 16.0']);
  await giveIds(3000);
});
