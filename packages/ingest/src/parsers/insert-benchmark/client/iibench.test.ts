import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import { readFixtureDetails } from '../../../testing/read-fixture-details';
import { iibench, RateSamples } from './iibench';
import type { IibenchLog } from './iibench-log';

async function parse<Log extends { type: string }>(fixture: string) {
  return parseBytes<Log>('x', readFixture(fixture));
}

describe('a client of the Insert Benchmark', () => {
  it('is read to its totals: 17 columns', async () => {
    const { log, diagnostics } = await parse<IibenchLog>('made-query-step.client1');
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({
      type: 'iibench',
      columns: 17,
      rows: 4,
      firstRowLine: 5,
      last: { seconds: 4, counts: { insert: 400, delete: 350, query: 3000 }, line: 8 },
      responseTimes: {
        insert: { counts: [0, 0, 5, 3, 0, 0, 0, 0, 0, 0], max: 0.012345, line: 10 },
        delete: { max: 0.010001 },
        query: { counts: [2900, 80, 15, 4, 1, 0, 0, 0, 0, 0], max: 0.05 },
      },
      // Sorted 1000 900 800 300: the 2nd of 4 is at 50%, the 4th at 99%.
      rates: { insert: { p50: 100, p99: 100 }, delete: { p50: 100, p99: 50 }, query: { p50: 900, p99: 300 } },
      totals: { seconds: 4, rowsPerS: 100, rows: 400, retries: { insert: 0, delete: 0, query: 0 } },
      createdIndexes: null,
    });
  });

  it('is read without deletes: 12 columns', async () => {
    const { log, diagnostics } = await parse<IibenchLog>('made-load.12-columns');
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({
      columns: 12,
      rows: 3,
      last: { counts: { insert: 10_000, delete: 0, query: 0 } },
      rates: { insert: { p50: 4000, p99: 1000 } },
      totals: { rows: 10_000, retries: { insert: 0, delete: null, query: 0 } },
    });
    expect(Object.keys(log?.rates ?? {})).toEqual(['insert']);
    expect(Object.keys(log?.responseTimes ?? {})).toEqual(['insert']);
  });

  it('is not finished without its totals', async () => {
    const { log, diagnostics } = await parse<IibenchLog>('made-killed.client1');
    expect(log).toMatchObject({ rows: 2, totals: null });
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['TRUNCATED_LOG', 4]]);
  });

  it('says where a row has too few numbers, and where the client failed', async () => {
    const text = readFixture('made-query-step.client1').toString();
    const broken = text
      .replace('\t300\t750\t7000', '\t300\t7000')
      .replace(/Totals: .*\nDone\n/, 'Traceback (most recent call last):\n  File "iibench.py", line 1\n');
    const { log, diagnostics } = await parseBytes<IibenchLog>('x', Buffer.from(broken));
    expect(log).toMatchObject({ rows: 3, totals: null });
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['LINE_UNPARSED', 8],
      ['TOOL_FAILED', 18],
    ]);
  });

  it('has the seconds that creating indexes took, during the step or after it', async () => {
    const during = await parse<IibenchLog>('made-create-index-step.client1');
    expect(during.log?.createdIndexes).toEqual({ seconds: 4, line: 6 });
    const after = await parse<IibenchLog>('made-create-index-study.2m');
    expect(after.log?.indexCreations).toEqual([
      { seconds: 8, words: 'create all with explicit inplace', line: 13 },
      { seconds: 10, words: 'create one at a time with explicit inplace', line: 23 },
    ]);
    expect(after.log?.command).toBeNull();
  });

  it('gives rates and slowest responses over time, histograms and totals', () => {
    const { series, histograms, facts } = readFixtureDetails(iibench, 'made-query-step.client1');
    expect(series.map(({ id }) => id)).toEqual([
      'insert_rate',
      'insert_latency_max',
      'delete_rate',
      'delete_latency_max',
      'query_rate',
      'query_latency_max',
    ]);
    expect(series[4]).toMatchObject({
      unit: 'queries/s',
      seconds: [1, 2, 3, 4],
      values: [1000, 900, 800, 300],
      lines: [5, 6, 7, 8],
    });
    // 50,000 µs.
    expect(series[5]?.values[0]).toBeCloseTo(0.05, 12);
    expect(histograms.map(({ id, buckets }) => [id, buckets[2]])).toEqual([
      ['insert_latency', { upTo: 0.004, count: 5 }],
      ['delete_latency', { upTo: 0.004, count: 5 }],
      ['query_latency', { upTo: 0.004, count: 15 }],
    ]);
    expect(histograms[0]?.buckets.at(-1)).toEqual({ upTo: null, count: 0 });
    expect(facts.map(({ name, number }) => [name, number])).toContainEqual(['rows per second', 100]);
  });
});

describe('rates of a client', () => {
  // Positions as reports print them: `50th, 16 / 31`, `50th, 8 / 17`, `75th, 20 / 26`.
  it.each([
    [31, 16, 31],
    [17, 8, 17],
    [30, 15, 30],
    [2, 1, 2],
  ])('of %i seconds are at positions %i and %i', (count, p50, p99) => {
    const samples = new RateSamples();
    // Fastest is `count`, so the value at position p is count + 1 - p.
    for (let value = 1; value <= count; value += 1) samples.add(value);
    expect(samples.percentiles()).toEqual({ p50: count + 1 - p50, p99: count + 1 - p99 });
  });

  it('are none for one second, or when nothing was done', () => {
    const one = new RateSamples();
    one.add(100);
    expect(one.percentiles()).toBeNull();
    const idle = new RateSamples();
    idle.add(0);
    idle.add(0);
    expect(idle.percentiles()).toBeNull();
  });
});
