import { expect, it } from 'vitest';
import type { PlacedResult } from './how-recorded';
import { runSecondsOf } from './run-seconds';

const result = (
  row: number,
  column: number,
  { elapsed, seconds = null }: { elapsed?: number; seconds?: number | null },
): PlacedResult => ({
  row,
  column,
  repeat: 1,
  rounds: null,
  seconds,
  result: { status: 'ok', computed: null, reported: elapsed === undefined ? null : { elapsed } },
});

it('adds up the tests of a column, each with the median of its repeats', () => {
  const results = [
    result(0, 0, { elapsed: 100 }),
    result(0, 0, { elapsed: 300 }),
    result(1, 0, { elapsed: 50, seconds: 60 }),
    result(0, 1, { seconds: 60 }),
  ];
  expect(runSecondsOf(results, 2)).toEqual({ runSeconds: [250, 60] });
});

it('is not known for a column in which the time of a test is missing', () => {
  const results = [result(0, 0, { elapsed: 100 }), result(1, 0, {}), result(0, 1, { elapsed: 10 })];
  expect(runSecondsOf(results, 3)).toEqual({ runSeconds: [null, 10, null] });
});

it('is absent where no time is known, or no test was measured', () => {
  expect(runSecondsOf([], 2)).toEqual({});
  expect(runSecondsOf([result(0, 0, { elapsed: 0 }), result(-1, 0, { elapsed: 10 })], 1)).toEqual({});
});
