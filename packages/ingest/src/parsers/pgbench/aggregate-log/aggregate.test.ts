import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import { readFixtureDetails } from '../../../testing/read-fixture-details';
import { aggregate } from './aggregate';
import type { AggregateLog } from './aggregate-log';

async function parse(bytes: Buffer | string) {
  const { log, diagnostics } = await parseBytes('x', Buffer.from(bytes));
  if (log?.type !== 'pgbench-aggregate') throw new Error(`read as ${log?.type}`);
  return { log: log as AggregateLog, diagnostics };
}

describe('aggregated log of pgbench', () => {
  it('adds up intervals, and takes no latency of one without a transaction', async () => {
    const { log, diagnostics } = await parse(readFixture('made-aggregate-log.txt'));
    expect(diagnostics).toEqual([]);
    expect(log).toEqual({
      type: 'pgbench-aggregate',
      intervals: 4,
      transactions: 5601 + 7884 + 7685,
      sum: 1_542_744 + 1_979_812 + 1_980_268,
      squares: 483_552_416 + 565_806_736 + 569_784_714,
      min: 60,
      max: 2573,
      firstSecond: 1_345_828_501,
      firstLine: 1,
      lastLine: 4,
    });
  });

  it.each([
    ['an average above the largest', '1345828509 10 99999 483552416 61 2573'],
    ['squares that are too small', '1345828509 5601 1542744 4835524 61 2573'],
    ['squares that are too large', `1345828509 5601 1542744 ${'9'.repeat(30)} 61 2573`],
    ['a cut row', '1345828509 5601 1542744'],
    ['seven columns', '1345828509 5601 1542744 483552416 61 2573 5'],
  ])('reports %s', async (_, row) => {
    const { log, diagnostics } = await parse(`${readFixture('made-aggregate-log.txt')}${row}\n`);
    expect(log.intervals).toBe(4);
    expect(diagnostics).toMatchObject([{ code: 'LINE_UNPARSED', line: 5 }]);
  });

  it('has series of its intervals, with a gap where no transaction ran', () => {
    const { series } = readFixtureDetails(aggregate, 'made-aggregate-log.txt');
    expect(series.map(({ id }) => id)).toEqual([
      'transactions',
      'latency_avg',
      'latency_stddev',
      'latency_min',
      'latency_max',
    ]);
    expect(series[0]).toMatchObject({
      seconds: [0, 2, 4, 6],
      values: [5601, 7884, 0, 7685],
      lines: [1, 2, 3, 4],
    });
    const [first, , gap] = series[1]?.values ?? [];
    // 1542744 / 5601 µs
    expect(first).toBeCloseTo(0.000275440814, 12);
    expect(gap).toBeNull();
  });

  it('has lag and skipped of 15 where a rate was asked for, and not where the columns are 0', () => {
    const ids = (name: string) => readFixtureDetails(aggregate, name).series.map(({ id }) => id);
    expect(ids('aggregate-log-15-rate')).toContain('schedule_lag_avg');
    expect(ids('aggregate-log-15-rate')).toContain('skipped_transactions');
    expect(ids('aggregate-log-15')).toEqual([
      'transactions',
      'latency_avg',
      'latency_stddev',
      'latency_min',
      'latency_max',
    ]);
  });
});
