import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import { readFixtureDetails } from '../../../testing/read-fixture-details';
import type { TransactionLog } from './transaction-log';
import { transactions } from './transactions';

async function parse(bytes: Buffer | string) {
  const { log, diagnostics } = await parseBytes('x', Buffer.from(bytes));
  if (log?.type !== 'pgbench-transactions') throw new Error(`read as ${log?.type}`);
  return { log: log as TransactionLog, diagnostics };
}

describe('transaction log of pgbench', () => {
  it('has counts, times and latencies, of each script too', async () => {
    const { log, diagnostics } = await parse(readFixture('pgbench_log.4711'));
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({
      rows: 5,
      skipped: 0,
      failed: 0,
      columns: 6,
      clients: 2,
      share: 1,
      seventhSum: null,
      firstSecond: 1_175_850_568,
      lastSecond: 1_175_850_570,
      firstLine: 1,
      lastLine: 5,
    });
    // 2241 + 2465 + 2513 + 1000 + 90000
    expect([log.latencies?.sum, log.latencies?.min, log.latencies?.max]).toEqual([98_219, 1000, 90_000]);
    expect(log.scripts.map(({ script, latencies }) => [script, latencies.count, latencies.sum])).toEqual([
      [0, 3, 7219],
      [1, 2, 91_000],
    ]);
  });

  it('counts rows of failed and skipped transactions, and none of their times', async () => {
    const second = await parse(readFixture('pgbench_log.4711.1'));
    expect(second.log).toMatchObject({ rows: 2, failed: 1, skipped: 0, share: 1 });
    const retries = await parse(readFixture('transaction-log-15-retries'));
    expect(retries.log.columns).toBe(7);
    expect(retries.log.failed + retries.log.rows).toBe(12);
    expect(retries.log.failed).toBeGreaterThan(0);
    const rate = await parse(readFixture('transaction-log-15-rate'));
    expect(rate.log).toMatchObject({ rows: 8, skipped: 2, columns: 7 });
  });

  it('sees by the numbers of a client that it holds a sample', async () => {
    const { log } = await parse(readFixture('made-transaction-log-sampled.txt'));
    expect(log).toMatchObject({ rows: 3, skipped: 2, clients: 1, seventhSum: 3005 + 3108 + 740 });
    // Client 0 has 81, 83 and 90 of the ten numbers from 81 to 90.
    expect(log.share).toBe(0.3);
  });

  it.each([
    ['cut', '0 3 2241 0 11758'],
    ['a word', '0 3 lost 0 1175850568 995598'],
    ['no number', '0 3 2241 0 1175850568 '],
    ['two blanks', '0 3  2241 0 1175850568 995598'],
    ['another column', '0 3 2241 0 1175850568 995598 7'],
    ['too many digits', `0 3 ${'9'.repeat(30)} 0 1175850568 995598`],
  ])('reports a row that is damaged: %s', async (_, row) => {
    const { log, diagnostics } = await parse(`${readFixture('pgbench_log.4711')}${row}\n`);
    expect(log.rows).toBe(5);
    expect(diagnostics).toMatchObject([{ code: 'LINE_UNPARSED', line: 6 }]);
  });

  it('has the latencies over time and as a histogram', () => {
    const { series, histograms, facts } = readFixtureDetails(transactions, 'pgbench_log.4711');
    expect(series).toMatchObject([
      { id: 'latency_avg', seconds: [0, 1, 2], values: [0.002353, 0.0017565, 0.09], lines: [1, 3, 5] },
      { id: 'latency_max', values: [0.002465, 0.002513, 0.09] },
    ]);
    expect(histograms).toHaveLength(1);
    expect(histograms[0]?.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'rows of transactions: 5',
      'skipped by the latency limit: 0',
      'failed: 0',
      'clients: 2',
      'share of all transactions: 100',
    ]);
  });
});
