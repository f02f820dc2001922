import { readEpochs } from '@basecase/db/epochs/read-epochs';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AnswerCache } from './answer-cache';
import {
  collectReads,
  EpochReader,
  heatmapKey,
  noteEverything,
  ReadDatabases,
  Reads,
} from './epochs/read-databases';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const workload = 'sysbench-cached-1x50m-1c-pk1';
const HERE = heatmapKey({ server: 'pn53', workload });
const open = () => new AnswerCache(new EpochReader(bench.database), new ReadDatabases(bench.database));

const countRuns = async () => {
  const { rows } = await bench.database.pool.query<{ count: number }>('SELECT count(*)::int FROM runs');
  return { count: rows[0]?.count };
};
let stored = 0;
/** One more run of a server. */
const write = (server: string) => {
  stored += 1;
  return bench.storeOnly(versionRun('16.0', {}, { server, label: `run ${stored}` }));
};

it('keeps an answer until something is written', async () => {
  const cache = open();
  const ask = () => cache.get('runs', null, countRuns);
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first).toEqual({ count: 0 });
  expect(second).toBe(first);
  expect(await ask()).toBe(first);
  await write('pn53');
  expect(await ask()).toEqual({ count: 1 });
});

it('keeps what was made of one heatmap when another is written', async () => {
  const cache = open();
  const ask = () => cache.get('runs', [HERE], countRuns);
  await write('pn53');
  const first = await ask();
  await write('other');
  expect(await ask()).toBe(first);
  await write('pn53');
  expect(await ask()).toEqual({ count: 3 });
  await bench.database.pool.query('UPDATE epochs SET newest = newest + 1, shared = newest + 1');
  expect(await ask()).not.toBe(first);
});

it('never shows what is not committed, and shows it as soon as it is', async () => {
  const cache = open();
  const ask = () => cache.get('runs', null, countRuns);
  await write('pn53');
  expect(await ask()).toEqual({ count: 1 });
  const writer = await bench.database.pool.connect();
  try {
    await writer.query('BEGIN');
    await writer.query('DELETE FROM run_places');
    await writer.query('UPDATE epochs SET newest = newest + 1');
    expect(await ask()).toEqual({ count: 1 });
    await writer.query('COMMIT');
  } finally {
    writer.release();
  }
  expect(await ask()).toEqual({ count: 0 });
});

it('keeps no failure, and its answers cannot be changed', async () => {
  const cache = open();
  await expect(cache.get('runs', null, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  const answer = await cache.get('runs', null, countRuns);
  expect(() => {
    answer.count = 7;
  }).toThrow(TypeError);
});

it('keeps it for five minutes at most, and knows when it says the same', async () => {
  let time = 0;
  const cache = new AnswerCache(
    new EpochReader(bench.database),
    new ReadDatabases(bench.database),
    () => time,
  );
  let made = 0;
  const count = () => {
    made += 1;
    return countRuns();
  };
  const first = await cache.get('runs', [HERE], count);
  time = 5 * 60_000 - 1;
  await cache.get('runs', [HERE], count);
  expect(made).toBe(1);
  time += 1;
  expect(await cache.get('runs', [HERE], count)).toBe(first);
  expect(made).toBe(2);
});

it('keeps nothing of a database that was put back to an earlier state', async () => {
  const cache = open();
  const ask = () => cache.get('runs', [HERE], countRuns);
  await write('pn53');
  const { newest } = await readEpochs(bench.database);
  const first = await ask();
  await bench.database.pool.query('UPDATE epochs SET newest = 1, shared = 1');
  expect(await ask()).not.toBe(first);
  const second = await ask();
  await bench.database.pool.query('UPDATE epochs SET newest = $1', [newest]);
  expect(await ask()).toBe(second);
});

/** Reads behind a page, and whether they still hold. */
async function page(cache: AnswerCache, read: () => Promise<unknown>) {
  const made = await cache.readEpochs();
  const reads = new Reads();
  await collectReads(reads, read);
  return () => cache.holds(reads, { madeAt: made.newest, lineage: made.lineage });
}

it('tells whether what was made of answers holds: by heatmap, and by what lists say', async () => {
  const cache = open();
  await write('pn53');
  const servers = async () => {
    const { rows } = await bench.database.pool.query<{ slug: string }>(
      'SELECT slug FROM servers ORDER BY slug',
    );
    return rows.map(({ slug }) => slug);
  };
  const ofHeatmap = await page(cache, () => cache.get('view', [HERE], countRuns));
  const ofList = await page(cache, () => cache.get('servers', null, servers));
  const ofBoth = await page(cache, async () => {
    await cache.get('view', [HERE], countRuns);
    await cache.get('servers', null, servers);
  });
  const ofAnything = await page(cache, async () => noteEverything());
  const all = async () => [await ofHeatmap(), await ofList(), await ofBoth(), await ofAnything()];
  expect(await all()).toEqual([true, true, true, true]);
  await write('other');
  expect(await all()).toEqual([true, false, false, false]);
  const again = await page(cache, () => cache.get('servers', null, servers));
  // The list is read again and says the same.
  await write('other');
  expect(await again()).toBe(true);
  await write('pn53');
  expect([await again(), await ofHeatmap()]).toEqual([true, false]);
});
