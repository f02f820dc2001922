import { describe, expect, it } from 'vitest';
import { judgedChange } from '../verdicts/compared-change';
import { throughputRatio } from './throughput-ratio';

const slices = (middle: number, rounds: number) =>
  Array.from({ length: rounds }, (_, round) => middle * (1 + (round % 4) / 10));
const recordingOf = (id: string, values: (number | null)[][]) => ({ id, restartEvery: 6, values: [values] });
/** Medians say 1.05, paired rounds 0.9. */
const matrixOf = (...rounds: ReturnType<typeof recordingOf>[]) => ({
  values: { throughput: [[1000, 1050, null]] },
  rounds,
});
const paired = (rounds: number) =>
  matrixOf(recordingOf('a', [slices(1000, rounds), slices(900, rounds), slices(900, rounds)]));
const ratioOf = (matrix: ReturnType<typeof matrixOf>, column = 1) =>
  throughputRatio(matrix, { row: 0, base: 0, column });

describe('the ratio of two cells', () => {
  it.each([8, 20, 5000])('is what %i paired rounds say', (rounds) => {
    expect(ratioOf(paired(rounds))).toBeCloseTo(0.9, 10);
  });

  it.each([0, 1, 2, 7])('is that of the values with %i rounds', (rounds) => {
    expect(ratioOf(paired(rounds))).toBe(1.05);
  });

  it('is 1 for the base, and null without a value', () => {
    expect(ratioOf(paired(8), 0)).toBe(1);
    expect(ratioOf(paired(8), 2)).toBeNull();
  });

  it('is that of the values where one side was not recorded in rounds, or in another recording', () => {
    expect(ratioOf(matrixOf(recordingOf('a', [slices(1000, 20), [], []])))).toBe(1.05);
    expect(ratioOf(matrixOf(recordingOf('a', [[], slices(900, 20), []])))).toBe(1.05);
    const apart = [recordingOf('a', [slices(1000, 20), [], []]), recordingOf('b', [[], slices(900, 20), []])];
    expect(ratioOf(matrixOf(...apart))).toBe(1.05);
  });

  it('pairs only rounds that both have, and those of all recordings', () => {
    const lost = (values: (number | null)[], ...at: number[]) =>
      values.map((value, round) => (at.includes(round) ? null : value));
    const nine = [lost(slices(1000, 9), 2), lost(slices(900, 9), 5), []];
    expect(ratioOf(matrixOf(recordingOf('a', nine)))).toBe(1.05);
    expect(
      ratioOf(matrixOf(recordingOf('a', nine), recordingOf('b', [slices(10, 1), slices(9, 1), []]))),
    ).toBeCloseTo(0.9, 10);
  });

  it('is the one that levels and steps are made of', () => {
    const columns = [0, 1, 2].map((index) => ({ label: `v${index}` }));
    const judged = (metric: 'throughput' | 'latency_avg') =>
      judgedChange(
        {
          ...paired(20),
          columns,
          rows: [],
          values: { throughput: [[1000, 1050, null]], latency_avg: [[1000, 1050, null]] },
          sources: {},
          status: [['ok', 'ok', 'missing']],
          repeats: [[20, 20, 0]],
          spread: [[null, null, null]],
        },
        { row: 0, base: 0, column: 1, metric },
      );
    expect(Math.exp(Number(judged('throughput')))).toBeCloseTo(0.9, 10);
    // A latency was not compared round by round.
    expect(Math.exp(Number(judged('latency_avg')))).toBeCloseTo(1 / 1.05, 10);
  });
});
