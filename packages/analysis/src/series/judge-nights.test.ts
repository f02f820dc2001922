import { describe, expect, it } from 'vitest';
import { makeMatrix, makeRun } from '../verdicts/testing/make-matrix';
import { explainNights, judgeNights, levelCosts, nightValues } from './judge-nights';
import { judgeSeriesFamily } from './judge-series-family';
import type { SeriesChange, SeriesVerdict } from './series';
import { noisyValues } from './testing/made-series';

const NIGHTS = 40;
const STEP = 25;
const columns = Array.from({ length: NIGHTS }, (_, night) => night + 1);
const fall = noisyValues(NIGHTS, (night) => (night >= STEP ? 0.9 : 1));
const level = noisyValues(NIGHTS, () => 1, 2);
/** CPU per operation of the test that falls. */
const cpu = noisyValues(NIGHTS, (night) => (night >= STEP ? 1.1 : 1), 3).map((value) => value / 1e7);

/** A release, and 40 nights of two tests: one falls. */
function makeNights() {
  const runs = ['18.4', ...columns.map((night) => `19devel-${night}`)].map((version) => makeRun(version));
  return makeMatrix(runs, {
    throughput: [
      [1000, ...fall],
      [1000, ...level],
    ],
    cpu_per_op: [
      [1e-4, ...cpu],
      [1e-4, ...cpu],
    ],
  });
}

/** The first change of the first test, and the verdict that has it. */
function firstChange(verdicts: readonly SeriesVerdict[]): { verdict: SeriesVerdict; change: SeriesChange } {
  const [verdict] = verdicts;
  const [change] = verdict?.changes ?? [];
  if (!verdict || !change) throw new Error('No change found.');
  return { verdict, change };
}

describe('judgeNights', () => {
  it('judges all tests together, in places of the nights that were asked for', () => {
    const verdicts = judgeNights(makeNights(), { columns });
    expect(verdicts).toEqual(
      judgeSeriesFamily([fall, level].map((values) => ({ values, better: 'higher-is-better' }))),
    );
    expect(verdicts.map(({ changes }) => changes.map(({ firstBad }) => firstBad))).toEqual([[STEP], []]);
    const late = judgeNights(makeNights(), { columns: columns.slice(10) });
    expect(late[0]?.changes).toMatchObject([{ firstBad: STEP - 10 }]);
  });

  it('takes columns in the order of the nights, wherever they are in the matrix', () => {
    const matrix = makeNights();
    const [row] = matrix.values.throughput ?? [];
    row?.splice(1, NIGHTS, ...fall.toReversed());
    const verdicts = judgeNights(matrix, { columns: columns.toReversed() });
    expect(verdicts[0]?.changes).toMatchObject([{ firstBad: STEP, direction: 'slower' }]);
  });

  it('knows breaks, what is fixed for each test, and the direction of the metric', () => {
    const asked: number[] = [];
    const held = (row: number) => {
      asked.push(row);
      return row === 0 ? [{ firstBad: STEP + 1 }] : [];
    };
    const breaks = [{ at: STEP, label: 'kernel' }];
    const [broken] = judgeNights(makeNights(), { columns, metric: 'cpu_per_op', breaks, held });
    expect(broken?.changes).toMatchObject([{ brokenBy: { label: 'kernel' }, direction: 'slower' }]);
    expect(asked).toEqual([0, 1]);
  });

  it('a night counts only with status ok', () => {
    const matrix = makeNights();
    matrix.status[0]?.splice(3, 3, 'failed', 'bad_run', 'doubtful');
    const values = nightValues(matrix, 0, { columns, metric: 'throughput' });
    expect(values.slice(0, 6)).toEqual([fall[0], fall[1], null, null, null, fall[5]]);
    expect(judgeNights(matrix, { columns })[0]?.nights).toBe(NIGHTS - 3);
    expect(nightValues(matrix, 0, { columns: [0, 1], metric: 'cs_per_op' })).toEqual([null, null]);
  });
});

describe('explainNights', () => {
  it('compares the medians of both levels', () => {
    const matrix = makeNights();
    const { verdict, change } = firstChange(judgeNights(matrix, { columns }));
    const found = explainNights(matrix, 0, { columns, verdict, change });
    expect(found?.reasons.map(({ metric }) => metric)).toEqual(['cpu_per_op']);
    expect(found?.reasons[0]?.ratio).toBeCloseTo(1.1, 1);
    const costs = levelCosts(matrix, 0, columns.slice(0, STEP));
    expect(costs?.throughput).toBe(fall.slice(0, STEP).sort((a, b) => a - b)[12]);
    expect(costs?.cpu_per_op).toBe(cpu.slice(0, STEP).sort((a, b) => a - b)[12]);
    expect(costs?.cs_per_op).toBe(null);
  });

  it('compares only the two levels around the change', () => {
    const matrix = makeNights();
    const values = noisyValues(60, (night) => (night >= 40 ? 1 : night >= 20 ? 0.9 : 1));
    const three = judgeSeriesFamily([{ values, better: 'higher-is-better' }])[0];
    const [first, second] = three?.changes ?? [];
    if (!three || !first || !second) throw new Error('There are two changes.');
    matrix.values.throughput = [[1000, ...values]];
    matrix.status = [Array(61).fill('ok')];
    const all = values.map((_, night) => night + 1);
    const xOf = (change: SeriesChange) =>
      explainNights(matrix, 0, { columns: all, verdict: three, change })?.x ?? 0;
    expect(xOf(first)).toBeCloseTo(Math.log(0.9), 1);
    expect(xOf(second)).toBeCloseTo(-Math.log(0.9), 1);
  });

  it('the newest nights have no level, and are explained up to the last', () => {
    const matrix = makeNights();
    const shorter = columns.slice(0, STEP + 2);
    const { verdict, change } = firstChange(judgeNights(matrix, { columns: shorter }));
    expect(change).toMatchObject({ firstBad: STEP, doubts: ['newest nights'] });
    const found = explainNights(matrix, 0, { columns: shorter, verdict, change });
    expect(found?.x).toBeCloseTo(Math.log(0.9), 1);
    expect(found?.reasons.map(({ metric }) => metric)).toEqual(['cpu_per_op']);
  });

  it('does not compare a cost that some nights report and others compute', () => {
    const matrix = makeNights();
    const { verdict, change } = firstChange(judgeNights(matrix, { columns }));
    matrix.sources.cpu_per_op?.[0]?.fill('reported', 1, STEP + 1);
    expect(explainNights(matrix, 0, { columns, verdict, change })?.verdict).toBe('no metrics');
    matrix.sources.cpu_per_op?.[0]?.fill('reported');
    expect(explainNights(matrix, 0, { columns, verdict, change })?.reasons).toHaveLength(1);
  });

  it('has nothing to say of a level without a throughput; 0 is none', () => {
    const matrix = makeNights();
    const { verdict, change } = firstChange(judgeNights(matrix, { columns }));
    matrix.values.throughput?.[0]?.fill(0, STEP + 1);
    expect(explainNights(matrix, 0, { columns, verdict, change })).toBeNull();
    matrix.values.throughput?.[0]?.fill(900, STEP + 3);
    expect(levelCosts(matrix, 0, columns.slice(STEP))?.throughput).toBe(900);
  });
});
