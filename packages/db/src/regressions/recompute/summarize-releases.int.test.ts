import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readHeatmapList } from '../../epochs/heatmap-list';
import { openRegressionBench, type RegressionBench, versionRun } from '../../testing/regression-bench';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const all = async () =>
  (await readHeatmapList(bench.database)).heatmaps.map(({ releases, isStale }) => ({
    lines: releases,
    isStale,
  }));

describe('the releases of a heatmap', () => {
  it('are stored with its evaluation: means relative to the first, and what changed in the newest', async () => {
    await bench.store(
      versionRun('16.0'),
      versionRun('17.0', { t0: 0.5 }),
      versionRun('18.0', { t0: 0.25, t1: 1.5 }),
    );
    const [heatmap, ...others] = await all();
    expect(others).toEqual([]);
    expect(heatmap?.isStale).toBe(false);
    const [line, ...lines] = heatmap?.lines ?? [];
    expect(lines).toEqual([]);
    expect(line?.versions).toEqual(['16.0', '17.0', '18.0']);
    // Twelve tests: one at a half, then at a quarter and one at 1.5.
    expect(line?.means[0]).toBe(1);
    expect(line?.means[1]).toBeCloseTo(0.5 ** (1 / 12), 2);
    expect(line?.means[2]).toBeCloseTo((0.25 * 1.5) ** (1 / 12), 2);
    expect(line?.newest).toMatchObject({
      tests: 12,
      slower: { sure: 1 },
      faster: { sure: 1 },
    });
    expect(line?.newest?.base).toContain('17.0');
    expect(line?.newest?.column).toContain('18.0');
  });

  it('continue in the config that follows by its name', async () => {
    await bench.store(
      versionRun('17.0', {}, { config: 'x10a' }),
      versionRun('18.0', { t0: 0.5 }, { config: 'x10b' }),
      versionRun('18.1', {}, { config: 'x10b' }),
    );
    const [line, ...others] = (await all())[0]?.lines ?? [];
    expect(others).toEqual([]);
    expect(line).toMatchObject({ config: 'x10a', versions: ['17.0', '18.0', '18.1'] });
    expect(line?.means[2]).toBeCloseTo(1, 2);
  });

  it('never go from one config to another', async () => {
    await bench.store(
      versionRun('17.0', {}, { config: 'small' }),
      versionRun('18.0', { t0: 0.5 }, { config: 'x10b' }),
      versionRun('18.1', {}, { config: 'x10b' }),
    );
    const lines = (await all())[0]?.lines ?? [];
    expect(lines.map(({ config, versions }) => [config, versions])).toEqual([
      ['small', ['17.0']],
      ['x10b', ['18.0', '18.1']],
    ]);
    expect(lines[0]?.newest).toBeNull();
    expect(lines[1]?.newest).toMatchObject({ faster: { sure: 1 }, slower: { sure: 0 } });
  });

  it('are marked as stale until they are judged again', async () => {
    await bench.store(versionRun('16.0'));
    await bench.storeOnly(versionRun('17.0'));
    expect(await all()).toMatchObject([{ isStale: true, lines: [{ versions: ['16.0'] }] }]);
  });

  it('are not there before anything was judged', async () => {
    await bench.storeOnly(versionRun('16.0'));
    expect(await all()).toMatchObject([{ isStale: true, lines: null }]);
  });
});
