import { describe, expect, it } from 'vitest';
import type { NormalizedResult } from '../../../model/run';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';

async function read(files: Record<string, Buffer | string>) {
  using directory = makeDirectory(files);
  const { runs, diagnostics } = await readUpload(directory.path);
  return { runs, diagnostics, codes: diagnostics.map(({ code }) => code) };
}

const fixture = (name: string) => read({ [`bench/${name}`]: readFixture(name) });

/** Values by metric, those that were reported before those that were computed. */
function valuesOf(result: NormalizedResult | undefined): Record<string, number> {
  const all = result?.measurements ?? [];
  const computed = all.filter(({ source }) => source === 'computed');
  const reported = all.filter(({ source }) => source === 'reported');
  return Object.fromEntries([...computed, ...reported].map(({ metric, value }) => [metric, value]));
}

describe('results of pgbench', () => {
  it('have the tps without connecting as throughput, and times in seconds', async () => {
    const { runs, codes } = await fixture('made-pgbench-18-progress.txt');
    expect(codes).toEqual([]);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      benchmark: 'pgbench',
      label: 'bench',
      variant: { product: 'PostgreSQL', version: '17.6' },
      workload: { clients: 4, label: 'scale 50, 10 partitions by hash, 2 threads, prepared' },
    });
    const [result] = runs[0]?.results ?? [];
    expect(result).toMatchObject({
      test: 'tpcb-like',
      range: null,
      status: 'ok',
      unit: 'transactions/s',
      clients: 4,
      tool: 'pgbench 18.1',
    });
    expect(valuesOf(result)).toEqual({
      throughput: 1333.5,
      transactions: 20_000,
      errors: 2,
      latency_avg: 0.002991,
      latency_stddev: 0.00064,
      initial_connection_time: 0.005123,
      elapsed: 15,
    });
  });

  it('before 14 also have the tps with connecting, and no scale of a script', async () => {
    const { runs } = await fixture('made-pgbench-10-statements.txt');
    expect(runs[0]?.workload).toMatchObject({ clients: 8, label: '2 threads, simple' });
    const [result] = runs[0]?.results ?? [];
    expect(result).toMatchObject({ test: 'login', tool: 'pgbench' });
    expect(valuesOf(result)).toEqual({
      throughput: 1610.5,
      throughput_with_connecting: 1600,
      transactions: 8000,
      latency_avg: 0.005,
    });
    const old = await fixture('made-pgbench-2006.txt');
    expect(old.runs[0]?.workload).toMatchObject({ clients: 4, label: 'scale 10' });
  });

  it('of several scripts are one for the whole and one for each that ran, in a workload of their mix', async () => {
    const { runs } = await fixture('made-pgbench-16-scripts.txt');
    expect(runs).toHaveLength(1);
    expect(runs[0]?.workload.label).toBe(
      'scale 30, 2 threads, simple, mix of select-only@3, orders/insert@1, users/insert@0',
    );
    const results = runs[0]?.results ?? [];
    expect(
      results.map(({ test, measurements }) => [test, measurements[0]?.value, measurements[0]?.line]),
    ).toEqual([
      ['select-only', 300, 16],
      ['multiple-scripts', 400, 13],
      ['orders/insert', 100, 22],
    ]);
    expect(valuesOf(results[0])).toEqual({
      throughput: 300,
      transactions: 6000,
      errors: 0,
      latency_avg: 0.02025,
      latency_stddev: 0.003125,
    });
  });

  it('that were appended to one file are repeats, and what a heading calls a warm-up is one', async () => {
    const { runs, codes } = await fixture('made-pgbench-appended.md');
    expect(runs).toHaveLength(1);
    expect(
      runs[0]?.results.map(({ test, repeat, status, measurements }) => [
        test,
        repeat,
        status,
        measurements[0]?.value,
      ]),
    ).toEqual([
      ['tpcb-like', 1, 'ok', 4050],
      ['tpcb-like', 2, 'ok', 4100],
      ['tpcb-like', 3, 'ok', 4000],
      ['tpcb-like.warm', 1, 'warmup', 4000],
    ]);
    expect(codes).toContain('DUPLICATE_RESULT');
    const named = await read({ 'star-warmup-1.log': readFixture('made-pgbench-10-statements.txt') });
    expect(named.runs[0]?.results).toMatchObject([{ test: 'login.warm', status: 'warmup' }]);
  });

  it('limited to a rate, or with a connection for each transaction, are separate workloads', async () => {
    const { runs, codes } = await fixture('made-pgbench-16-rate.txt');
    expect(codes).toEqual(['pgbench:RATE_LIMITED']);
    expect(runs[0]?.workload.label).toBe(
      'scale 100, 4 threads, prepared, limited to 100/s, latency limit 21 ms',
    );
    expect(runs[0]?.results[0]?.command).toContain('-R 100');
    expect(valuesOf(runs[0]?.results[0])).toMatchObject({
      skipped_transactions: 50,
      late_transactions: 12,
      schedule_lag_avg: 0.002859,
      schedule_lag_max: 0.020065,
    });
    const unknown = await fixture('pgbench-15-rate.txt');
    expect(unknown.runs[0]?.workload.label).toContain(', limited to a rate,');
    const reconnect = await fixture('made-pgbench-16-reconnect.txt');
    expect(reconnect.runs[0]?.workload.label).toBe(
      'scale 10, 1 thread, simple, a connection for each transaction',
    );
    expect(valuesOf(reconnect.runs[0]?.results[0])).toMatchObject({
      throughput: 45,
      connection_time: 0.0205,
    });
  });

  it('with retries keep what failed and was retried', async () => {
    const { runs, codes } = await fixture('made-pgbench-15-retries.txt');
    expect(codes).toEqual([]);
    // 940 processed and 60 failed are the 1,000 that were asked for.
    expect(runs[0]?.results[0]?.status).toBe('ok');
    expect(runs[0]?.workload.label).toContain('up to 10 tries');
    expect(valuesOf(runs[0]?.results[0])).toMatchObject({
      errors: 60,
      retried_transactions: 310,
      retries: 1204,
    });
  });

  it.each([
    ['made-pgbench-17-aborted.txt', { failed_clients: 2, throughput: 300 }],
    ['pgbench-15-aborted.txt', { failed_clients: 4, throughput: 29_632.384849 }],
    ['made-pgbench-13-all-aborted.txt', { failed_clients: 2 }],
    ['made-pgbench-12-incomplete.txt', { throughput: 2010, transactions: 1500 }],
  ])('are failed where clients gave up: %s', async (name, expected) => {
    const { runs } = await fixture(name);
    expect(runs[0]?.results).toMatchObject([{ status: 'failed' }]);
    expect(valuesOf(runs[0]?.results[0])).toMatchObject(expected);
  });

  it('are failed where standard error reports aborted clients', async () => {
    const { runs } = await read({
      'a/stdout.txt': readFixture('made-pgbench-10-statements.txt'),
      'a/stderr.txt': 'pgbench: error: client 1 aborted in command 2 (SQL) of script 0; ERROR\n',
    });
    expect(runs[0]?.results).toMatchObject([{ status: 'failed' }]);
    expect(runs[0]?.results[0]?.measurements.at(-1)).toMatchObject({
      metric: 'failed_clients',
      value: 1,
      file: 'a/stderr.txt',
      line: 1,
    });
  });

  it('of one place are one run, of another place another one', async () => {
    const log = readFixture('made-pgbench-18-progress.txt');
    const { runs } = await read({
      'zfs/250/run-rw-1/pgbench.log': log,
      'zfs/250/run-rw-2/pgbench.log': log,
      'btrfs/250/run-rw-1/pgbench.log': log,
    });
    expect(runs.map(({ label, results }) => [label, results.length])).toEqual([
      ['btrfs/250', 1],
      ['zfs/250', 2],
    ]);
  });
});
