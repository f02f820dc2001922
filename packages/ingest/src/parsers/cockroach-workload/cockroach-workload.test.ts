import { expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

const LOG = readFixture('made-cockroach-ycsb.txt').toString();

async function read(text: string) {
  using directory = makeDirectory({ 'cockroach-v24.1.0/run.log': text });
  const { runs, diagnostics } = await readUpload(directory.path);
  const results = runs.flatMap((run) => run.results);
  const values = results.map(({ test, measurements }) => [
    test,
    Object.fromEntries(measurements.map(({ metric, value }) => [metric, value])),
  ]);
  return { runs, values: Object.fromEntries(values), codes: diagnostics.map(({ code }) => code) };
}

it('reads the totals of each operation and of all, and no largest latency beyond the histogram', async () => {
  const { runs, values } = await read(LOG);
  expect(Object.keys(values)).toEqual(['all', 'read', 'update']);
  expect(values['all']).toEqual({
    throughput: 29_886.2,
    operations: 30_000_839,
    errors: 2,
    elapsed: 1003.8,
    latency_avg: 0.0204,
    latency_p50: 0.0047,
    latency_p95: 0.0503,
    latency_p99: 0.1258,
  });
  expect(values['read']).toMatchObject({ throughput: 28_391.5, latency_max: 7.2478 });
  expect(runs).toMatchObject([
    { variant: { product: 'CockroachDB' }, workload: { clients: 96, label: 'ycsb, workload=B' } },
  ]);
});

it.each(['__resul', '__res'])('reads a table whose heading was cut to %s', async (word) => {
  const { values } = await read(LOG.replace('__result', word));
  expect(values['all']).toMatchObject({ throughput: 29_886.2 });
});

it('leaves out a last cell that was cut, and keeps the others of its row', async () => {
  const { values, codes } = await read(LOG.replace(/103079\.2\n$/, '10307.'));
  expect(values['all']).toMatchObject({ throughput: 29_886.2, latency_p99: 0.1258 });
  expect(values['all']).not.toHaveProperty('latency_max');
  expect(codes).toContain('VALUE_UNREADABLE');
});

it('has no result of intervals alone', async () => {
  const intervals = LOG.slice(0, LOG.indexOf('\n\n'));
  await expect(read(intervals)).rejects.toThrow('none of 1 files is a known log that gives a result');
});
