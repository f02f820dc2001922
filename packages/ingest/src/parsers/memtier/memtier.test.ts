import { expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';

async function read(text: Buffer | string) {
  using directory = makeDirectory({ 'redis-7.2.4/memtier.txt': text });
  const { runs, diagnostics } = await readUpload(directory.path);
  const results = runs.flatMap((run) => run.results);
  const values = results.map(({ test, measurements }) => [
    test,
    Object.fromEntries(measurements.map(({ metric, value }) => [metric, value])),
  ]);
  return { runs, values, results, codes: diagnostics.map(({ code }) => code) };
}

it('reads the first releases, and no row of a command that was not sent', async () => {
  const { runs, values } = await read(readFixture('made-memtier-1.2.log'));
  const numbers = { throughput: 3595.9, latency_avg: 0.017726, bandwidth: 5272.41 * 1024 };
  expect(values).toEqual([
    ['totals', numbers],
    ['sets', numbers],
  ]);
  expect(runs[0]).toMatchObject({
    variant: { product: 'Redis', version: '7.2.4' },
    workload: { clients: 64 },
  });
});

it('takes the mean of several runs, with percentiles', async () => {
  const { values, results } = await read(readFixture('made-memtier-2.1-run-count.txt'));
  expect(values.map(([test]) => test)).toEqual(['totals', 'sets', 'gets']);
  expect(values[0]?.[1]).toEqual({
    throughput: 159_512.53,
    latency_avg: 0.00125,
    latency_p50: 0.001135,
    latency_p99: 0.002495,
    latency_p999: 0.005023,
    bandwidth: 6766.5 * 1024,
  });
  expect(results[0]?.clients).toBe(200);
});

it('reads each run of a log of several: other clients, or kept apart', async () => {
  const first = readFixture('made-memtier-1.2.log').toString();
  const next = (threads: number) =>
    first.replaceAll('3595.90', '4000.10').replace('16        Threads', `${threads}        Threads`);
  const other = await read(`${first}\n${next(32)}`);
  expect(other.codes).not.toContain('LINE_UNPARSED');
  const seen = (runs: typeof other.runs) =>
    runs.map(({ workload, results }) => [
      workload.clients,
      results.flatMap(
        ({ measurements }) => measurements.find(({ metric }) => metric === 'throughput')?.value,
      ),
    ]);
  expect(seen(other.runs)).toEqual([
    [64, [3595.9, 3595.9]],
    [128, [4000.1, 4000.1]],
  ]);
  const same = await read(`${first}\n${next(16)}`);
  expect(same.codes).toContain('IDENTITY_UNKNOWN');
  expect(seen(same.runs)).toEqual([
    [64, [3595.9, 3595.9]],
    [64, [4000.1, 4000.1]],
  ]);
});

it('has no value for a missing cell, and reports a cut table', async () => {
  const text = readFixture('made-memtier-1.2.log').toString();
  const missing = await read(text.replace('17.72600      5272.41\nGets', '  ---      5272.41\nGets'));
  expect(missing.values[1]?.[1]).not.toHaveProperty('latency_avg');
  const cut = await read(text.slice(0, text.indexOf('Totals')));
  expect(cut.values.map(([test]) => test)).toEqual(['sets']);
  expect(cut.codes).toContain('TRUNCATED_LOG');
});
