import { expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

it.each([
  ['redis-threads.txt', 20, '512 bytes payload, threads: 2', 'incr', 25412.96, 0.003423],
  ['redis-quiet.txt', null, null, 'set', 20898.64, undefined],
  ['redis.csv', null, null, 'mset', 32573.29, 0.005047],
  ['made-redis-5.txt', 50, '3 bytes payload', 'get', 71428.57, undefined],
  ['made-redis-5.csv', null, null, 'set', 68965.52, undefined],
])('%s gives requests/s and latencies of each command', async (name, clients, label, test, rate, p99) => {
  using directory = makeDirectory({ [`redis-7.0.15/${name}`]: readFixture(name) });
  const { runs } = await readUpload(directory.path);
  const variant = { product: 'Redis', version: '7.0.15' };
  expect(runs).toMatchObject([{ variant, workload: { clients, label } }]);
  const result = runs[0]?.results.find((each) => each.test === test);
  const numberOf = (metric: string) => result?.measurements.find((each) => each.metric === metric)?.value;
  expect([result?.status, numberOf('throughput'), numberOf('latency_p99')]).toEqual(['ok', rate, p99]);
});

it('reads a line of a million spaces, in a time that a quadratic pattern would not', async () => {
  const log = `${readFixture('made-redis-5.txt')}${' '.repeat(1_000_000)}x\n`;
  using directory = makeDirectory({ 'redis-7.0.15/redis.txt': log });
  expect((await readUpload(directory.path)).runs[0]?.results).toHaveLength(2);
});
