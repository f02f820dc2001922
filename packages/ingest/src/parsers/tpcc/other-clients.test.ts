import { describe, expect, it } from 'vitest';
import { readUpload } from '../../read-upload';
import { makeDirectory, readFixture } from '../../testing/fixtures';
import { read, readText, statusesOf, valuesOf } from './testing/read-run';

describe('py-tpcc', () => {
  it('has the last dict, latencies of milliseconds as seconds', async () => {
    const { runs } = await read('made-py-tpcc.txt');
    expect(runs[0]?.variant.product).toBe('MongoDB');
    expect(runs[0]?.workload).toMatchObject({
      clients: 2,
      label: '10 warehouses, py-tpcc, denorm, txn, write_concern 1, read_concern majority',
    });
    expect(valuesOf(runs, 'new-order')).toEqual({
      throughput: 8994.003_997_335_112,
      transactions: 4500,
      latency_min: 0.0026,
      latency_max: 0.3289,
      latency_p50: 0.004_25,
      latency_p75: 0.0047,
      latency_p90: 0.0052,
      latency_p95: 0.005_589,
      latency_p99: 0.0073,
      elapsed: 30.02,
    });
    expect(valuesOf(runs, 'delivery')).toMatchObject({ throughput: (400 * 60) / 30.02, retries: 11 });
    expect(valuesOf(runs, 'all')).toEqual({
      throughput: (9200 * 60) / 30.02,
      transactions: 9200,
      errors: 45,
      retries: 11,
    });
  });

  it.each([
    ["{'NEW_ORDER': {'total': 1}, 'tpmc': 'fast', 'duration': 30.02}", 'VALUE_UNREADABLE'],
    ["{'NEW_ORDER': {'total': 1}, 'tpmc': 12.5, 'duration': os.system('x')}", 'VALUE_UNREADABLE'],
    ["{'NEW_ORDER': {'latency': {'p95': 1.5}, 'total': 1}, 'duration': 30.02}", 'TRUNCATED_LOG'],
  ])('gives no throughput of %s', async (dict, code) => {
    const { runs, said } = await readText(`{'NEW_ORDER': 1, 'PAYMENT': 2}\n${dict}\n`);
    expect(valuesOf(runs, 'new-order')['throughput']).toBeUndefined();
    expect(said.map(([each]) => each)).toContain(code);
  });
});

describe("CockroachDB's workload", () => {
  it('has tpmC and latencies of new orders, totals of each type and of all', async () => {
    const { runs, said } = await read('made-cockroach-tpcc.txt');
    expect(runs[0]?.variant.product).toBe('CockroachDB');
    expect(valuesOf(runs, 'new-order')).toMatchObject({
      throughput: 1235.5,
      transactions: 2471,
      errors: 3,
      latency_p90: 0.0545,
      elapsed: 120,
    });
    // 2.0 and 22.6 transactions/s.
    expect(valuesOf(runs, 'delivery')).toMatchObject({ throughput: 120, transactions_per_s: 2 });
    expect(valuesOf(runs, 'all')).toMatchObject({ throughput: 1356, transactions: 2716 });
    expect(said[2]).toEqual([
      'tpcc:LIMITED',
      15,
      '96.1% of what think times allow: the terminals waited, not the server',
    ]);
  });

  it('doubts new orders per second that its predecessor calls tpmC', async () => {
    const { runs } = await readText(
      '_elapsed___newOrders___tpmC(cum)__avg(ms)__p50(ms)\n   10.0s         250        25.0    178.6    151.0\n',
    );
    const [result] = runs[0]?.results ?? [];
    const tpmC = result?.measurements.find(({ metric }) => metric === 'throughput');
    expect(tpmC?.doubt?.message).toMatch(/^new orders × 60 = tpmC × seconds does not hold/);
  });
});

describe('console of OLTPBench', () => {
  it('has each run of the file: transactions of all types, by settings and rate', async () => {
    const { runs, said } = await read('made-oltpbench-console.txt');
    expect(runs.map(({ workload }) => workload.label)).toEqual([
      '8 warehouses, OLTPBench, serializable, limited to 10000 transactions/s',
      '8 warehouses, OLTPBench, serializable, limited to 100 transactions/s',
    ]);
    expect(runs.map(({ variant }) => variant.product)).toEqual(['MySQL', 'MySQL']);
    expect(valuesOf(runs, 'all')).toEqual({
      transactions_per_s: 133,
      throughput: 7980,
      transactions: 7980,
      elapsed: 60,
    });
    expect(said).toEqual([
      ['WRAPPER_REMOVED', null, expect.stringContaining('codes for terminals')],
      ['tpcc:LIMITED', 23, 'limited to 100 transactions/s, and 100 were done'],
    ]);
  });

  it("of Yugabyte's fork has tpmC and reports that its terminals waited", async () => {
    const { runs, said } = await read('made-yugabyte-tpcc.txt');
    expect(valuesOf(runs, 'new-order')).toEqual({ throughput: 6227, transactions: 186_810, elapsed: 1800 });
    expect(valuesOf(runs, 'all')).toEqual({
      transactions_per_s: 235,
      throughput: 14_100,
      transactions: 423_000,
    });
    expect(said).toMatchObject([['tpcc:LIMITED', 4, expect.stringMatching(/^96\.8/)]]);
  });

  it('of BenchBase is named so; without a rate nothing is limited', async () => {
    const { runs, said } = await read('made-benchbase-console.txt');
    expect(runs[0]?.workload).toMatchObject({ clients: 10, label: '1 warehouse, BenchBase, serializable' });
    expect(runs[0]?.variant.product).toBe('PostgreSQL');
    expect(valuesOf(runs, 'all')).toEqual({
      transactions_per_s: 52.8,
      throughput: 3168,
      transactions: 3168,
      elapsed: 60,
    });
    expect(said).toEqual([]);
  });

  it('fails a run that did not end by itself', async () => {
    const text = readFixture('made-benchbase-console.txt').toString('latin1').replace('=EXIT', '=ERROR');
    const { runs, said } = await readText(text);
    expect(statusesOf(runs)).toEqual(['all failed']);
    expect(valuesOf(runs, 'all')['throughput']).toBeUndefined();
    expect(said.map(([code]) => code)).toEqual(['TRUNCATED_LOG']);
  });

  it('gives nothing of another benchmark, or of one that it does not name', async () => {
    const text = readFixture('made-benchbase-console.txt').toString('latin1').replace('TPCC {', 'YCSB {');
    const beside = { 'b/go-tpc.txt': readFixture('made-go-tpc.txt') };
    for (const log of [text, readFixture('made-benchbase-unnamed.txt')]) {
      using directory = makeDirectory({ 'a/console.txt': log, ...beside });
      const { runs, diagnostics } = await readUpload(directory.path);
      expect(runs.map(({ workload }) => workload.label)).toEqual(['10 warehouses, go-tpc']);
      const said = diagnostics.filter(({ file }) => file === 'a/console.txt').map(({ code }) => code);
      expect(said).toEqual(['METRIC_MISSING']);
    }
  });
});
