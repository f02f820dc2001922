import { describe, expect, it } from 'vitest';
import { visitLines } from '../../../files/line-blocks';
import { openDetails } from '../../../read-details';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import { dbBench } from '../family';
import type { DbBenchLog, DbBenchResult } from './db-bench-log';
import { parseResultLine } from './result-line';

const parse = (bytes: Buffer) => parseBytes<DbBenchLog>('x', bytes);
const loggedValue = ({ values }: DbBenchResult, metric: string) =>
  values.find((value) => value.metric === metric)?.value;

function detailsOf(bytes: Buffer) {
  const session = openDetails(dbBench, 'x');
  if (!session) throw new Error('db_bench has details');
  visitLines(bytes, 1, session);
  return session.end();
}

it.each([
  ['of LevelDB in Java', 'fillseq      :     2.50000 micros/op;   44.3 MB/s'],
  ['of RocksJava', 'fillseq          :     2.50000 micros/op;   44.3 MB/s; 1 / 1 task(s) finished.'],
])('a log %s is known without the name of the library in it', async (_, text) => {
  const { log } = await parse(Buffer.from(`Entries:    1000000\n-----\n${text}\n`));
  const results = log?.executions.flatMap((execution) => execution.results);
  expect(results?.map(({ bench, microsPerOp }) => [bench, microsPerOp])).toEqual([['fillseq', 2.5]]);
});

describe('result lines', () => {
  it.each([
    // V1
    ['readrandom   :      10.218 micros/op 3131616 ops/sec; 1254.3 MB/s (9 of 10 found)', 1254.3, null, 9],
    ['multireadrandom :    2.500 micros/op 400000 ops/sec; (999 of 1000 found)', null, null, 999],
    // V2
    [
      'overwrite    :  7.854 micros/op 127320 ops/sec 1800.001 seconds 229176999 operations;   51.0 MB/s',
      51,
      1800.001,
      null,
    ],
    [
      'crc32c       :  2.354 micros/op 424884 ops/sec 3.013 seconds 1280000 operations; 1659.7 MB/s (4096 per op)',
      1659.7,
      3.013,
      null,
    ],
  ])('%s', (text, megabytesPerS, seconds, found) => {
    expect(parseResultLine(text)).toMatchObject({ megabytesPerS, seconds });
    expect(parseResultLine(text)?.found?.found ?? null).toBe(found);
  });

  it.each([
    'readrandom [AVG    3 runs] : 1288751 (± 98336) ops/sec;  147.5 (± 11.3) MB/sec',
    'readrandom   :      10.218 micros/op nan ops/sec; 1254.3 MB/s',
    'readrandom   :      10.218 micros/op',
  ])('%s is none', (text) => {
    expect(parseResultLine(text)).toBeNull();
  });
});

describe('a log of benchmark.sh', () => {
  it('gives the result that follows the progress on its line, its histogram and statistics', async () => {
    const { log, diagnostics } = await parse(readFixture('benchmark_fillseq.wal_disabled.v100.log'));
    expect(diagnostics).toEqual([]);
    const [execution] = log?.executions ?? [];
    expect(execution).toMatchObject({ version: '7.8.3', cores: 2, entries: 20_000, failure: null });
    const [result] = execution?.results ?? [];
    expect(result).toMatchObject({
      bench: 'fillseq',
      line: 27,
      opsPerSec: 255_711,
      seconds: 0.078,
      operations: 20_000,
    });
    if (!result) return;
    expect(loggedValue(result, 'latency_avg')).toBe(0.000003909);
    expect(loggedValue(result, 'latency_p50')).toBe(0.0000005);
    expect(loggedValue(result, 'latency_p9999')).toBe(0.00825);
    expect(loggedValue(result, 'latency_max')).toBe(0.010688);
    // 2.07 MB of 1,048,576 bytes
    expect(loggedValue(result, 'lsm_size')).toBe(2_170_552);
    expect(loggedValue(result, 'stall_percent')).toBe(46);
    // Ingest is printed as 0.00 GB: nothing can be divided by it.
    expect(loggedValue(result, 'write_amplification')).toBeUndefined();
  });

  it('takes the last of several dumps, and dumps while the test ran as series', async () => {
    const bytes = readFixture('benchmark_overwriteandwait.t2.s0.log');
    const { log } = await parse(bytes);
    expect(log?.compactionStats).toBe(8);
    const [result] = log?.executions[0]?.results ?? [];
    if (!result) throw new Error('no result');
    expect(loggedValue(result, 'uptime')).toBe(9);
    // (0.21 + 0.073) / 0.08
    expect(loggedValue(result, 'write_amplification')).toBeCloseTo(3.5375, 10);
    const { series } = detailsOf(bytes);
    const size = series.find(({ id }) => id === 'lsm_size');
    expect(size?.seconds).toEqual([1, 2, 3, 9]);
    expect(size?.values[0]).toBe(Math.round(5.62 * 1024 * 1024));
    expect(series.filter(({ id }) => id === 'throughput').map(({ of }) => of)).toEqual([
      'thread 0',
      'thread 1',
    ]);
  });

  it('keeps repeats apart; sizes after the last one are its own', async () => {
    const { log } = await parse(readFixture('benchmark_readrandom.t2.log'));
    const results = log?.executions[0]?.results ?? [];
    expect(results.map(({ opsPerSec }) => opsPerSec)).toEqual([491_159, 448_546, 456_490]);
    expect(results.map((result) => loggedValue(result, 'latency_p99'))).toEqual([
      0.00000486, 0.00000383, 0.00002622,
    ]);
    expect(results.map((result) => loggedValue(result, 'lsm_size'))).toEqual([
      undefined,
      undefined,
      2_527_068,
    ]);
    // The statistics are cumulative since the database was opened.
    expect(results.map((result) => loggedValue(result, 'uptime'))).toEqual([undefined, undefined, undefined]);
  });

  it('reports that a killed one and a failed one have no result', async () => {
    const killed = await parse(readFixture('benchmark_readwhilewriting.t1.log'));
    expect(killed.diagnostics.map(({ code }) => code)).toEqual(['TRUNCATED_LOG']);
    const failed = await parse(readFixture('benchmark_fillrandom.wal_disabled.v100.log'));
    expect(failed.diagnostics.map(({ code, line }) => [code, line])).toEqual([['TOOL_FAILED', 1]]);
    expect(failed.log?.executions[0]?.failure?.text).toMatch(/^open error: IO error/);
  });
});

describe('a sequence of tests', () => {
  it('tells what changed the database, and which results only warm up', async () => {
    const { log, diagnostics } = await parse(readFixture('db_bench-sequence.txt'));
    expect(diagnostics).toEqual([]);
    expect(log?.executions[0]?.results.map(({ bench, phase, warmup }) => [bench, phase, warmup])).toEqual([
      ['fillrandom', null, false],
      ['readrandom', 'fillrandom', true],
      ['readrandom', 'fillrandom', false],
      ['readrandom', 'fillrandom', false],
      ['readrandom', 'compact', false],
      ['seekrandomwhilewriting', 'compact', false],
    ]);
  });

  it('reads V1 with announced tests; a result that was not announced is a copy', async () => {
    const { log, diagnostics } = await parse(readFixture('made-v1-test-is.txt'));
    expect(diagnostics).toEqual([]);
    expect(log).toMatchObject({ resultLines: 6, compactionStats: 2, warnings: 1 });
    const results = log?.executions[0]?.results ?? [];
    expect(results.map(({ bench, phase, seconds }) => [bench, phase, seconds])).toEqual([
      ['overwrite', null, null],
      ['readrandom', 'overwrite', null],
      ['readrandom', 'overwrite', null],
      ['multireadrandom', 'compact0', null],
      ['readrandom', 'compact0', null],
    ]);
    const [overwrite] = results;
    if (!overwrite) return;
    // 5 + 3 + 7 + 11 + 13 + 17: those `_with_compaction` are part of 5 and 3
    expect(loggedValue(overwrite, 'stall_count')).toBe(56);
    // (1.50 + 0.50) / 0.50
    expect(loggedValue(overwrite, 'write_amplification')).toBe(4);
    expect(loggedValue(overwrite, 'compaction_cpu')).toBe(1.25);
  });

  it('counts stalls as RocksDB prints them since 8.4, and reads the default column family only', async () => {
    const { log } = await parse(readFixture('made-v2-write-stall-since-8.4.log'));
    const [result] = log?.executions[0]?.results ?? [];
    if (!result) throw new Error('no result');
    expect(loggedValue(result, 'stall_count')).toBe(9);
    expect(loggedValue(result, 'lsm_size')).toBe(2 * 1024 ** 3);
    expect(loggedValue(result, 'blob_size')).toBe(1.5 * 1024 ** 3);
    expect(loggedValue(result, 'compaction_seconds')).toBe(1.5);
  });

  it('has the threads of interval lines one after the other, and facts of every test', () => {
    const { series, facts } = detailsOf(readFixture('made-v1-test-is.txt'));
    expect(series).toMatchObject([
      { of: 'thread 0', seconds: [5, 10], values: [300_000, 320_000], lines: [14, 15] },
    ]);
    const fact = (group: string, name: string) =>
      facts.find((found) => found.group === group && found.name === name);
    expect(fact('Level Sum', 'W-Amp')).toMatchObject({ value: '2.0', number: 2 });
    expect(fact('Priority High', 'Comp(cnt)')).toMatchObject({ value: '20' });
    expect(fact('header', 'Entries')).toMatchObject({ number: 1_000_000 });
    expect(fact('DB statistics', 'Cumulative stall')).toMatchObject({
      value: '00:00:0.250 H:M:S, 2.5 percent',
    });
  });

  it('has the buckets of each histogram', () => {
    const { histograms } = detailsOf(readFixture('benchmark_readrandom.t2.log'));
    expect(histograms.map(({ label }) => label)).toEqual(['read latency', 'read latency', 'read latency']);
    for (const { buckets } of histograms) {
      expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(40_000);
    }
  });
});

it('is found by name when there is nothing to read', () => {
  const score = (name: string) => dbBench.score({ path: name, name, bytes: Buffer.alloc(0), head: '' });
  expect(score('benchmark_readrandom.t8.log')).toBe(0.3);
  expect(score('readrandom.log')).toBe(0);
});
