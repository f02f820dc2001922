import { expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory } from '../../testing/fixtures';

async function read(csv: string) {
  using directory = makeDirectory({ 'duckdb-1.1.0/times.csv': csv, 'duckdb-1.1.0/note.bin': 'x' });
  const upload = await readUpload(directory.path).catch(() => null);
  return (upload?.runs ?? []).flatMap(({ results }) =>
    results.map(({ test, repeat, measurements }) => [
      test,
      repeat,
      measurements[0]?.value,
      measurements[0]?.metric,
    ]),
  );
}

it.each([
  ['query,seconds\nq1,1.5\nq2,0.25\nq14b,3\n', [1.5, 0.25, 3], 's'],
  ['Query No.,Execution Time (ms),Rows\n1,1500,4\n2,250,9\n3,3,1\n', [1500, 250, 3], 'ms'],
  ['query_id;time_ms\n1;1500\n2;250\n3;3\n', [1500, 250, 3], 'ms'],
  ['Query\tElapsed (s)\ntpch-q1.sql\t1.5\ntpch-q2.sql\t0.25\ntpch-q3.sql\t3\n', [1.5, 0.25, 3], 's'],
])('a table of queries and their times is read without basecase.json: %j', async (csv, values, unit) => {
  const results = await read(csv);
  expect(results.map(([, , value]) => value).toSorted()).toEqual(values.toSorted());
  expect(results.every(([, , , metric]) => String(metric).includes(`:${unit}:`))).toBe(true);
});

it('rows of one query are repeats, and an empty time is none', async () => {
  const results = await read('query,run,seconds\nq1,1,1.5\nq1,2,1.6\nq2,1,\nq3,1,2\n');
  expect(results.map(([test, repeat, value]) => [test, repeat, value])).toEqual([
    ['q1', 1, 1.5],
    ['q1', 2, 1.6],
    ['q3', 1, 2],
  ]);
});

it.each([
  ['a time without a unit', 'query,time\nq1,1\nq2,2\nq3,3\n'],
  ['two times', 'query,cold_seconds,time_s,elapsed_s\nq1,1,1,1\nq2,2,2,2\nq3,3,3,3\n'],
  ['engines in the rows', 'query,engine,seconds\nq1,a,1\nq2,a,2\nq3,b,3\n'],
  ['other names than of queries', 'query,seconds\nselect,1\ninsert,2\nq3,3\n'],
  ['two queries', 'query,seconds\nq1,1\nq2,2\n'],
])('a table with %s is left to basecase.json', async (_, csv) => {
  expect(await read(csv)).toEqual([]);
});
