import { type Matrix, type Noise, priorSigma } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import type { HeatmapColumn } from '../load-heatmap';
import { type FoundChange, findChanges } from './find-changes';

const KIND = { clients: 40, cached: true };

interface Sketch {
  version: string;
  config?: string;
}

const columnOf = ({ version, config = 'a' }: Sketch, index: number): HeatmapColumn => ({
  slug: `${version}-${config}`,
  label: version,
  product: 'P',
  version,
  flavour: null,
  config,
  runs: 1,
  variantId: index,
  sortKey: version.padStart(4, '0'),
  at: '2026-01-01T00:00:00.000Z',
  facts: {},
});

/** Tests × columns of throughput, one run each. */
function matrixOf(
  columns: readonly Sketch[],
  values: readonly (readonly (number | null)[])[],
): Matrix<HeatmapColumn> {
  const each = <T>(of: (value: number | null) => T) => values.map((row) => row.map(of));
  return {
    columns: columns.map(columnOf),
    rows: values.map((_, index) => ({
      key: `t${index}`,
      name: `t${index}`,
      range: null,
      group: 'point',
      groupLabel: 'Point',
      label: `t${index}`,
      position: index,
      unit: 'queries/s',
      warmup: false,
      known: true,
    })),
    values: { throughput: each((value) => value) },
    sources: { throughput: each((value) => (value === null ? '-' : 'computed')) },
    status: each((value) => (value === null ? 'missing' : 'ok')),
    repeats: each((value) => (value === null ? 0 : 1)),
    spread: each(() => null),
  };
}

/** A server whose every test moves with this SD, as many pairs say. */
function noiseOf(matrix: Matrix<HeatmapColumn>, draw: () => number): Noise {
  const run = (id: string) => ({
    id,
    repeat: null,
    label: id,
    product: 'P',
    version: `other ${id}`,
    flavour: null,
    config: null,
    campaigns: [],
    at: null,
  });
  const pairs = Array.from({ length: 30 }, (_, pair) => ({
    kind: 'run again' as const,
    a: run(`a${pair}`),
    b: run(`b${pair}`),
    comparability: { gate: 'passed' as const, tests: 32, moved: 0 },
    withinSession: false,
    changes: matrix.rows.map((row) => ({
      test: row.key,
      x: draw(),
      prior: priorSigma('sysbench', KIND, row),
    })),
  }));
  return { benchmark: 'sysbench', kind: KIND, pairs, refused: [] };
}

const SIGMA = 0.02;
/** As a normal sample would have it, without any chance. */
const steady = () => {
  let count = 0;
  const sizes = [0.25, -0.67, 1.15, -0.25, 0.67, -1.15];
  return () => SIGMA * (sizes[count++ % sizes.length] ?? 0);
};

const find = (columns: readonly Sketch[], ratios: readonly (number | null)[]) => {
  const flat = Array.from({ length: 11 }, () => columns.map(() => 1000));
  const matrix = matrixOf(columns, [ratios.map((ratio) => ratio && 1000 * ratio), ...flat]);
  const changes = findChanges(matrix, { noise: noiseOf(matrix, steady()), product: 'P' });
  return changes.map((change) => changeText(change, matrix));
};

function changeText(
  { kind, firstBad, lastGood, step, fixed, build, verdict }: FoundChange,
  { columns }: Matrix<HeatmapColumn>,
) {
  const version = (index: number | null) => (index === null ? '' : columns[index]?.version);
  const words = [`${version(lastGood)}→${version(firstBad)}`, verdict, step];
  if (!verdict.endsWith(kind)) throw new Error('a verdict of the other kind');
  if (build) words.push(`only ${build.config}`);
  if (fixed !== null) words.push(`fixed ${version(fixed)}`);
  return words.join(' ');
}

const versions = (count: number): Sketch[] =>
  Array.from({ length: count }, (_, index) => ({ version: `${index + 1}` }));

describe('findChanges', () => {
  it.each<[string, (number | null)[], string[]]>([
    ['nothing', [1, 1.01, 0.99, 1, 1.01], []],
    ['a step that stays', [1, 1, 0.8, 0.8, 0.8], ['2→3 regression step']],
    ['a step in the newest version', [1, 1, 1, 1, 0.8], ['4→5 regression last']],
    ['a step that a later version undoes', [1, 1, 0.8, 0.8, 1, 1], ['2→3 regression step fixed 5']],
    ['one bad version', [1, 1, 0.8, 1, 1], ['2→3 possible regression isolated fixed 4']],
    ['two steps', [1, 1, 0.8, 0.8, 0.6, 0.6], ['2→3 regression step', '4→5 regression step']],
    ['a missing version', [1, 1, null, 0.8, 0.8], ['2→4 regression step']],
    ['faster', [1, 1, 1.3, 1.3], ['2→3 improvement step']],
    ['half a way back', [1, 1, 0.6, 0.6, 0.75, 0.75], ['2→3 regression step']],
    ['lost again', [1, 1, 1.3, 1.3, 1, 1], ['2→3 improvement step fixed 5', '4→5 regression step']],
    [
      'a level whose first version does not show it yet',
      [1, 1, 1, 1, 0.972, 0.938, 0.938, 0.938, 0.938],
      ['5→6 possible regression step'],
    ],
    ['a level that sinks on slowly', [1, 0.99, 0.97, 0.93, 0.92], ['3→4 possible regression step']],
    ['one version', [1], []],
  ])('sees %s', (_, ratios, expected) => {
    expect(find(versions(ratios.length), ratios)).toEqual(expected);
  });

  it('names the config that alone has it', () => {
    const columns = [...versions(3), { version: '2', config: 'b' }, { version: '3', config: 'b' }];
    expect(find(columns, [1, 1, 1, 1, 0.7])).toEqual(['2→3 regression last only b']);
    expect(find(columns, [1, 1, 0.7, 1, 0.7])).toEqual(['2→3 regression last']);
  });

  it('never takes a config for a release', () => {
    const columns = [...versions(3), { version: '4', config: 'b' }, { version: '5', config: 'c' }];
    expect(find(columns, [1, 1, 1, 0.5, 2])).toEqual([]);
  });

  it('leaves other products alone', () => {
    const matrix = matrixOf(versions(2), [[1000, 500]]);
    expect(findChanges(matrix, { noise: noiseOf(matrix, steady()), product: 'Q' })).toEqual([]);
  });
});

describe('false records', () => {
  /** A generator with a seed: the same numbers in every run of this test. */
  const random = (seed: number) => () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return (seed + 0.5) / 2 ** 32;
  };
  /** Noise as the study measured it: Student's t with 4 degrees of freedom, scaled by .85. */
  const t4 = (uniform: () => number) => {
    const gauss = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return () =>
      (0.85 * SIGMA * gauss()) / Math.sqrt([1, 2, 3, 4].reduce((sum) => sum + gauss() ** 2, 0) / 4);
  };

  it('are no more than the verdicts of one column have, over seven versions', () => {
    const tables = 60;
    const draw = t4(random(7));
    let sure = 0;
    let all = 0;
    for (let table = 0; table < tables; table += 1) {
      const values = Array.from({ length: 32 }, () =>
        Array.from({ length: 7 }, () => 1000 * Math.exp(draw() / Math.SQRT2)),
      );
      const matrix = matrixOf(versions(7), values);
      const found = findChanges(matrix, { noise: noiseOf(matrix, draw), product: 'P' });
      const made = found.filter(({ onlyIfKnown }) => !onlyIfKnown);
      all += made.length;
      sure += made.filter(({ verdict }) => !verdict.startsWith('possible')).length;
    }
    // docs/method.md §7: 0.17 sure false flags in a table of one column, and 0.4 false steps in 33 tests of 7 versions.
    expect(sure / tables).toBeLessThan(0.25);
    expect(all / tables).toBeLessThan(1);
  });
});
