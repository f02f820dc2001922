import { expect, it } from 'vitest';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';

async function read(text: Buffer | string) {
  using directory = makeDirectory({ 'postgresql-16.1/jtpcc.log': text });
  const { runs, diagnostics } = await readUpload(directory.path);
  const valuesOf = (test: string) =>
    runs.map(({ results }) => {
      const found = results.find((each) => each.test === test);
      return Object.fromEntries(found?.measurements.map(({ metric, value }) => [metric, value]) ?? []);
    });
  return { runs, valuesOf, codes: diagnostics.map(({ code }) => code) };
}

it('reads tpmC, tpmTOTAL, transactions and errors of a session', async () => {
  const { runs, valuesOf, codes } = await read(readFixture('made-benchmarksql.log'));
  expect(valuesOf('new-order')).toEqual([{ throughput: 2859, transactions: 14_305, elapsed: 300 }]);
  expect(valuesOf('all')).toEqual([{ throughput: 6356.77, transactions: 31_805, errors: 0 }]);
  expect(runs[0]?.workload.label).toContain('BenchmarkSQL');
  expect(codes).not.toContain('VALUES_DISAGREE');
});

it('reads version 5 with its settings', async () => {
  const { runs, valuesOf } = await read(readFixture('made-benchmarksql-5.log'));
  expect(valuesOf('new-order')).toEqual([{ throughput: 12_345.67, elapsed: 60 }]);
  expect(runs).toMatchObject([
    {
      variant: { product: 'PostgreSQL', version: '16.1' },
      workload: { clients: 50, label: '10 warehouses, BenchmarkSQL, newOrderWeight=45' },
    },
  ]);
});

it('keeps the sessions of one file apart, and has none of a log that ends before its result', async () => {
  const text = readFixture('made-benchmarksql.log').toString();
  const twice = await read(text + text.replace('= 2859.0', '= 2900.0'));
  expect(
    twice.runs.flatMap(({ results }) => results.filter(({ test }) => test === 'new-order')),
  ).toHaveLength(2);
  const cut = await read(text.slice(0, text.indexOf('Measured tpmC')));
  expect(cut.runs[0]?.results).toMatchObject([{ test: 'new-order', status: 'failed', measurements: [] }]);
  expect(cut.codes).toContain('TRUNCATED_LOG');
});
