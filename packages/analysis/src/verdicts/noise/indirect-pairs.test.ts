import type { Build, RunFacts, ServerKind } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { makeMatrix, makeRun } from '../testing/make-matrix';
import { findNoise } from './find-noise';
import { noiseModels } from './noise-model';
import type { NoiseRun } from './noise-types';
import { pairWeight } from './pair-index';
import { poolNoise } from './pool-noise';

const KIND = { clients: 1, cached: true };
const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString();
const small = (test: number, run: number) => 1 + ((((test + 3) * (run + 5) * 37) % 19) - 9) / 2000;

/** Runs with values of `tests` tests; `factor` multiplies a value, on top of a wobble of half a percent. */
function noiseOf(
  runs: readonly NoiseRun[],
  {
    tests = 24,
    server = 'unknown',
    factor = () => 1,
  }: { tests?: number; server?: ServerKind; factor?: (run: number, test: number) => number } = {},
) {
  const throughput = Array.from({ length: tests }, (_, test) =>
    runs.map((_, run) => 1000.00001 * small(test, run) * factor(run, test)),
  );
  return findNoise(makeMatrix([...runs], { throughput }), { benchmark: 'sysbench', ...KIND, server });
}

function night(day: number, facts?: RunFacts): NoiseRun {
  const build: Build = {
    ...{ commit: null, branch: 'main', committedAt: at(day), number: day, url: null, repository: null },
  };
  return makeRun('10.0dev', {
    id: `night ${day}`,
    build,
    at: at(day),
    campaigns: [`upload ${day}`],
    ...(facts && { facts }),
  });
}

const nights = (count: number, facts?: RunFacts) =>
  Array.from({ length: count }, (_, day) => night(day, facts));
const releases = (facts?: RunFacts) =>
  ['8.4.0', '9.5.0'].map((version, index) =>
    makeRun(version, {
      ...{ id: version, at: at(100 + index), campaigns: [version] },
      ...(facts && { facts }),
    }),
  );
const judged = [makeRun('9.5.0'), makeRun('8.4.0')];

describe('nights', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [11, 0],
    [12, 9],
    [20, 17],
    [90, 20],
    [5000, 20],
  ])('%i of a line are %i pairs, each a quarter of one', (count, pairs) => {
    const noise = noiseOf([...nights(count), ...releases()], { factor: (run) => (run > count ? 0.7 : 1) });
    expect(noise.pairs.map(({ kind }) => kind)).toEqual(Array(pairs).fill('nights'));
    expect(noise.pairs.map(pairWeight)).toEqual(Array(pairs).fill(0.25));
    const model = noiseModels(noise)(judged);
    expect(model).toMatchObject({ calibrated: pairs > 0, canBeSure: pairs > 0, pairs });
    if (pairs > 0)
      expect(
        model.testNoise({ key: 'scan_range=100', name: 'scan', range: 100, group: 'range' }).sigma,
      ).toBeLessThan(0.03);
  });

  it('with a step between them tell the same noise as without it, and those of a test that often jumps do not', () => {
    const sigmaOf = (factor: (run: number) => number) => {
      const noise = noiseOf([...nights(90), ...releases()], {
        factor: (run, test) => (test === 0 ? factor(run) : 1),
      });
      return noiseModels(noise)(judged).testNoise({
        key: 'hot-points_range=100',
        name: 'hot-points',
        range: 100,
        group: 'point',
      }).sigma;
    };
    expect(sigmaOf((run) => (run < 40 ? 1 : 0.6))).toBeCloseTo(
      sigmaOf(() => 1),
      3,
    );
    expect(sigmaOf((run) => (run % 2 === 0 ? 1 : 0.8))).toBeGreaterThan(0.05);
  });

  it.each([12, 13, 20, 33, 60, 90])('of %i of which one build lost 20%% tell of a quiet test', (count) => {
    for (const step of [1, 3, Math.floor(count / 2), count - 2]) {
      const runs = [...nights(count), ...releases()];
      const noise = noiseOf(runs, {
        factor: (run, test) => (test === 0 && run >= step && run < count ? 0.8 : 1),
      });
      const row = { key: 'hot-points_range=100', name: 'hot-points', range: 100, group: 'point' };
      const { sigma, seen } = noiseModels(noise)(judged).testNoise(row);
      expect(sigma).toBeLessThan(0.03);
      expect(seen).toBeLessThan(0.05);
    }
  });

  it('do not count as evidence on hardware other than that of the newest release, and one refusal names it', () => {
    const noise = noiseOf([...nights(30, { cpu: 'old' }), ...releases({ cpu: 'new' })]);
    expect(noise.pairs.filter(({ kind }) => kind === 'nights')).toEqual([]);
    expect(noise.refused.filter(({ reason }) => reason === 'different machine')).toMatchObject([
      { kind: 'nights', detail: 'CPU: old and new' },
    ]);
  });

  it('do not pair across a change of kernel, and pair on both sides of it', () => {
    const runs = Array.from({ length: 40 }, (_, day) => night(day, { kernel: day < 20 ? '6.1' : '6.12' }));
    const found = noiseOf([...runs, ...releases()]).pairs.filter(({ kind }) => kind === 'nights');
    expect(found.length).toBeGreaterThan(10);
    for (const { a, b } of found) expect(a.facts).toEqual(b.facts);
  });
});

describe('agreeing versions', () => {
  const three = (campaigns: (version: string) => string[] = (version) => [version]) =>
    ['8.0.30', '8.4.0', '9.1.0', '9.5.0'].map((version, index) =>
      makeRun(version, { id: version, at: at(10 * index), campaigns: campaigns(version) }),
    );

  it('are evidence from 20 tests on, of separate sessions, where nothing more direct is', () => {
    const model = (tests: number, runs = three()) =>
      noiseModels(noiseOf(runs, { tests }))([runs[3], runs[2]].flatMap((run) => run ?? []));
    expect(model(24)).toMatchObject({ calibrated: true, pairs: 1, evidence: 'pairs' });
    for (const tests of [1, 2, 19]) expect(model(tests)).toMatchObject({ calibrated: false, pairs: 0 });
    const together = three().map((run) => ({ ...run, at: at(0) }));
    expect(model(24, together)).toMatchObject({ calibrated: false, pairs: 0 });
    const again = [...three(), makeRun('8.0.30', { id: 'again', at: at(90) })];
    expect(model(24, again)).toMatchObject({ calibrated: true, pairs: 1 });
    expect(noiseModels(noiseOf(again))(again.slice(2, 4)).pairs).toBe(1);
  });

  it('count less the more of the neighbours do not agree: on a noisy machine a few do by chance', () => {
    const noise = noiseOf(three(), { factor: (run) => (run === 3 ? 0.8 : 1) });
    expect(noise.pairs.map(({ kind, a, b }) => `${kind} ${a.version} ${b.version}`)).toEqual([
      'agreeing versions 8.0.30 8.4.0',
      'agreeing versions 8.4.0 9.1.0',
    ]);
    expect(noise.pairs.map(pairWeight)).toEqual([1 / 3, 1 / 3]);
    expect(noiseModels(noise)([makeRun('9.5.0'), makeRun('9.1.0')])).toMatchObject({ calibrated: false });
  });

  it('leave out versions that differ, are known to differ, or ran on other machines', () => {
    const two = (facts: [string, string], factor: number) => {
      const runs = ['8.4.0', '9.5.0'].map((version, index) =>
        makeRun(version, { id: version, at: at(index), facts: { cpu: facts[index] ?? '' } }),
      );
      return noiseOf(runs, { factor: (run) => (run === 1 ? factor : 1) }).pairs.length;
    };
    expect(two(['a', 'a'], 1)).toBe(1);
    expect(two(['a', 'b'], 1)).toBe(0);
    expect(two(['a', 'a'], 0.97)).toBe(0);
  });

  it('take the place of a refusal for the campaign alone', () => {
    const runs = ['8.0.43', '8.0.44'].map((version, day) =>
      makeRun(version, { id: version, at: at(day), campaigns: [version] }),
    );
    expect(noiseOf(runs)).toMatchObject({ pairs: [{ kind: 'agreeing versions', weight: 0.5 }], refused: [] });
    const moved = noiseOf(runs, { factor: (run) => 1 - 0.05 * run });
    expect(moved).toMatchObject({ pairs: [], refused: [{ reason: 'different campaign' }] });
  });
});

describe('other workloads of one benchmark', () => {
  const twice = (version: string) =>
    [0, 5].map((day) => makeRun(version, { id: `${version} ${day}`, at: at(day) }));
  const alone = noiseOf([makeRun('8.4.0', { at: at(0) }), makeRun('9.5.0', { at: at(1) })], { tests: 1 });
  const others = (count: number, server: ServerKind = 'unknown') =>
    Array.from({ length: count }, (_, index) => ({
      workload: `${index} clients`,
      noise: noiseOf(twice('8.4.0'), { tests: 1, server }),
    }));
  const model = (count: number) => noiseModels(poolNoise(alone, others(count)))(judged);

  it('are evidence from three on: what two versions did on two days is one pair of them all', () => {
    expect([0, 1, 2, 3, 20, 500].map((count) => model(count).calibrated)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    expect([0, 1, 2, 20, 500].map((count) => model(count).pairs)).toEqual([0, 1, 1, 1, 1]);
  });

  it('lower the scale of a server that starts at four, and say nothing of a test', () => {
    expect(model(0).scale).toBe(4);
    expect(model(20).scale).toBeLessThan(3);
    const row = { key: 'hot-points_range=100', name: 'hot-points', range: 100, group: 'point' };
    expect(model(20).testNoise(row)).toMatchObject({ pairs: 0, seen: 0 });
  });

  it('count the runs of the judged versions too, as they are other runs', () => {
    expect(poolNoise(alone, others(4)).pairs).toMatchObject([{ kind: 'other workload', weight: 0.5 }]);
    expect(model(4)).toMatchObject({ evidence: 'pairs', pairs: 1 });
  });
});
