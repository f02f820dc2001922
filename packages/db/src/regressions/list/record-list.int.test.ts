import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setServerFacts } from '../../servers/set-server-facts';
import { openRegressionBench, type RegressionBench, versionRun } from '../../testing/regression-bench';
import { listRegressions } from '../list-regressions';
import { triageRegression } from '../triage';
import { listRegressionFacets } from './list-facets';
import { readRecordList } from './record-list';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

/** Two versions with a step in the first test. */
const storeStep = async (server: string, factor: number) => {
  await bench.store(versionRun('16.0', {}, { server }), versionRun('17.0', { t0: factor }, { server }));
};
const texts = async () => {
  const { records } = await readRecordList(bench.database);
  return records.map(({ state, firstBad, size }) => `${firstBad} ${state} ${Math.exp(-size).toFixed(1)}`);
};

it('follows what is written: new records, what people decide, what is withdrawn', async () => {
  expect(await texts()).toEqual([]);
  await storeStep('pn53', 0.7);
  expect(await texts()).toEqual(['17.0 new 0.7']);
  await storeStep('other', 0.5);
  expect(await texts()).toEqual(['17.0 new 0.5', '17.0 new 0.7']);
  const [largest] = (await listRegressions(bench.database)).regressions;
  await triageRegression(
    bench.database,
    { slug: largest?.slug ?? '', version: 1, by: 'local' },
    { state: 'confirmed' },
  );
  expect(await texts()).toEqual(['17.0 confirmed 0.5', '17.0 new 0.7']);
  await bench.remove(1);
  expect(await texts()).toEqual(['17.0 confirmed 0.5', '17.0 withdrawn 0.7']);
  const list = await listRegressions(bench.database);
  expect(list).toMatchObject({ total: 1, counts: { confirmed: 1, withdrawn: 1, new: 0 } });
});

it('keeps the objects of unchanged heatmaps', async () => {
  await storeStep('pn53', 0.7);
  const [before] = (await readRecordList(bench.database)).records;
  await storeStep('other', 0.5);
  const { records } = await readRecordList(bench.database);
  expect(records).toHaveLength(2);
  expect(records[1]).toBe(before);
});

it('shows what was written since rows were read', async () => {
  await storeStep('pn53', 0.7);
  await storeStep('other', 0.5);
  const shown = async () =>
    (await listRegressions(bench.database)).regressions.map(
      ({ server, firstBad, owner }) => `${server.name} ${server.cores} ${firstBad.version} ${owner}`,
    );
  expect(await shown()).toEqual(['other 8 17.0 null', 'pn53 8 17.0 null']);
  const [largest] = (await listRegressions(bench.database)).regressions;
  await triageRegression(
    bench.database,
    { slug: largest?.slug ?? '', version: 1, by: 'local' },
    { owner: 'ada' },
  );
  expect(await shown()).toEqual(['other 8 17.0 ada', 'pn53 8 17.0 null']);
  // What all heatmaps share: every row is read again.
  await setServerFacts(bench.database, 'other', { facts: { cores: 9 }, by: 'local' });
  expect(await shown()).toEqual(['other 9 17.0 ada', 'pn53 8 17.0 null']);
});

it('notices records that are gone', async () => {
  await storeStep('pn53', 0.7);
  await storeStep('other', 0.5);
  expect(await texts()).toHaveLength(2);
  await bench.remove(2);
  await bench.database.pool.query(`DELETE FROM servers WHERE slug = 'other'`);
  expect(await texts()).toEqual(['17.0 new 0.7']);
  expect((await listRegressionFacets(bench.database)).servers.map(({ slug }) => slug)).toEqual(['pn53']);
});

it('gives many who ask at once, while others write, what is true when they ask', async () => {
  await storeStep('s0', 0.5);
  let isWritten = false;
  const writes = (async () => {
    for (let server = 1; server <= 4; server += 1) await storeStep(`s${server}`, 0.6);
    isWritten = true;
  })();
  const counts: number[] = [];
  while (!isWritten) counts.push((await Promise.all([texts(), texts(), texts()]))[2].length);
  await writes;
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(await texts()).toHaveLength(5);
});
