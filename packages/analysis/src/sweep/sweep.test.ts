import { testInfo } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { matrixOfResults } from '../matrix/matrix-of-results';
import { unknownNoise } from '../verdicts/noise/noise-types';
import { makeRun } from '../verdicts/testing/make-matrix';
import { judgeSweep, type Sweep, type SweepAxis } from './sweep';
import { mostChanged, sweepSentence } from './sweep-words';

const result = (throughput: number) => ({ status: 'ok', computed: { throughput }, reported: null }) as const;

/** @param values by test: for each place on the axis the repeats of each version */
function makeSweep(
  places: readonly number[],
  values: Readonly<Record<string, readonly (readonly number[])[][]>>,
  { axis = 'clients' as SweepAxis, versions = ['16.9', '17.5'], server = 'dedicated' as const } = {},
): Sweep {
  const points = Object.keys(values).flatMap((test) => places.map((at) => ({ test, at })));
  const matrix = matrixOfResults({
    columns: versions.map((version) => makeRun(version, { product: 'PostgreSQL', config: null })),
    rows: points.map(({ test, at }) => {
      const info = testInfo('pgbench', test, null);
      return { ...info, key: `${test}_dop=${at}`, label: test, groupLabel: info.group };
    }),
    results: points.map(({ test, at }) =>
      (values[test]?.[places.indexOf(at)] ?? []).map((own) => own.map(result)),
    ),
    each: true,
  });
  return { axis, points, matrix, noise: unknownNoise('pgbench', { clients: null, cached: null }, server) };
}

const thrice = (value: number) => [value * 0.99, value, value * 1.01];
const SLOWER = [
  [thrice(1000), thrice(1001)],
  [thrice(8000), thrice(7990)],
  [thrice(25_000), thrice(23_250)],
  [thrice(27_000), thrice(23_220)],
];
const PLACES = [1, 8, 32, 96];

describe('sweepSentence', () => {
  it('names the clients that the loss begins at, pooled over those after it', () => {
    expect(sweepSentence(makeSweep(PLACES, { 'tpcb-like': SLOWER }))).toMatchObject({
      strong: '17.5 is slower from 32 clients on: −7%, −14%.',
      certainty: 'sure',
    });
  });

  it('confirms nothing where others may use the machine', () => {
    const sweep = makeSweep(PLACES, { 'tpcb-like': SLOWER });
    const shared = { ...sweep, noise: { ...sweep.noise, server: null } };
    const { strong, rest, certainty } = sweepSentence(shared);
    expect(strong).toBe('17.5 measured slower from 32 clients on: −7%, −14%.');
    expect(rest).toContain('tell: a mean change under');
    expect(certainty).toBe('noise');
  });

  it.each([1, 2, 4])(
    'calls nothing faster where more operations fail, at %i numbers of clients',
    (places) => {
      const faster = PLACES.slice(0, places).map((at) => [thrice(1000 * at), thrice(2000 * at)]);
      const sweep = makeSweep(PLACES.slice(0, places), { 'tpcb-like': faster });
      expect(sweepSentence(sweep).certainty).toBe('sure');
      const failed = sweep.points.map(() => [0, 0.75]);
      const { tests } = judgeSweep(
        { ...sweep, matrix: { ...sweep.matrix, failed } },
        { base: 0, column: 1, models: undefined },
      );
      expect(tests.flatMap(({ changes }) => changes)).toEqual([]);
      expect(tests.flatMap(({ cells }) => cells.map(({ certainty }) => certainty))).toEqual(
        failed.map(() => 'noise'),
      );
    },
  );

  it('names what it compares with where only the config differs', () => {
    const sweep = makeSweep(PLACES, { 'tpcb-like': SLOWER }, { versions: ['5.7', '5.7'] });
    const columns = sweep.matrix.columns.map((column, index) => ({
      ...column,
      config: `buffer_pool=${25 * (index + 1)}`,
    }));
    const { strong, rest } = sweepSentence({ ...sweep, matrix: { ...sweep.matrix, columns } });
    expect(strong).toBe('5.7 buffer_pool=50 is slower from 32 clients on: −7%, −14%.');
    expect(rest).toContain(' Against 5.7 buffer_pool=25.');
  });

  it('names a numeric setting of the config in place of clients', () => {
    const sweep = makeSweep(PLACES, { 'tpcb-like': SLOWER }, { axis: 'config.io_workers' });
    expect(sweepSentence(sweep).strong).toBe('17.5 is slower from io_workers=32 on: −7%, −14%.');
  });

  it('calls one number of clients a point without a curve', () => {
    const { strong, rest } = sweepSentence(makeSweep([96], { 'tpcb-like': SLOWER.slice(3) }));
    expect(strong).toBe('17.5 is slower at 96 clients: −14%.');
    expect(rest).toContain('One point, no curve.');
  });

  it('has a curve without verdicts for one version', () => {
    const alone = SLOWER.map(([base = []]) => [base]);
    expect(sweepSentence(makeSweep(PLACES, { 'tpcb-like': alone }, { versions: ['16.9'] }))).toEqual({
      strong: 'Only PostgreSQL 16.9 was measured:',
      rest: ' a curve without verdicts.',
      certainty: null,
    });
  });

  it('counts the tests of many and names the one that lost most', () => {
    const same = SLOWER.map(([base = []]) => [base, base]);
    const { strong, rest } = sweepSentence(makeSweep(PLACES, { 'tpcb-like': SLOWER, 'select-only': same }));
    expect(strong).toBe('17.5 is slower in 1 of 2 tests');
    expect(rest).toBe('. Most in tpcb-like: it is slower from 32 clients on: −7%, −14%.');
  });

  it('calls two versions as fast where the noise is small enough to tell', () => {
    const same = PLACES.map((at) => [Array(20).fill(at * 1000), Array(20).fill(at * 1000)]);
    expect(sweepSentence(makeSweep(PLACES, { 'tpcb-like': same })).strong).toBe(
      '17.5 is as fast as 16.9 at 1, 8, 32 and 96 clients',
    );
  });
});

describe('judgeSweep', () => {
  it('leaves a gap where a side was not measured', () => {
    const gap = SLOWER.map((row, index) => (index === 1 ? [row[0] ?? [], []] : row));
    const [test] = judgeSweep(makeSweep(PLACES, { 'tpcb-like': gap }), { base: 0, column: 1 }).tests;
    expect(test?.cells.map(({ certainty }) => certainty)).toEqual(['noise', null, 'likely', 'sure']);
    expect(test?.changes.map(({ cells }) => cells.map(({ at }) => at))).toEqual([[32, 96]]);
  });

  it('makes a point likely, never sure, by the points after it', () => {
    const [test] = judgeSweep(makeSweep(PLACES, { 'tpcb-like': SLOWER }), { base: 0, column: 1 }).tests;
    expect(test?.cells.map(({ certainty, isPooled }) => [certainty, isPooled])).toEqual([
      ['noise', false],
      ['noise', false],
      ['likely', true],
      ['sure', false],
    ]);
  });

  it('judges each of 20 versions against the base', () => {
    const versions = Array.from({ length: 20 }, (_, index) => `${index + 1}.0`);
    const values = PLACES.map((at) => versions.map((_, index) => thrice(at * 1000 * (index < 10 ? 1 : 0.8))));
    const sweep = makeSweep(PLACES, { 'tpcb-like': values }, { versions });
    const reaches = versions.map(
      (_, column) => judgeSweep(sweep, { base: 0, column }).tests[0]?.changes.map(({ reach }) => reach) ?? [],
    );
    expect(reaches).toEqual(versions.map((_, index) => (index < 10 ? [] : ['everywhere'])));
  });

  it('names a loss in the middle as one there only', () => {
    const middle = SLOWER.map(([base = []], index) => [base, index === 1 ? base.map((v) => v * 0.7) : base]);
    const [test] = judgeSweep(makeSweep(PLACES, { 'tpcb-like': middle }), { base: 0, column: 1 }).tests;
    expect(test?.changes).toMatchObject([{ direction: 'slower', reach: 'some', certainty: 'sure' }]);
    expect(mostChanged(test?.changes.map((change) => ({ change })) ?? [])?.change.cells[0]?.at).toBe(8);
  });
});
