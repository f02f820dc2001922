import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRegressionBench, type RegressionBench, versionRun } from '../../testing/regression-bench';
import type { SearchCatalog, WordMeaning } from '../../types/search';
import { listSearchCells, listSearchRecords, listSearchUploads } from './list-found';
import { countSearched, readSearchCatalog } from './read-catalog';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.clear();
  await bench.store(
    versionRun('16.0'),
    versionRun('17.0', { t0: 0.5, t1: null }),
    versionRun('18.0', { t0: 0.5 }),
    versionRun('18.0', {}, { server: 'hetz48', label: 'x.pg180.hetz48' }),
  );
});

const variantOf = (catalog: SearchCatalog, version: string) =>
  catalog.variants.find((variant) => variant.version === version)?.id ?? -1;
const serverOf = (catalog: SearchCatalog, name: string) =>
  catalog.servers.find((server) => server.name === name)?.id ?? -1;
const testOf = (catalog: SearchCatalog, name: string) =>
  catalog.tests.find((test) => test.name === name)?.id ?? -1;

const NO_MEANING: WordMeaning = { word: '', servers: [], workloads: [], tests: [], variants: [] };

describe('the names that a search looks in', () => {
  it('are those of everything that has runs, in release order', async () => {
    const catalog = await readSearchCatalog(bench.database);
    expect(catalog.variants.map(({ version }) => version)).toEqual(['16.0', '17.0', '18.0']);
    expect(catalog.servers.map(({ name, cores, runs }) => [name, cores, runs])).toEqual(
      expect.arrayContaining([
        ['pn53', 8, 3],
        ['hetz48', 8, 1],
      ]),
    );
    const [long] = catalog.heatmaps.toSorted((a, b) => b.variants.length - a.variants.length);
    expect(long?.variants).toEqual(['16.0', '17.0', '18.0'].map((version) => variantOf(catalog, version)));
    // t1 did not run in 17.0: a stop that is over.
    expect(await countSearched(bench.database)).toEqual({ records: 2, uploads: 1 });
  });
});

describe('cells', () => {
  const cellsOf = async (asked: { test: string; version: string; base: string | null }[], limit = 9) => {
    const catalog = await readSearchCatalog(bench.database);
    const server = serverOf(catalog, 'pn53');
    const workload = catalog.heatmaps.find(({ serverId }) => serverId === server)?.workloadId ?? -1;
    return listSearchCells(bench.database, {
      limit,
      cells: asked.map(({ test, version, base }) => ({
        server,
        workload,
        test: testOf(catalog, test),
        variant: variantOf(catalog, version),
        base: base === null ? null : variantOf(catalog, base),
      })),
    });
  };

  it('have the ratio to the release before, and the record that is sure of it', async () => {
    const { total, cells } = await cellsOf([
      { test: 't0', version: '17.0', base: '16.0' },
      { test: 't0', version: '18.0', base: '17.0' },
      { test: 't0', version: '16.0', base: null },
    ]);
    expect(total).toBe(3);
    expect(cells.map(({ record }) => record)).toEqual(['regression', null, null]);
    expect(cells[0]?.ratio).toBeCloseTo(0.5, 1);
    expect(cells[1]?.ratio).toBeCloseTo(1, 1);
    expect(cells[2]?.ratio).toBeNull();
  });

  it('are left out without a result; without a base value the ratio is missing', async () => {
    const { total, cells } = await cellsOf([
      { test: 't1', version: '17.0', base: '16.0' },
      { test: 't1', version: '18.0', base: '17.0' },
    ]);
    expect(total).toBe(1);
    expect(cells).toMatchObject([{ ratio: null, record: null }]);
  });

  it('of a bad run have no ratio', async () => {
    const [run] = await bench.database.prisma.run.findMany({
      where: { variant: { version: { name: '17.0' } } },
    });
    await bench.database.prisma.noiseExclusion.create({
      data: { heatmapId: run?.heatmapId ?? -1, runId: run?.id ?? -1, reason: 'another job ran', by: 'local' },
    });
    const { cells } = await cellsOf([{ test: 't0', version: '18.0', base: '17.0' }]);
    expect(cells[0]?.ratio).toBeNull();
  });

  it('beyond the limit are counted only', async () => {
    const asked = ['t2', 't3', 't4'].map((test) => ({ test, version: '18.0', base: null }));
    const { total, cells } = await cellsOf(asked, 2);
    expect([total, cells.length]).toEqual([3, 2]);
  });
});

describe('records and uploads', () => {
  it('need a meaning of every word', async () => {
    const catalog = await readSearchCatalog(bench.database);
    const ofTest = { ...NO_MEANING, tests: [testOf(catalog, 't0')] };
    const ofServer = { ...NO_MEANING, servers: [serverOf(catalog, 'pn53')] };
    const ofOther = { ...NO_MEANING, servers: [serverOf(catalog, 'hetz48')] };
    const find = (...meanings: WordMeaning[]) => listSearchRecords(bench.database, { meanings, limit: 5 });
    expect(await find(ofTest, ofServer)).toMatchObject({
      total: 1,
      items: [{ kind: 'regression', test: { name: 't0' }, firstBad: '17.0', lastGood: '16.0', isSure: true }],
    });
    expect(await find(ofTest, ofOther)).toEqual({ total: 0, items: [] });
  });

  it('find uploads by their name, with wildcards as what they are, and by the servers of their runs', async () => {
    const catalog = await readSearchCatalog(bench.database);
    const count = async (meaning: Partial<WordMeaning>) =>
      (
        await listSearchUploads(bench.database, {
          meanings: [{ ...NO_MEANING, word: 'no such name', ...meaning }],
          limit: 5,
        })
      ).total;
    expect(await count({ word: 'UPLOAD' })).toBe(1);
    expect(await count({ word: '%' })).toBe(0);
    expect(await count({ word: '_' })).toBe(0);
    expect(await count({ servers: [serverOf(catalog, 'hetz48')] })).toBe(1);
    expect(await count({})).toBe(0);
  });
});
