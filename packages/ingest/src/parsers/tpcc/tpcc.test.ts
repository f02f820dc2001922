import { describe, expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';
import { read, readText, statusesOf, valuesOf } from './testing/read-run';

describe('tpcc-mysql', () => {
  it('has the printed TpmC; rates of the other types are computed of those in time and late ones', async () => {
    const { runs } = await read('made-tpcc-mysql.txt');
    expect(runs[0]?.workload).toMatchObject({
      clients: 16,
      label: '100 warehouses, tpcc-mysql, 10 s ramp-up',
    });
    expect(valuesOf(runs, 'new-order')).toEqual({
      throughput: 18_000,
      transactions: 18_000,
      late_transactions: 8000,
      errors: 2,
      retries: 3,
      latency_avg: 0.0193,
      elapsed: 60,
    });
    // (1700 + 100) in 60 s.
    expect(valuesOf(runs, 'delivery')).toMatchObject({ throughput: 1800, latency_avg: 0.0615 });
    const [own, payment] = runs[0]?.results ?? [];
    expect(own).toMatchObject({ test: 'new-order', unit: 'tpmC', clients: 16, tool: 'tpcc-mysql' });
    expect(own?.measurements[0]).toMatchObject({ metric: 'throughput', source: 'reported', line: 57 });
    expect(payment?.measurements[0]).toMatchObject({
      metric: 'throughput',
      unit: 'transactions/min',
      value: 17_900,
      source: 'computed',
      formula: 'transactions_per_minute',
      line: 30,
      lineEnd: 34,
    });
  });

  it('reports the constraint that was not met and the failed transactions', async () => {
    const { said } = await read('made-tpcc-mysql.txt');
    expect(said).toEqual([
      ['tpcc:CONSTRAINT_NOT_MET', 50, 'New-Order 55.56% in time'],
      ['tpcc:FAILED_TRANSACTIONS', 29, 'new-order: 2 failed, 18000 were done'],
    ]);
  });

  it('doubts a TpmC that is not that of the new orders', async () => {
    const text = readFixture('made-tpcc-mysql.txt').toString('latin1').replace('18000.000', '180000.000');
    const { runs, said } = await readText(text);
    const tpmC = runs[0]?.results[0]?.measurements.find(({ metric }) => metric === 'throughput');
    expect(tpmC?.doubt?.message).toMatch(/^new orders × 60 = tpmC × seconds does not hold: tpmC is 180000 /);
    expect(said.map(([code]) => code)).toContain('VALUES_DISAGREE');
  });

  it('gives no throughput of a run that was stopped', async () => {
    const { runs, said } = await read('made-tpcc-mysql-stopped.txt');
    expect(statusesOf(runs)).toEqual(['new-order failed']);
    expect(valuesOf(runs, 'new-order')).toEqual({});
    expect(said).toEqual([
      ['TRUNCATED_LOG', 11, 'no line `TpmC`: tpcc-mysql was stopped, or the file was cut; no throughput'],
    ]);
  });

  it('in Rust is a separate tool; times are seconds, those below the first bucket are not stored', async () => {
    const { runs } = await read('made-tpcc-rust-port.md');
    expect(runs[0]?.workload.label).toBe('Rust port of tpcc-mysql');
    expect(valuesOf(runs, 'new-order')).toMatchObject({
      throughput: 2000,
      transactions: 24_000,
      errors: 240,
    });
    expect(valuesOf(runs, 'new-order', 2)).toEqual({
      throughput: 3001,
      transactions: 36_012,
      late_transactions: 12,
      errors: 364,
      latency_p90: 0.002,
      latency_max: 0.005,
      elapsed: 720,
    });
    expect(valuesOf(runs, 'payment', 2)).toEqual({
      throughput: (35_990 * 60) / 720,
      transactions: 35_990,
      late_transactions: 0,
      errors: 0,
      latency_max: 0.001,
    });
  });
});

describe('go-tpc', () => {
  it('has the summary, failed transactions and the queries of CH-benCHmark', async () => {
    const { runs, said } = await read('made-go-tpc.txt');
    expect(runs[0]?.workload).toMatchObject({ clients: 8, label: '10 warehouses, go-tpc' });
    expect(runs[0]?.results[0]?.command).toBe(
      './bin/go-tpc tpcc -H db1 -P 4000 -D tpcc --warehouses 10 run -T 8 --time 1m',
    );
    expect(statusesOf(runs)).toEqual(['new-order ok', 'payment ok', 'all ok', 'q2 ok', 'q12 ok']);
    expect(valuesOf(runs, 'new-order')).toEqual({
      throughput: 3600,
      transactions: 3600,
      errors: 4,
      latency_avg: 0.0506,
      latency_p50: 0.0461,
      latency_p90: 0.0755,
      latency_p95: 0.0839,
      latency_p99: 0.1132,
      latency_p999: 0.151,
      latency_max: 0.151,
    });
    expect(valuesOf(runs, 'all')).toEqual({ throughput: 7040 });
    expect(valuesOf(runs, 'q12')).toEqual({ transactions: 2, latency_avg: 0.4403 });
    // 500 ms by 4 queries.
    expect(valuesOf(runs, 'q2')).toEqual({ transactions: 4, latency_avg: 0.125 });
    expect(said).toEqual([['tpcc:FAILED_TRANSACTIONS', 7, 'new-order: 4 failed, 3600 were done']]);
  });

  it('of 2020 has the last rows before tpmC', async () => {
    const { runs, said } = await read('made-go-tpc-2020.txt');
    expect(valuesOf(runs, 'new-order')).toMatchObject({ throughput: 9799, transactions: 3250 });
    expect(valuesOf(runs, 'delivery')).toMatchObject({ throughput: 984.8, latency_p999: 0.256 });
    expect(said).toEqual([]);
  });

  it('gives no throughput of progress', async () => {
    const { runs, said } = await read('made-go-tpc-stopped.txt');
    expect(statusesOf(runs)).toEqual(['new-order failed']);
    expect(valuesOf(runs, 'new-order')).toEqual({});
    expect(said).toMatchObject([['TRUNCATED_LOG', 2, expect.stringMatching(/go-tpc was stopped/)]]);
  });

  it('doubts averages and percentiles that the sum denies, not the count that the rate confirms', async () => {
    const { runs } = await read('made-go-tpc-broken-average.txt');
    const doubted = runs[0]?.results[0]?.measurements
      .filter(({ doubt }) => doubt)
      .map(({ metric }) => metric);
    expect(doubted).toEqual(['latency_avg', 'latency_p50', 'latency_p90', 'latency_p99', 'latency_max']);
  });

  it('fails a type more than half of which failed', async () => {
    const text = readFixture('made-go-tpc.txt')
      .toString('latin1')
      .replace('NEW_ORDER_ERR - Takes(s): 60.0, Count: 4,', 'NEW_ORDER_ERR - Takes(s): 60.0, Count: 3601,');
    const { runs } = await readText(text);
    expect(runs[0]?.results[0]).toMatchObject({ test: 'new-order', status: 'failed' });
  });
});

describe('handwritten notes', () => {
  it.each(['tpmC: 12000\n', 'We got\n 12000 tpmC\n', '| New-Order | 12000 | fast |\n'])(
    'as %j are not a run',
    async (text) => {
      using directory = makeDirectory({
        'a/notes.txt': text,
        'b/go.txt': readFixture('made-go-tpc-2020.txt'),
      });
      const { runs, artifacts } = await readUpload(directory.path);
      expect(runs.map(({ label }) => label)).toEqual(['b']);
      const notes = artifacts.find(({ path }) => path === 'a/notes.txt');
      expect(notes?.status).not.toBe('parsed');
    },
  );
});
