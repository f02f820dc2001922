import { expect, it } from 'vitest';
import { howRecorded, type PlacedResult } from './how-recorded';

const ROUNDS = { id: 'r', seconds: 5, warmup: 1, restartEvery: 6 };
const SIZE = { rows: 1, columns: 2 };
const result = ({
  throughput = 100,
  ...change
}: Partial<PlacedResult> & { throughput?: number | null }): PlacedResult => ({
  row: 0,
  column: 0,
  repeat: 1,
  result: { status: 'ok', computed: throughput === null ? null : { throughput }, reported: null },
  seconds: null,
  rounds: null,
  ...change,
});

it('puts throughput at its round, and leaves what was lost empty', () => {
  const { rounds, seconds } = howRecorded(
    [
      result({ rounds: ROUNDS, repeat: 3, throughput: 103 }),
      result({ rounds: ROUNDS, repeat: 1, throughput: 101 }),
      result({ rounds: ROUNDS, repeat: 1, column: 1, throughput: null }),
      result({ rounds: ROUNDS, repeat: 2, column: 1, throughput: 90 }),
      result({ rounds: { ...ROUNDS, id: 's' }, column: 1, throughput: 80 }),
      result({ column: 1, throughput: 70 }),
    ],
    SIZE,
  );
  expect(rounds).toEqual([
    {
      id: 'r',
      restartEvery: 6,
      values: [
        [
          [101, null, 103],
          [null, 90],
        ],
      ],
    },
    { id: 's', restartEvery: 6, values: [[[], [80]]] },
  ]);
  expect(seconds).toBeUndefined();
});

it('says nothing of seconds that are alike, or known of one column only', () => {
  expect(howRecorded([result({ seconds: 60 }), result({ seconds: 60, column: 1 })], SIZE)).toEqual({});
  expect(howRecorded([result({ seconds: 60 }), result({ column: 1 })], SIZE)).toEqual({});
  const mixed = [
    result({ seconds: 300 }),
    result({ seconds: 60, repeat: 2 }),
    result({ seconds: 60, column: 1 }),
  ];
  expect(howRecorded(mixed, SIZE).seconds).toEqual([[[60, 300], [60]]]);
});
