import { judgePair } from '@basecase/analysis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readHeatmapList } from '../epochs/heatmap-list';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { listSearchCells } from '../queries/search/list-found';
import { setServerFacts } from '../servers/set-server-facts';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { heatmapNoise, loadHeatmap, variantMatrix } from './load-heatmap';
import { recomputeRegressions } from './recompute/recompute-regressions';
import { getRegression } from './record-page/get-regression';

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.clear());

const HEATMAP = { server: 'pn53', workload: 'sysbench-cached-1x50m-1c-pk1' };
const ROUNDS = { id: 'r1', seconds: 5, warmup: 1, restartEvery: 6 };

const kindOf = async () => {
  const { rows } = await bench.database.pool.query<{ kind: string | null }>(
    'SELECT machine_kind AS kind FROM servers',
  );
  return rows[0]?.kind;
};

/** Judges the second of two columns as the job does. */
const judge = async () => {
  const heatmap = await loadHeatmap(bench.database.pool, { serverId: 1, workloadId: 1 });
  if (!heatmap) throw new Error('no heatmap');
  return judgePair(variantMatrix(heatmap), { base: 0, column: 1, noise: heatmapNoise(heatmap) });
};

describe('the kind of a machine', () => {
  it.each([
    ['what its basecase.json says', { kind: 'shared', steal: [0, 3] }, 'shared'],
    ['seen in stolen time', { kind: null, steal: [0, 3] }, 'virtual'],
    ['seen in its hypervisor', { kind: null, facts: { hypervisor: 'KVM' } }, 'virtual'],
    ['not seen', { kind: null, steal: [0, 0], facts: { hypervisor: 'none' } }, null],
  ] as const)('is %s', async (_name, sketch, kind) => {
    await bench.store(versionRun('17.0', {}, sketch));
    expect(await kindOf()).toBe(kind);
  });

  it('decides whether a change is sure, and what people say of it judges its heatmaps again', async () => {
    const changed = { t0: 0.4 };
    await bench.store(versionRun('16.0', {}, { kind: null }), versionRun('17.0', changed, { kind: null }));
    expect(await bench.recordTexts()).toEqual(['t0 16.0→17.0 0.40 possible regression new']);
    const server = (await bench.database.pool.query<{ slug: string }>('SELECT slug FROM servers')).rows[0];
    await setServerFacts(bench.database, server?.slug ?? '', { facts: { kind: 'dedicated' }, by: 'local' });
    expect(await recomputeRegressions(bench.database)).toMatchObject({ heatmaps: 1 });
    expect(await bench.recordTexts()).toEqual(['t0 16.0→17.0 0.40 regression new']);
  });
});

const idOf = async (table: 'tests' | 'variants', name: string): Promise<number> =>
  (
    await bench.database.pool.query<{ id: number }>(
      `SELECT id FROM ${table} WHERE ${table === 'tests' ? 'name' : 'slug'} = $1`,
      [name],
    )
  ).rows[0]?.id ?? -1;

describe('a recording in rounds', () => {
  /** Twelve rounds that go up and down together, by 10%. */
  const inRounds = (factor: number) =>
    Array.from(
      { length: 12 },
      (_, round) => factor * (1 + 0.1 * Math.sin(round)) * (1 + ((round * 5) % 7) / 1000),
    );

  it('is compared round by round, and sure on a machine that others use', async () => {
    const sketch = { kind: 'virtual', rounds: ROUNDS } as const;
    const all = (factor: number, of: (round: number) => number = (round) => round) =>
      Object.fromEntries(
        Array.from({ length: 12 }, (_, test) => [
          `t${test}`,
          inRounds(1).map((value, round) => (test === 0 ? factor : 1) * value * (1 + (of(round) % 3) / 500)),
        ]),
      );
    await bench.store(
      versionRun('16.0', all(1), sketch),
      versionRun(
        '17.0',
        all(0.93, (round) => round + 1),
        sketch,
      ),
    );
    const { cells } = await judge();
    expect(cells[0]).toMatchObject({ verdict: 'regression', rounds: { n: 12 } });
    expect(cells.slice(1).map(({ verdict }) => verdict)).toEqual(Array(11).fill('no change'));
    expect(await bench.recordTexts()).toEqual(['t0 16.0→17.0 0.93 regression new']);
    const { matrix } = await getCompareView(bench.database, HEATMAP);
    expect(matrix.rounds?.map(({ id, values }) => [id, values[0]?.map((rounds) => rounds.length)])).toEqual([
      ['r1', [12, 12]],
    ]);
  });

  it('has one ratio in lists, in the search and in its record, whatever its medians say', async () => {
    const base = Array.from({ length: 12 }, (_, round) => (round < 6 ? 1 : 2));
    // Two rounds of twelve went wrong: pairs say 0.9, and medians 1.2.
    const version = base.map((value, round) => (round < 2 ? 1.9 : 0.9 * value));
    const all = (values: number[]) =>
      Object.fromEntries(Array.from({ length: 12 }, (_, test) => [`t${test}`, values]));
    const sketch = { kind: 'virtual', rounds: ROUNDS } as const;
    await bench.store(versionRun('16.0', all(base), sketch), versionRun('17.0', all(version), sketch));
    const { heatmaps } = await readHeatmapList(bench.database);
    expect(heatmaps[0]?.releases?.[0]?.means[1]).toBeCloseTo(0.9, 2);
    const { columns } = (await getCompareView(bench.database, HEATMAP)).matrix;
    const found = await listSearchCells(bench.database, {
      limit: 1,
      cells: [
        {
          server: 1,
          workload: 1,
          test: await idOf('tests', 't0'),
          variant: await idOf('variants', columns[1]?.slug ?? ''),
          base: await idOf('variants', columns[0]?.slug ?? ''),
        },
      ],
    });
    expect(found.cells[0]?.ratio).toBeCloseTo(0.9, 2);
    const { rows } = await bench.database.pool.query<{ slug: string; ratio: number; level: number }>(
      `SELECT slug, ratio, level_ratio AS level FROM regressions WHERE kind = 'regression'`,
    );
    expect(rows).toHaveLength(12);
    for (const { ratio, level } of rows)
      expect([ratio, level].map((each) => each.toFixed(1))).toEqual(['0.9', '0.9']);
    const page = await getRegression(bench.database, rows[0]?.slug ?? '');
    expect(
      page.ladder.map(({ toLastGood, toPrevious }) => [toLastGood?.toFixed(1), toPrevious?.toFixed(1)]),
    ).toEqual([
      ['1.0', undefined],
      ['0.9', '0.9'],
    ]);
    const [before, after] = page.ladder;
    expect((after?.value ?? 0) / (before?.value ?? 1)).toBeCloseTo(1.2, 1);
  });

  it('is one run: its slices do not count as repeat pairs', async () => {
    await bench.store(
      versionRun('16.0', { t0: inRounds(1) }, { rounds: ROUNDS }),
      versionRun('16.1', {}, { rounds: ROUNDS }),
    );
    const heatmap = await loadHeatmap(bench.database.pool, { serverId: 1, workloadId: 1 });
    expect(heatmap && heatmapNoise(heatmap).pairs.map(({ kind }) => kind)).toEqual(['point releases']);
  });
});

describe('a recording that went on after it was sent', () => {
  it('takes the place of what was sent before: its rounds are the same ones, and more', async () => {
    const rounds = Array.from({ length: 12 }, (_, round) => 1 + round / 500);
    const sent = (version: string, count: number) => ({
      ...versionRun(version, { t0: rounds.slice(0, count) }, { rounds: ROUNDS }),
      // The logs of a round stay as they are.
      seed: version,
    });
    await bench.store(sent('16.0', 8), sent('17.0', 8));
    await bench.store(sent('16.0', 12), sent('17.0', 12));
    const { matrix } = await getCompareView(bench.database, HEATMAP);
    expect(matrix.columns.map(({ runs }) => runs)).toEqual([1, 1]);
    expect(matrix.rounds?.map(({ values }) => values[0]?.map((own) => own.length))).toEqual([[12, 12]]);
  });
});

describe('what a cell was measured under', () => {
  it('is kept: runs of another length are not compared, and stolen time leaves it unclear', async () => {
    await bench.store(
      versionRun('16.0', {}, { command: 'sysbench --time=60 run' }),
      versionRun('17.0', { t0: 0.5 }, { command: 'sysbench --time=300 run' }),
    );
    expect((await judge()).cells[0]).toEqual({
      verdict: 'missing',
      mark: 'missing',
      reason: 'run for another time',
    });
    await bench.clear();
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.5 }, { steal: [4, 9] }));
    expect((await judge()).cells[0]).toMatchObject({ verdict: 'unclear', steal: 4, changedBy: 'steal' });
  });
});
