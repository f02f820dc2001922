import { describe, expect, it } from 'vitest';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';
import { readFixtureDetails } from '../../../testing/read-fixture-details';
import { sysbench } from '../family';
import { noOptions } from '../log/test-options';
import { isTpcc } from '../log/tpcc';

async function resultOf(name: string, at: string) {
  using directory = makeDirectory({ [at]: readFixture(name) });
  const { runs, diagnostics } = await readUpload(directory.path);
  const [result] = runs[0]?.results ?? [];
  const values = Object.fromEntries(result?.measurements.map(({ metric, value }) => [metric, value]) ?? []);
  return { result, values, codes: diagnostics.map(({ code }) => code) };
}

describe("TPC-C by Percona's Lua scripts", () => {
  it('has transactions of all types per second as its throughput, and also queries', async () => {
    const { result, values } = await resultOf('made-1.0.20-tpcc-csv.txt', 'tpcc-8.0.21/thr8/res.txt');
    expect(result).toMatchObject({ test: 'tpcc', status: 'ok', unit: 'transactions/s', clients: 8 });
    expect(values).toMatchObject({
      throughput: 499.95,
      transactions_per_s: 499.95,
      query_rate: 14_248.58,
      errors: 6,
      latency_p95: 0.030_25,
      elapsed: 3.0003,
    });
    expect(result?.measurements.find(({ metric }) => metric === 'throughput')?.line).toBe(22);
  });

  it('is doubtful where its rate is not that of its transactions', async () => {
    const text = readFixture('made-1.0.20-tpcc-csv.txt').toString('latin1').replace('(499.95', '(4999.50');
    using directory = makeDirectory({ 'tpcc.txt': text });
    const { runs } = await readUpload(directory.path);
    const throughput = runs[0]?.results[0]?.measurements.find(({ metric }) => metric === 'throughput');
    expect(throughput?.doubt?.message).toContain(
      'transactions = transactions per sec. × total time does not hold',
    );
  });

  it('is known by what it prints on PostgreSQL, whatever its name; without a summary it failed', async () => {
    const { result, values, codes } = await resultOf('made-1.0.20-pg-tpcc-stopped.txt', 'x/res.txt');
    expect(result).toMatchObject({ test: 'tpcc', status: 'failed', clients: 4 });
    expect(values).toEqual({});
    expect(codes).toContain('TRUNCATED_LOG');
  });

  it('has rows of the csv report as series', () => {
    const { series } = readFixtureDetails(sysbench, 'made-1.0.20-tpcc-csv.txt');
    const ids = series.map(({ id }) => id);
    expect(ids).toContain('errors_per_s');
    expect(series.find(({ id }) => id === 'transactions_per_s')).toMatchObject({
      seconds: [1, 2, 3],
      values: [480, 510, 510],
      lines: [13, 14, 15],
    });
    expect(series.find(({ id }) => id === 'latency_p95')?.values).toEqual([0.0315, 0.029_25, 0.0285]);
  });

  it.each([
    [null, 'res-tpcc-8.0/res.txt', true],
    [null, 'res-tpcc-8.0/oltp_read_write.txt', false],
    [null, 'notpcc/res.txt', false],
    ['tpcc', 'x.txt', true],
    ['oltp_insert', 'tpcc/x.txt', false],
  ])('of script %j at %s: %j', (script, path, expected) => {
    expect(isTpcc({ options: noOptions(), script }, path)).toBe(expected);
  });
});
