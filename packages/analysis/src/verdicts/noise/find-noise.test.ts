import type { ServerKind } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { makeMatrix, makeRun, sameRows } from '../testing/make-matrix';
import { compareRuns } from './comparability';
import { findNoise } from './find-noise';
import { noiseModels } from './noise-model';
import type { NoiseRun } from './noise-types';
import { pairWeight } from './pair-index';
import { pointRelease } from './point-release';
import { priorSigma } from './prior-of';

const KIND = { clients: 1, cached: true };
const OPTIONS = { benchmark: 'sysbench', ...KIND } as const;

describe('findNoise', () => {
  it('pairs the same variant run again, in the order of time', () => {
    const runs = [
      makeRun('9.5.0', { id: 'c', at: '2026-03-01', campaigns: ['march'] }),
      makeRun('9.5.0', { id: 'a', at: '2026-01-01', campaigns: [] }),
      makeRun('9.5.0', { id: 'b', at: '2026-02-01' }),
    ];
    expect(named(runs)).toEqual({ pairs: ['run again a b', 'run again b c'], refused: [] });
  });

  it('pairs repeats of one run, and the last of them with the next run', () => {
    const runs = [
      makeRun('9.5.0', { id: 'b', repeat: 2, at: '2026-02-01' }),
      makeRun('9.5.0', { id: 'b', repeat: 1, at: '2026-02-01' }),
      makeRun('9.5.0', { id: 'c', at: '2026-03-01' }),
    ];
    expect(named(runs).pairs).toEqual(['repeats b b', 'run again b c']);
  });

  it('takes the first repeat of a point release: noise is that of single runs', () => {
    const runs = ['8.0.43', '8.0.44'].flatMap((version) =>
      [1, 2].map((repeat) => makeRun(version, { repeat })),
    );
    expect(named(runs).pairs.toSorted()).toEqual([
      'point releases 8.0.43 8.0.44',
      'repeats 8.0.43 8.0.43',
      'repeats 8.0.44 8.0.44',
    ]);
  });

  it('pairs adjacent point releases of one major', () => {
    const runs = ['8.0.43', '8.0.44', '8.4.6', '8.4.7', '9.4.0', '9.5.0'].map((version) => makeRun(version));
    expect(named(runs)).toEqual({
      pairs: ['point releases 8.0.43 8.0.44', 'point releases 8.4.6 8.4.7'],
      refused: [],
    });
  });

  it('pairs config by config, campaign by campaign', () => {
    const runs = ['8.0.43', '8.0.44'].flatMap((version) =>
      ['x', 'y'].map((config) => makeRun(version, { id: `${version}${config}`, config })),
    );
    expect(named(runs).pairs).toEqual(['point releases 8.0.43x 8.0.44x', 'point releases 8.0.43y 8.0.44y']);
  });

  it.each<[string, Partial<NoiseRun>]>([
    ['different config', { config: 'other' }],
    ['different flavour', { flavour: null }],
    ['different campaign, may and june', { campaigns: ['june'] }],
    ['campaign not known', { campaigns: [] }],
    ['releases between them were not run', { version: '8.0.46' }],
  ])('refuses point releases: %s', (reason, change) => {
    const runs = [makeRun('8.0.43'), makeRun('8.0.44', { id: 'b', ...change })];
    expect(named(runs)).toEqual({ pairs: [], refused: [`8.0.43 b: ${reason}`] });
  });

  it('refuses pairs that the study found to differ, and excluded ones', () => {
    const runs = ['8.0.30', '8.0.31', '8.0.43', '8.0.44'].map((version) => makeRun(version));
    const exclusions = [{ run: '8.0.44', other: '8.0.43', reason: 'disk was full' }];
    expect(named(runs, exclusions)).toEqual({
      pairs: [],
      refused: [
        '8.0.30 8.0.31: known to differ',
        '8.0.31 8.0.43: releases between them were not run',
        '8.0.43 8.0.44: excluded, disk was full',
      ],
    });
    expect(named(runs, [{ run: '8.0.44', other: null, reason: 'bad run' }]).pairs).toEqual([]);
  });

  it('refuses a run that is there twice, and runs with too little in common', () => {
    const runs = [makeRun('8.0.43'), makeRun('8.0.44')];
    const equal = findNoise(makeMatrix(runs, { throughput: sameRows(12, [100, 100]) }), OPTIONS);
    expect(equal.refused[0]?.reason).toBe('the same run twice');
    const none = findNoise(makeMatrix(runs, { throughput: sameRows(2, [100, null]) }), OPTIONS);
    expect(none.refused[0]).toMatchObject({ reason: 'too few tests', detail: 'none in both' });
  });

  it('counts a pair of one test, as a third of a pair', () => {
    const runs = [makeRun('8.0.43'), makeRun('8.0.44')];
    const { pairs } = findNoise(makeMatrix(runs, { throughput: sameRows(1, [100, 101]) }), OPTIONS);
    expect(pairs.map(pairWeight)).toEqual([1 / 3]);
  });

  it('refuses runs in different environments, told by context switches', () => {
    const runs = [makeRun('8.0.43'), makeRun('8.0.44')];
    const cs_per_op = sameRows(12, [5, 5]);
    cs_per_op[0] = [5, 6];
    const matrix = () => makeMatrix(runs, { throughput: sameRows(12, [100, 101]), cs_per_op });
    expect(findNoise(matrix(), OPTIONS).pairs[0]?.comparability).toEqual({
      gate: 'passed',
      tests: 12,
      moved: 1,
    });
    cs_per_op[1] = [5, 4];
    expect(findNoise(matrix(), OPTIONS)).toMatchObject({
      pairs: [],
      refused: [
        {
          reason: 'different environment',
          detail: 'context switches per operation changed by 15% or more in 2 of 12 tests',
        },
      ],
    });
  });

  it('takes no difference between a computed and a reported value for noise', () => {
    const matrix = makeMatrix([makeRun('8.0.43'), makeRun('8.0.44')], {
      throughput: sameRows(4, [100, 101]),
    });
    matrix.sources.throughput = matrix.rows.map((_, row) => [
      'computed',
      row === 0 ? 'reported' : 'computed',
    ]);
    expect(findNoise(matrix, OPTIONS).pairs[0]?.changes).toHaveLength(3);
  });
});

describe('compareRuns', () => {
  it('is silent about too few tests with context switches', () => {
    const nine = Array.from({ length: 9 }, () => [5, 50] as const);
    expect(compareRuns([...nine, [0.4, 50], [null, 5]])).toEqual({ gate: 'silent', tests: 9, moved: 9 });
    expect(compareRuns([...nine, [5, 5]]).gate).toBe('refused');
  });
});

describe('noiseModels', () => {
  const runs = ['8.0.43', '8.0.44', '9.5.0'].map((version) => makeRun(version));
  const noise = findNoise(makeMatrix(runs, { throughput: sameRows(24, [100, 102, 90]) }), OPTIONS);

  it('shrinks towards the priors', () => {
    const model = noiseModels(noise)();
    expect(model).toMatchObject({ calibrated: true, pairs: 1 });
    // A common change of all tests is not their noise: z is at its least, .25, and weighs as much as the 4 of a
    // server like this.
    expect(model.scale).toBeCloseTo(1, 6);
  });

  it('leaves out pairs with a run of the column under judgement', () => {
    const modelWithout = noiseModels(noise);
    expect(modelWithout([makeRun('8.0.44')])).toMatchObject({ calibrated: false, pairs: 0, scale: 4 });
    expect(modelWithout([makeRun('9.5.0')])).toMatchObject({ calibrated: true, pairs: 1 });
  });
});

describe('evidence', () => {
  // 24 tests that move by 5% from run to run, in both directions.
  const moving = (columns: number) =>
    Array.from({ length: 24 }, (_, test) =>
      Array.from({ length: columns }, (_, column) => 1000.001 + ((test + column) % 2) * 50),
    );
  const at = (day: number, hour = 0) =>
    `2026-01-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;
  const model = (runs: NoiseRun[], server: ServerKind | null, without: NoiseRun[]) =>
    noiseModels(findNoise(makeMatrix(runs, { throughput: moving(runs.length) }), { ...OPTIONS, server }))(
      without,
    );
  const two = (version: string, hours: number) => [
    makeRun(version, { id: `${version}a`, at: at(1) }),
    makeRun(version, { id: `${version}b`, at: at(1, hours) }),
  ];

  it.each([
    ['dedicated', 2, true],
    ['unknown', 4, false],
    [null, 4, false],
    ['virtual', 6, false],
    ['shared', 6, false],
  ] as const)('without any, on a machine that is %s, the scale is %i', (server, scale, canBeSure) => {
    const found = model([makeRun('8.4.0'), makeRun('9.5.0')], server, []);
    expect(found).toMatchObject({ scale, canBeSure, calibrated: false, evidence: null, pairs: 0 });
  });

  it('is none between repeats of one session where others use the machine', () => {
    const runs = [1, 2].map((repeat) => makeRun('8.4.0', { repeat, at: at(1) }));
    expect(model(runs, 'virtual', [])).toMatchObject({ evidence: null, pairs: 0, canBeSure: false });
    expect(model(two('8.4.0', 0), 'virtual', [])).toMatchObject({ evidence: null, pairs: 0 });
    expect(model(runs, 'dedicated', [])).toMatchObject({ evidence: 'pairs', pairs: 1, canBeSure: true });
    expect(model(two('8.4.0', 2), 'virtual', [])).toMatchObject({
      evidence: 'pairs',
      pairs: 1,
      canBeSure: true,
    });
  });

  it('is two runs of different sessions on both sides', () => {
    const runs = [...two('8.4.0', 5), ...two('9.5.0', 5)];
    const sides = [makeRun('8.4.0'), makeRun('9.5.0')];
    expect(model(runs, 'virtual', sides)).toMatchObject({ evidence: 'sessions', pairs: 1, canBeSure: true });
    expect(model([...two('8.4.0', 5), makeRun('9.5.0')], 'virtual', sides)).toMatchObject({ evidence: null });
    expect(model([...two('8.4.0', 5), ...two('9.5.0', 0)], 'virtual', sides)).toMatchObject({
      evidence: null,
    });
  });

  it('is the base run again in another session, and not the judged column run again', () => {
    const runs = [...two('8.4.0', 5), makeRun('9.5.0')];
    const matrix = makeMatrix(runs, { throughput: moving(runs.length) });
    const modelWithout = noiseModels(findNoise(matrix, { ...OPTIONS, server: 'virtual' }));
    const [twice, once] = [makeRun('8.4.0'), makeRun('9.5.0')];
    expect(modelWithout([twice, twice]).evidence).toBe('sessions');
    expect(modelWithout([once, twice])).toMatchObject({ evidence: 'pairs', pairs: 1, canBeSure: true });
    expect(modelWithout([twice, once])).toMatchObject({ evidence: null, pairs: 0, canBeSure: false });
  });

  it('is contradicted by repeats of the judged columns that differ: they raise the scale, and never lower it', () => {
    const repeats = ['8.4.0', '9.5.0'].flatMap((version) =>
      [1, 2].map((repeat) => makeRun(version, { repeat, at: at(1) })),
    );
    const sides = [makeRun('8.4.0'), makeRun('9.5.0')];
    // |ln 1.05| is 3.5 to 5.2 of the priors.
    expect(model(repeats, 'dedicated', sides).scale).toBeGreaterThan(4);
    const equal = makeMatrix(repeats, {
      throughput: Array.from({ length: 24 }, (_, test) => [1, 1, 1, 1 + test * 1e-9]),
    });
    const quiet = noiseModels(findNoise(equal, { ...OPTIONS, server: 'dedicated' }))(sides);
    expect(quiet.scale).toBe(2);
  });
});

describe('priorSigma', () => {
  const row = (name: string, range: number | null, group: string) => ({ key: name, name, range, group });

  it('is of the test, else of its group, else of the class, else of the benchmark, else 3%', () => {
    expect(priorSigma('sysbench', KIND, row('scan', 100, 'range'))).toBe(0.0173);
    expect(priorSigma('sysbench', KIND, row('scan', 7, 'range'))).toBe(0.0129);
    expect(priorSigma('sysbench', KIND, row('new', null, 'other'))).toBe(0.0109);
    expect(priorSigma('insert-benchmark', KIND, row('l.i0', null, 'load'))).toBe(0.02);
    expect(priorSigma('host', KIND, row('boot', null, 'other'))).toBe(0.03);
  });

  it('knows classes: clients of the row before those of the workload, IO-bound unless cached', () => {
    const aggregate = row('read-only-sum', 1000, 'range-aggregate');
    expect(priorSigma('sysbench', { clients: 24, cached: true }, aggregate)).toBe(0.0138);
    expect(priorSigma('sysbench', { clients: 1, cached: false }, aggregate)).toBe(0.0297);
    expect(priorSigma('sysbench', { clients: 1, cached: null }, aggregate)).toBe(0.0297);
    const users = { ...row('vu6.w100', null, 'w100'), key: 'vu6.w100' };
    expect(priorSigma('tproc-c', { clients: 1, cached: true }, users)).toBe(0.0177);
  });

  it('finds the names of other benchmarks', () => {
    const threads = row('overwritesome.t40.s0', null, 'write');
    expect(priorSigma('db_bench', { clients: null, cached: true }, threads)).toBe(0.0259);
    expect(priorSigma('fio', KIND, row('fdatasync=1_16K', null, 'bs16K'))).toBe(0.0052);
  });
});

describe('pointRelease', () => {
  it.each([
    ['PostgreSQL', '17.6', { major: '17', point: 6 }],
    ['PostgreSQL', '9.6.24', { major: '9.6', point: 24 }],
    ['MySQL', '8.0.43', { major: '8.0', point: 43 }],
    ['PostgreSQL', '18beta1', null],
    ['MySQL', '8.0', null],
  ])('%s %s', (product, version, expected) => {
    expect(pointRelease(product, version)).toEqual(expected);
  });
});

function named(runs: NoiseRun[], exclusions: { run: string; other: string | null; reason: string }[] = []) {
  // Each run has its own values: equal ones would be one run.
  const throughput = sameRows(
    12,
    runs.map((_, index) => 100 + index),
  );
  const { pairs, refused } = findNoise(makeMatrix(runs, { throughput }), { ...OPTIONS, exclusions });
  return {
    pairs: pairs.map(({ kind, a, b }) => `${kind} ${a.id} ${b.id}`),
    refused: refused.map(
      ({ a, b, reason, detail }) => `${a.id} ${b.id}: ${reason}${detail && `, ${detail}`}`,
    ),
  };
}
