import { expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

async function read(text: Buffer | string) {
  using directory = makeDirectory({ 'mysql-8.4.3/slap.txt': text });
  const { runs, diagnostics } = await readUpload(directory.path);
  const values = runs.flatMap(({ workload, results }) =>
    results.map(({ test, status, measurements }) => [
      test,
      status,
      workload.clients,
      workload.label,
      Object.fromEntries(measurements.map(({ metric, value }) => [metric, value])),
    ]),
  );
  return { values, variant: runs[0]?.variant, codes: diagnostics.map(({ code }) => code) };
}

it('reads a block of each number of clients', async () => {
  const { values, variant } = await read(readFixture('made-mysqlslap-concurrency.txt'));
  const times = { time_per_op: 0.216, latency_min: 0.15, latency_max: 0.3, throughput: 1 / 0.216 };
  expect(values[0]).toEqual(['queries', 'ok', 50, 'innodb, 20 queries per client', times]);
  expect(values[1]?.slice(0, 4)).toEqual(['queries', 'ok', 100, 'innodb, 10 queries per client']);
  expect(variant).toMatchObject({ product: 'MySQL', version: '8.4.3' });
});

it('reads --csv', async () => {
  const { values } = await read(readFixture('made-mysqlslap.csv'));
  expect(values.map((row) => row.slice(0, 4))).toEqual([
    ['read', 'ok', 10, '0 queries per client'],
    ['mixed', 'ok', 50, 'innodb, 20 queries per client'],
  ]);
  expect(values[1]?.[4]).toMatchObject({ time_per_op: 0.216, latency_max: 0.3 });
});

it('makes up no time of a block that was cut', async () => {
  const { values, codes } = await read(
    'Benchmark\n\tMinimum number of seconds to run all queries: 0.150 seconds\n',
  );
  expect(values).toEqual([['queries', 'failed', null, null, { latency_min: 0.15 }]]);
  expect(codes).toContain('TRUNCATED_LOG');
});
