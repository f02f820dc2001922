import { describe, expect, it } from 'vitest';
import { readDetails } from '../../read-details';
import { readFixture } from '../../testing/fixtures';

const TPCC = 'tpcc_2026-05-04_10-20-30';

async function* bytesOf(name: string): AsyncGenerator<Buffer> {
  yield readFixture(name);
}
const read = (name: string) => readDetails(bytesOf(name), name);

describe('details of BenchBase', () => {
  it('windows are series in seconds; one without requests is a gap', async () => {
    const { kind, series } = await read(`${TPCC}.results.Payment.csv`);
    expect(kind).toBe('benchbase-windows');
    expect(series.map(({ id }) => id)).toEqual([
      'throughput',
      'latency_avg',
      'latency_min',
      'latency_p25',
      'latency_p50',
      'latency_p75',
      'latency_p90',
      'latency_p95',
      'latency_p99',
      'latency_max',
    ]);
    expect(series[0]).toMatchObject({
      seconds: [0, 5, 10, 15],
      values: [42, 44, 0, 43],
      lines: [2, 3, 4, 5],
    });
    expect(series[9]).toMatchObject({ unit: 's', values: [0.091_25, 0.088_004, null, 0.090_001] });
  });

  it('samples are in microseconds', async () => {
    const { series } = await read('ycsb_2026-05-04_11-00-00.samples.csv');
    expect(series.find(({ id }) => id === 'latency_p99')?.values).toEqual([0.1213, 0.1199, null, 0.1201]);
  });

  it('requests are counted by second and by transaction', async () => {
    const { series, histograms, facts } = await read('smallbank_2026-05-04_12-00-00.raw.csv');
    // Starts after the first: 0, 0.25, 0.5, 1.1, 1.6, 2.2, 2.8 and 3.4 s.
    expect(series[0]).toMatchObject({ id: 'throughput', seconds: [0, 1, 2, 3], values: [3, 2, 2, 1] });
    expect(series[1]?.values).toEqual([0.0003, 0.000_45, 0.000_55, 0.000_25]);
    expect(histograms.map(({ of, buckets }) => [of, buckets.length])).toEqual([
      ['Amalgamate', 3],
      ['Balance', 4],
    ]);
    expect(facts.map(({ group, name, value }) => [group, name, value])).toEqual([
      [null, 'first request', '1,Amalgamate,1777890030.100000,500,0,1'],
      [null, 'last request', '2,Balance,1777890033.500000,250,1,1'],
      ['Amalgamate', 'requests', '3'],
      ['Balance', 'requests', '5'],
    ]);
  });

  it('values of a configuration are facts, comments are not', async () => {
    const { facts } = await read('made-sample-config.xml');
    expect(facts.map(({ group, name, value, line }) => [group, name, value, line])).toEqual([
      [null, 'type', 'POSTGRES', 5],
      [null, 'isolation', 'TRANSACTION_REPEATABLE_READ', 6],
      [null, 'scalefactor', '10', 7],
      [null, 'terminals', '4', 8],
      ['works.work', 'time', '10', 10],
      ['works.work', 'rate', 'unlimited', 10],
      ['works.work', 'weights', '45,43,4,4,4', 10],
      ['works.work', 'time', '10', 11],
      ['works.work', 'rate', '500', 11],
      ['works.work', 'weights', '0, 0,50,0,50', 11],
      ['transactiontypes.transactiontype', 'name', 'NewOrder', 15],
    ]);
  });

  it('keys of a summary are facts, also those without a metric', async () => {
    const { facts } = await read(`${TPCC}.summary.json`);
    const p25 = facts.find(({ name }) => name === '25th Percentile Latency (microseconds)');
    expect(p25).toMatchObject({ group: 'Latency Distribution', value: '12044', line: 18 });
    expect(facts).toHaveLength(22);
  });

  it('settings, counters and histograms of JSON are facts with their keys', async () => {
    const metrics = await read(`${TPCC}.metrics.json`);
    expect([metrics.kind, metrics.facts[1]]).toMatchObject([
      'benchbase-metrics',
      { group: 'pg_stat_database', name: 'xact_commit', number: 20_411 },
    ]);
    const params = await read(`${TPCC}.params.json`);
    expect([params.kind, params.facts[1]]).toMatchObject([
      'benchbase-params',
      { group: null, name: 'max_connections', value: '100' },
    ]);
    const histograms = await read(`${TPCC}.histograms.json`);
    expect([histograms.kind, histograms.facts[0]]).toMatchObject([
      'benchbase-histograms',
      { group: 'completed.HISTOGRAM', name: 'NewOrder/01', value: '901' },
    ]);
  });
});
