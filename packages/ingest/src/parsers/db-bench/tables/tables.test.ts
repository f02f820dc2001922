import { describe, expect, it } from 'vitest';
import { visitLines } from '../../../files/line-blocks';
import { openDetails } from '../../../read-details';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import { type CompareLog, dbBenchIntervals } from '../family';
import { dbBenchReport, parseCell } from './report';
import type { ReportLog } from './report-log';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

function valuesOf(log: ReportLog | null, index: number): Record<string, number> {
  return Object.fromEntries((log?.rows[index]?.values ?? []).map(({ metric, value }) => [metric, value]));
}

describe('report.tsv', () => {
  it('has base units, and no value for empty cells and NA', async () => {
    const { log } = await parseBytes<ReportLog>('x', readFixture('made-report-28-columns.tsv'));
    expect(log?.rows.map(({ test, line, failed }) => [test, line, failed])).toEqual([
      ['fillseq.wal_disabled.v400', 5, false],
      ['readrandom.t8', 6, false],
      ['overwrite.t8.s0', 7, true],
      ['multireadrandom.t8', 8, false],
    ]);
    expect(valuesOf(log, 0)).toMatchObject({
      throughput: 500_000,
      bandwidth: 200 * MIB,
      lsm_size: 16 * GIB,
      compaction_write: 15.5 * GIB,
      write_amplification: 2,
      latency_avg: 0.000002,
      latency_max: 0.05,
      stall_percent: 12.5,
      stall_count: 300,
      user_cpu: 100,
    });
    expect(valuesOf(log, 1)).not.toHaveProperty('write_amplification');
    expect(valuesOf(log, 1)).not.toHaveProperty('stall_count');
    expect(valuesOf(log, 1)).toMatchObject({ rss: 4.5 * GIB, latency_p99: 0.00025 });
    expect(log?.rows[0]).toMatchObject({
      version: '9.4.1',
      githash: '0123456789',
      date: '2025-03-1T04:05:06',
    });
  });

  it('reports a failed row and a non-numeric cell with their lines', async () => {
    const { log, diagnostics } = await parseBytes<ReportLog>('x', readFixture('made-report-28-columns.tsv'));
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['TOOL_FAILED', 7],
      ['LINE_UNPARSED', 8],
    ]);
    expect(valuesOf(log, 2)).toEqual({});
    expect(valuesOf(log, 3)).not.toHaveProperty('uptime');
    expect(valuesOf(log, 3)).toMatchObject({ throughput: 70_000 });
  });

  it('reads 27 columns, and seconds that mean MB/s', async () => {
    const { log, diagnostics } = await parseBytes<ReportLog>(
      'x',
      readFixture('made-report-27-columns-seconds-in-mb_sec.tsv'),
    );
    expect(valuesOf(log, 0)).toMatchObject({ throughput: 210_000, elapsed: 1800.002 });
    expect(valuesOf(log, 0)).not.toHaveProperty('bandwidth');
    expect(diagnostics.map(({ code }) => code)).toEqual(['METRIC_MISSING']);
  });

  it('reads the older report.txt by its column names', async () => {
    const { log, diagnostics } = await parseBytes<ReportLog>('x', readFixture('made-report-2021.txt'));
    expect(diagnostics).toEqual([]);
    expect(log?.rows[0]).toMatchObject({ test: 'overwrite.t8.s0', version: '6.17' });
    expect(valuesOf(log, 0)).toMatchObject({
      throughput: 120_000,
      latency_p75: 0.0000702,
      write_amplification: 3.5,
    });
  });

  it('reads a row of too few cells not at all', async () => {
    const cut = readFixture('made-report-28-columns.tsv')
      .toString()
      .split('\n')
      .slice(0, 5)
      .join('\n')
      .slice(0, -30);
    const { log, diagnostics } = await parseBytes<ReportLog>('x', Buffer.from(cut));
    expect(log?.rows).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['LINE_UNPARSED', 'TRUNCATED_LOG']);
  });

  it('knows how far rounding goes', () => {
    expect(parseCell('p99', '250')).toEqual({ metric: 'latency_p99', value: 0.00025, rounding: 0.5 * 1e-6 });
    expect(parseCell('lsm_sz', '16GB')).toEqual({ metric: 'lsm_size', value: 16 * GIB, rounding: 0.5 * GIB });
    expect(parseCell('job_id', 'abc')).toBeNull();
    expect(parseCell('usec_op', 'inf')).toBe('unreadable');
  });
});

describe('tables of several reports', () => {
  it('has the reports that a summary is made of, and blocks', async () => {
    const { log } = await parseBytes<ReportLog>('x', readFixture('made-summary.tsv'));
    expect(log?.sources).toHaveLength(3);
    expect(log?.blockSizes).toEqual([3, 3]);
    expect(log?.rows.map(({ block, index }) => [block, index])[4]).toEqual([1, 1]);
  });

  it('has mean and deviation of a sdev file as facts', async () => {
    const bytes = readFixture('made-sum.byrx.dop4.txt.sdev');
    const { diagnostics } = await parseBytes('x', bytes);
    expect(diagnostics).toEqual([]);
    const session = openDetails(dbBenchReport, 'report.tsv');
    if (!session) throw new Error('no details');
    visitLines(bytes, 1, session);
    const facts = session.end().facts.filter(({ group }) => group === 'readrandom.t4');
    expect(facts.map(({ name, number }) => [name, number])).toEqual([
      ['mean', 1100],
      ['stddev', 81.6],
      ['sdev/mean', 0.074],
    ]);
  });

  it.each([
    ['made-csum.byrx.gcc.csv', true, ['9.4.1', '10.0.1'], [1, 1.2]],
    ['made-rel2.iodir.9x.csv', true, null, [0.98, 1.2]],
    ['made-fmt.byrx.abs1.tsv', false, ['9.4.1', '10.0.1'], [1000, 1200]],
    ['made-abs.iobuf.9x.tsv', false, null, [1000, 1200]],
  ])('%s: ratios or operations, with or without versions', async (name, isRatios, versions, values) => {
    const { log, diagnostics } = await parseBytes<CompareLog>('x', readFixture(name));
    expect(log).toMatchObject({ isRatios, versions });
    expect(log?.rows[0]).toMatchObject({ test: 'readrandom.t4', values });
    expect(diagnostics.map(({ code }) => code)).toEqual(isRatios ? ['RATIOS_ONLY'] : []);
  });
});

it('has the rates of a report file as a series', () => {
  const session = openDetails(dbBenchIntervals, 'x.r.csv');
  if (!session) throw new Error('no details');
  visitLines(readFixture('benchmark_overwriteandwait.t2.s0.log.r.csv'), 1, session);
  expect(session.end().series).toMatchObject([
    { id: 'throughput', seconds: [1, 2, 3, 4], values: [149_756, 151_300, 181_287, 167_202] },
  ]);
});
