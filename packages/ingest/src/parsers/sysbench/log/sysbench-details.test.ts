import { describe, expect, it } from 'vitest';
import { visitLines } from '../../../files/line-blocks';
import { openDetails } from '../../../read-details';
import { readFixture } from '../../../testing/fixtures';
import { sysbench } from '../family';

function detailsOf(name: string, bytes = readFixture(name)) {
  const session = openDetails(sysbench, name);
  if (!session) throw new Error('sysbench has details');
  visitLines(bytes, 1, session);
  const details = session.end();
  const series = Object.fromEntries(details.series.map((one) => [one.id, one]));
  return { ...details, all: details.series, series, ids: details.series.map(({ id }) => id) };
}

describe('interval lines', () => {
  it('of 1.x are series in base units, with their seconds and lines', () => {
    const { series, ids } = detailsOf('oltp_read_write.t8.errors.p99.txt');
    expect(ids).toEqual([
      'throughput',
      'transactions_per_s',
      'read_queries',
      'write_queries',
      'other_queries',
      'errors_per_s',
      'reconnects_per_s',
      'threads',
      'latency_p99',
    ]);
    expect(series['throughput']).toEqual({
      id: 'throughput',
      label: 'QPS',
      unit: 'queries/s',
      of: null,
      seconds: [2, 4],
      values: [136.9, 223.04],
      lines: [13, 14],
    });
    expect(series['read_queries']?.values).toEqual([111.92, 161.03]);
    expect(series['write_queries']?.values).toEqual([13.99, 36.01]);
    expect(series['other_queries']?.values).toEqual([10.99, 26]);
    expect(series['latency_p99']).toMatchObject({ unit: 's', values: [1.0136, 3.04014] });
    expect(series['errors_per_s']?.values).toEqual([1.5, 2.5]);
  });

  it('of 1.0.15 have no colon after err/s, and keep a TPS of zero', () => {
    const { series } = detailsOf('made-1.0.15-innodb.72.txt');
    expect(series['transactions_per_s']?.values).toEqual([0, 453.16]);
    expect(series['throughput']?.values).toEqual([513.77, 13_085.79]);
    expect(series['threads']?.values).toEqual([72, 70]);
    expect(series['errors_per_s']?.values).toEqual([0, 1]);
  });

  it('of 0.5 have no queries/s; reads + writes are requests/s', () => {
    const { series, ids } = detailsOf('made-0.5-sysbench.ro.2.res');
    expect(ids).not.toContain('throughput');
    expect(series['rw_requests_per_s']).toMatchObject({ seconds: [2, 4], values: [6821.71, 7278.6] });
    expect(series['latency_p95']?.values).toEqual([0.00372, 0.00361]);
    expect(series['errors_per_s']?.values).toEqual([0.5, 0]);
    expect(series['reconnects_per_s']?.values).toEqual([0.25, 0]);
    expect(series['queue_length']?.values).toEqual([3, 0]);
    expect(series['concurrency']?.values).toEqual([2, 1]);
  });

  it('of early 0.5 end after the latency, with and without a comma before it', () => {
    const { series } = detailsOf('made-0.5-sysbench.rw.32.res');
    expect(series['transactions_per_s']?.values).toEqual([6266.52, 6232.82]);
    expect(series['write_queries']?.values).toEqual([25_066.87, 24_932.87]);
    expect(series['latency_p99']?.values).toEqual([0.00953, 0.00979]);
    expect(series['errors_per_s']).toBeUndefined();
  });

  it('of cpu, memory and files have events and bytes', () => {
    const cpu = detailsOf('cpu.rate.txt');
    expect(cpu.series['throughput']).toMatchObject({ unit: 'events/s', values: [471.58, 517.1, 487] });
    expect(cpu.series['queue_length']?.values).toEqual([0, 0, 0]);
    expect(cpu.series['concurrency']?.values).toEqual([0, 1, 0]);
    const memory = detailsOf('memory.intervals.txt');
    expect(memory.series['bandwidth']).toMatchObject({
      unit: 'B/s',
      values: [8886.88 * 1_048_576, 4870.3 * 1_048_576, 4888.02 * 1_048_576],
    });
    const files = detailsOf('fileio.rndrw.p99.txt');
    expect(files.ids).toEqual(['read_bandwidth', 'write_bandwidth', 'fsyncs', 'latency_p99']);
    expect(files.series['fsyncs']?.values).toEqual([3558.76, 3607.58, 3758.91]);
    expect(files.series['latency_p99']?.values).toEqual([0.000222, 0.000218, 0.00021]);
  });

  it('are those of each run when two were appended', () => {
    const once = readFixture('cpu.rate.txt');
    const details = detailsOf('twice', Buffer.concat([once, readFixture('memory.intervals.txt'), once]));
    const throughput = details.all.filter(({ id }) => id === 'throughput');
    expect(throughput.map(({ of, values }) => [of, values])).toEqual([
      ['run 1', [471.58, 517.1, 487]],
      ['run 3', [471.58, 517.1, 487]],
    ]);
  });
});

describe('--histogram', () => {
  it('is a histogram in seconds; values that print alike are one bucket', () => {
    const { histograms } = detailsOf('oltp_point_select.rate.checkpoint.histogram.txt');
    const [histogram] = histograms;
    expect(histogram).toMatchObject({ id: 'latency', unit: 's', line: 50 });
    // 0.025 is printed twice with 1 each, 0.026 once with 1, 0.027 with 3 and 1.
    expect(histogram?.buckets.slice(0, 3)).toEqual([
      { upTo: 0.000025, count: 2 },
      { upTo: 0.000026, count: 1 },
      { upTo: 0.000027, count: 4 },
    ]);
    const bounds = histogram?.buckets.map(({ upTo }) => upTo ?? 0) ?? [];
    expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b));
  });

  it('is absent where the log has none', () => {
    expect(detailsOf('cpu.rate.txt').histograms).toEqual([]);
  });
});

describe('facts', () => {
  it('are every value of the last summary, as printed', () => {
    const { facts } = detailsOf('cpu.checkpoints.txt');
    expect(facts[0]).toEqual({
      group: 'CPU speed',
      name: 'events per second',
      value: '10692.35',
      number: 10_692.35,
      unit: null,
      line: 35,
    });
    expect(facts.filter(({ name }) => name === 'total time')).toEqual([
      {
        group: 'General statistics',
        name: 'total time',
        value: '4.0001s',
        number: 4.0001,
        unit: 's',
        line: 38,
      },
    ]);
  });

  it('hold percentiles that no metric has', () => {
    const { facts } = detailsOf('oltp_read_only.t2.p100.txt');
    const percentile = facts.find(({ name }) => name === '100th percentile');
    expect(percentile).toMatchObject({ group: 'Latency (ms)', value: '99.33', number: 99.33, unit: 'ms' });
    const read = facts.find(({ name }) => name === 'read');
    expect(read?.group).toBe('queries performed');
    const transactions = facts.find(({ name }) => name === 'transactions');
    expect(transactions?.group).toBe('SQL statistics');
  });

  it('hold what memory printed outside of its lists', () => {
    const { facts } = detailsOf('memory.intervals.txt');
    expect(facts.slice(0, 2)).toMatchObject([
      {
        group: null,
        name: 'Total operations',
        value: '19100099 (6363399.58 per second)',
        number: 19_100_099,
      },
      { group: null, name: 'transferred', value: '18652.44 MiB (6214.26 MiB/sec)', number: 18_652.44 },
    ]);
  });
});
