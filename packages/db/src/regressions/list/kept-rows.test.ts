import { expect, it } from 'vitest';
import { KeptRows } from '../list-regressions';
import type { ListedRecord } from './record-list';

const recordOf = (id: number, line: string | null = null) => ({ id, line }) as ListedRecord;

/** Rows that say how often they were read. */
function reading() {
  const kept = new KeptRows<{ id: number; read: number }>();
  const asked: number[][] = [];
  const of = async (records: readonly ListedRecord[], gone: readonly number[] = []) => {
    const rows = await kept.of(records, async (unknown) => {
      asked.push(unknown.map(({ id }) => id));
      return unknown.filter(({ id }) => !gone.includes(id)).map(({ id }) => ({ id, read: asked.length }));
    });
    return records.map((record) => rows.get(record)?.read ?? null);
  };
  return { of, asked };
}

it('reads a row once for an object, and again for another object of the same record', async () => {
  const { of, asked } = reading();
  const [one, two] = [recordOf(1), recordOf(2)];
  expect(await of([one, two])).toEqual([1, 1]);
  expect(await of([two, one])).toEqual([1, 1]);
  expect(await of([recordOf(1), two])).toEqual([2, 1]);
  expect(asked).toEqual([[1, 2], [1]]);
});

it('leaves out what is gone, and asks for it again', async () => {
  const { of, asked } = reading();
  const one = recordOf(1);
  expect(await of([one], [1])).toEqual([null]);
  expect(await of([one])).toEqual([2]);
  expect(asked).toHaveLength(2);
});

it('keeps no row between builds: others import what lies between', async () => {
  const { of } = reading();
  const night = recordOf(1, '19devel@master');
  expect(await of([night])).toEqual([1]);
  expect(await of([night])).toEqual([2]);
});

it('keeps the newest thousand', async () => {
  const { of, asked } = reading();
  const records = Array.from({ length: 1001 }, (_, id) => recordOf(id));
  await of(records);
  await of(records.slice(1));
  expect(asked).toHaveLength(1);
  await of(records.slice(0, 1));
  expect(asked[1]).toEqual([0]);
});
