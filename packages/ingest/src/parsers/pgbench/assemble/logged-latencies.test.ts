import { describe, expect, it } from 'vitest';
import type { NormalizedResult } from '../../../model/run';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';

async function read(files: Record<string, Buffer | string>) {
  using directory = makeDirectory(files);
  const { runs, diagnostics } = await readUpload(directory.path);
  return { runs, diagnostics, codes: diagnostics.map(({ code }) => code) };
}

/** Values by metric, those that were reported before those that were computed. */
function valuesOf(result: NormalizedResult | undefined): Record<string, number> {
  const all = result?.measurements ?? [];
  const computed = all.filter(({ source }) => source === 'computed');
  const reported = all.filter(({ source }) => source === 'reported');
  return Object.fromEntries([...computed, ...reported].map(({ metric, value }) => [metric, value]));
}

describe('latencies of logs with a summary', () => {
  const summary = readFixture('made-pgbench-18-progress.txt');
  const logs = {
    'a/pgbench_log.4711': readFixture('pgbench_log.4711'),
    'a/pgbench_log.4711.1': readFixture('pgbench_log.4711.1'),
  };

  it('are those of its result, of all threads together', async () => {
    const { runs, codes } = await read({ 'a/pgbench.log': summary, ...logs });
    expect(runs).toHaveLength(1);
    // The second thread's file gave its share, so not specified.
    expect(codes).toEqual([]);
    const computed = runs[0]?.results[0]?.measurements.filter(({ source }) => source === 'computed') ?? [];
    // 1000, 2241, 2465, 2513, 3000, 4000, 90000; each is known to 0.4%.
    const value = (metric: string) => computed.find((each) => each.metric === metric)?.value ?? Number.NaN;
    expect([value('latency_min'), value('latency_max')]).toEqual([0.001, 0.09]);
    expect(value('latency_avg')).toBeCloseTo(105_219 / 7 / 1e6, 12);
    expect(Math.abs(value('latency_p50') / 0.002513 - 1)).toBeLessThan(0.004);
    expect(value('latency_p95')).toBe(0.09);
    expect(computed[0]).toMatchObject({ file: 'a/pgbench_log.4711', line: 1, lineEnd: 5 });
    expect(valuesOf(runs[0]?.results[0])['throughput']).toBe(1333.5);
  });

  it('of each script belong to the script', async () => {
    const { runs } = await read({ 'a/pgbench.log': readFixture('made-pgbench-16-scripts.txt'), ...logs });
    const find = (test: string) => valuesOf(runs[0]?.results.find((result) => result.test === test));
    expect(find('select-only')['latency_max']).toBe(0.003);
    expect(find('orders/insert')['latency_max']).toBe(0.09);
    expect(find('multiple-scripts')['latency_min']).toBe(0.001);
  });

  it('are separate results without throughput where no summary, or several, could match', async () => {
    const alone = await read(logs);
    expect(alone.runs[0]?.results).toMatchObject([{ test: 'transactions', status: 'ok' }]);
    expect(valuesOf(alone.runs[0]?.results[0])).not.toHaveProperty('throughput');
    const several = await read({ 'a/1.log': summary, 'a/2.log': summary, ...logs });
    expect(several.codes).toContain('METRIC_MISSING');
    expect(several.runs.flatMap(({ results }) => results.map(({ test }) => test)).sort()).toEqual([
      'tpcb-like',
      'tpcb-like',
      'transactions',
    ]);
  });

  it('of a sample are marked as a sample', async () => {
    const { diagnostics } = await read({ 'pgbench_log.1': readFixture('made-transaction-log-sampled.txt') });
    expect(diagnostics).toMatchObject([
      { code: 'pgbench:SAMPLED', severity: 'info', message: expect.stringContaining('about 30%') },
      { code: 'UNKNOWN_VERSION' },
    ]);
  });

  it('of intervals are means over all of them', async () => {
    const { runs } = await read({ 'pg12/agg.4711': readFixture('made-aggregate-log.txt') });
    // 21,170 transactions took 5,502,824 µs; the squares add up to 1,619,143,866.
    const { latency_avg, latency_stddev, latency_min, latency_max } = valuesOf(runs[0]?.results[0]);
    expect([latency_min, latency_max]).toEqual([0.00006, 0.002573]);
    expect(latency_avg).toBeCloseTo(5_502_824 / 21_170 / 1e6, 12);
    expect(latency_stddev).toBeCloseTo(
      Math.sqrt(1_619_143_866 / 21_170 - (5_502_824 / 21_170) ** 2) / 1e6,
      12,
    );
  });

  it('need no summary to tell the load of the tables from a run', async () => {
    const { runs, diagnostics } = await read({
      'a/init.txt': readFixture('made-pgbench-init.txt'),
      'a/pgbench.log': summary,
    });
    expect(runs).toHaveLength(1);
    expect(diagnostics).toMatchObject([
      { code: 'NO_RESULT', file: 'a/init.txt', message: expect.stringContaining('pgbench-init') },
    ]);
  });
});
