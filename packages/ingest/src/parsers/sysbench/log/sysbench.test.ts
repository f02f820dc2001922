import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import type { SysbenchLog } from './sysbench-log';

async function parse(name: string, bytes = readFixture(name)) {
  const { log, diagnostics } = await parseBytes<SysbenchLog>(name, bytes);
  if (log?.type !== 'sysbench') throw new Error(`${name} was read as ${log?.type}`);
  return { log, codes: diagnostics.map(({ code }) => code), diagnostics };
}

describe('sysbench', () => {
  it('reads the block after "Threads started!" and not what EXPLAIN printed before it', async () => {
    const { log, codes } = await parse('sb.o.read-write.range100.pk1.dop2');
    expect(codes).toEqual([]);
    expect(log).toMatchObject({
      tool: 'sysbench 1.1.0-3ceba0b',
      cores: 8,
      threads: 2,
      tables: 4,
      tableSize: 1_000_000,
      seconds: 60,
      script: 'oltp_read_write',
      summaries: 1,
      fatal: null,
      summary: {
        queries: { value: 240_000, line: 29 },
        queriesPerS: { value: 4000.05, line: 29 },
        transactions: { value: 12_000, line: 28 },
        transactionsPerS: { value: 200, line: 28 },
        errors: { value: 3, line: 30 },
        eventsPerS: { value: 200.0025, line: 34 },
        elapsedS: { value: 60.0012, line: 35 },
        latencyMinMs: { value: 4.43, line: 39 },
        latencyAvgMs: { value: 9.99, line: 40 },
        latencyMaxMs: { value: 123.45, line: 41 },
        latencyPercentileMs: { value: 12.75, line: 42 },
        percentile: 95,
      },
    });
  });

  it('misses the number of a damaged line behind "Threads started!", and none of one before it', async () => {
    const name = 'sb.o.read-write.range100.pk1.dop2';
    const text = readFixture(name).toString('latin1');
    const damaged = text.replace(/^ {4}queries: .*$/gm, '    queries:         many   (4000.05 per sec.)');
    const { diagnostics } = await parse(name, Buffer.from(damaged));
    const unreadable = diagnostics.filter(({ code }) => code === 'VALUE_UNREADABLE');
    // Line 14 is of EXPLAIN text.
    expect(unreadable.map(({ line }) => line)).toEqual([29]);
  });

  it('masks the password on the command line', async () => {
    const { log } = await parse('sb.o.read-write.range100.pk1.dop2');
    expect(log.command).toContain('--mysql-password=*** --mysql-host=127.0.0.1');
  });

  it('takes the last of several summaries: checkpoints come before it', async () => {
    const { log, codes } = await parse('checkpoints.txt');
    expect(codes).toContain('SEVERAL_SUMMARIES');
    expect(log.summary).toMatchObject({
      queriesPerS: { value: 116.67 },
      errors: { value: 1 },
      elapsedS: { value: 3.0002 },
      latencyMinMs: { value: 0.01 },
      latencyPercentileMs: { value: 0.07 },
      percentile: 99,
    });
  });

  it('has no result when only a checkpoint was printed before the end', async () => {
    const text = readFixture('checkpoints.txt').toString();
    const { log, codes } = await parse('killed.txt', Buffer.from(text.slice(0, text.indexOf('[ 3s ]'))));
    expect(log.summary).toBeNull();
    expect(codes).toContain('TRUNCATED_LOG');
  });

  it('names the first FATAL line and has no result', async () => {
    const { log, diagnostics } = await parse('fatal.txt');
    expect(log.summary).toBeNull();
    expect(log.fatal?.line).toBe(6);
    const [failed] = diagnostics.filter(({ code }) => code === 'TOOL_FAILED');
    expect(failed).toMatchObject({ line: 6, severity: 'warning' });
    expect(failed?.message).toContain('run this test again');
  });

  it('reports that a log without a summary was killed or cut', async () => {
    const { log, codes } = await parse('killed.txt');
    expect(log).toMatchObject({ summary: null, threads: 1, tool: 'sysbench 1.0.20' });
    expect(codes).toContain('TRUNCATED_LOG');
  });

  it('keeps what stands before a cut and drops the number that was cut', async () => {
    const text = readFixture('sb.o.read-write.range100.pk1.dop2').toString();
    const cut = text.slice(0, text.indexOf('9.99\n         max') + 3);
    const { log, codes } = await parse('sb.o.read-write.range100.pk1.dop2', Buffer.from(cut));
    expect(codes).toContain('TRUNCATED_LOG');
    expect(log.summary?.queriesPerS?.value).toBe(4000.05);
    expect(log.summary?.latencyMinMs?.value).toBe(4.43);
    expect(log.summary?.latencyAvgMs).toBeUndefined();
  });

  it('reads both of two runs appended to one file', async () => {
    const once = readFixture('sb.o.read-write.range100.pk1.dop2').toString();
    const twice = once + once.replaceAll('(4000.05 per sec.)', '(4100.00 per sec.)');
    const { log } = await parse('sb.o.read-write.range100.pk1.dop2', Buffer.from(twice));
    expect(log.summary?.queriesPerS?.value).toBe(4000.05);
    expect(log.others).toMatchObject([{ threads: 2, tables: 4, summary: { queriesPerS: { value: 4100 } } }]);
  });

  it('reads a QPS of zero as zero', async () => {
    const { log } = await parse('zero.txt');
    expect(log.summary?.queriesPerS?.value).toBe(0);
    expect(log.script).toBe('oltp_point_select');
  });

  it('fails a log that its name promises but that never reached sysbench', async () => {
    const { log, codes } = await parse(
      'sb.o.insert.range100.pk1.dop1',
      Buffer.from('sysbench: command not found\n'),
    );
    expect(log.summary).toBeNull();
    expect(codes).toEqual(['TRUNCATED_LOG']);
  });
});
