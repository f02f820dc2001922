import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import type { SysbenchLog } from './sysbench-log';

async function parse(name: string) {
  const { log, diagnostics } = await parseBytes<SysbenchLog>(name, readFixture(name));
  if (log?.type !== 'sysbench') throw new Error(`${name} was read as ${log?.type}`);
  return { log, codes: diagnostics.map(({ code }) => code) };
}

describe('sysbench 0.4 and 0.5', () => {
  it('reads what 0.4.12 says of the OLTP test and its summary', async () => {
    const { log, codes } = await parse('made-0.4.12-oltp-simple.16.res');
    expect(codes).toEqual([]);
    expect(log).toMatchObject({ tool: 'sysbench 0.4.12', threads: 16, summaries: 1 });
    expect(log.options).toEqual({
      type: 'oltp',
      phase: 'run',
      words: ['simple', 'ro'],
      workload: ['Uniform distribution', 'no BEGIN/COMMIT'],
    });
    expect(log.summary).toMatchObject({
      isSql: true,
      transactions: { value: 600_000, line: 24 },
      transactionsPerS: { value: 10_000, line: 24 },
      deadlocks: { value: 2, line: 25 },
      rwRequests: { value: 600_000, line: 26 },
      rwRequestsPerS: { value: 10_000, line: 26 },
      otherPerS: { value: 10_000, line: 27 },
      elapsedS: { value: 60, line: 30 },
      events: { value: 600_000, line: 31 },
      latencyMinMs: { value: 0.57, line: 34 },
      latencyAvgMs: { value: 1.6, line: 35 },
      latencyMaxMs: { value: 12.48, line: 36 },
      latencyPercentileMs: { value: 2.08, line: 37 },
      percentile: 95,
    });
  });

  it('reads deadlocks and the 99th percentile of early 0.5, errors and reconnects of later 0.5', async () => {
    const early = (await parse('made-0.5-sysbench.rw.32.res')).log;
    expect(early).toMatchObject({ tool: 'sysbench 0.5', threads: 32 });
    expect(early.summary).toMatchObject({
      rwRequestsPerS: { value: 112_500 },
      deadlocks: { value: 1 },
      latencyPercentileMs: { value: 9.66 },
      percentile: 99,
    });
    expect(early.summary?.queriesPerS).toBeUndefined();
    const { summary } = (await parse('made-0.5-sysbench.ro.2.res')).log;
    expect(summary).toMatchObject({ errors: { value: 1 }, reconnects: { value: 2 }, percentile: 95 });
    expect(summary?.deadlocks).toBeUndefined();
  });

  it('reads the prime limit that 0.4 prints after the test', async () => {
    const { log } = await parse('made-0.4.12-cpu.txt');
    expect(log.options).toMatchObject({ type: 'cpu', words: ['prime=20000'] });
    expect(log.summary).toMatchObject({ events: { value: 10_000 }, elapsedS: { value: 20 } });
    expect(log.summary?.isSql).toBeUndefined();
  });

  it('reads files of 0.4: requests without fsync, Mb of 1,048,576 bytes', async () => {
    const { log } = await parse('made-0.4.12-fileio.txt');
    expect(log.options).toEqual({
      type: 'fileio',
      phase: 'run',
      words: ['rndrw'],
      workload: ['128 files', '2Gb'],
    });
    expect(log.summary).toMatchObject({
      rwRequestsPerS: { value: 312.5, line: 21 },
      mibPerS: { value: 4.8828, line: 20 },
    });
  });

  it('reads memory of 0.5', async () => {
    const { log } = await parse('made-0.5-memory.txt');
    expect(log.options).toEqual({
      type: 'memory',
      phase: 'run',
      words: ['read', '1024K'],
      workload: ['local scope'],
    });
    expect(log.summary).toMatchObject({
      operations: { value: 4096 },
      operationsPerS: { value: 8192 },
      mibPerS: { value: 8192 },
    });
  });
});

describe('tests of sysbench 1.x without a database', () => {
  it('reads files, with the mode and what is not the default', async () => {
    const { log } = await parse('fileio.seqwr.4k.async.txt');
    expect(log.options).toEqual({
      type: 'fileio',
      phase: 'run',
      words: ['seqwr', '4KiB'],
      workload: ['2 files', '4MiB', 'asynchronous'],
    });
    expect(log.summary).toMatchObject({
      readsPerS: { value: 0 },
      writesPerS: { value: 223_387.49 },
      fsyncsPerS: { value: 4468.75 },
      readMibPerS: { value: 0 },
      writtenMibPerS: { value: 872.61 },
      elapsedS: { value: 2.0002 },
      percentile: 95,
    });
  });

  it('reads files of 1.1, which prints IOPS', async () => {
    const { log, codes } = await parse('made-1.1.0-fileio.txt');
    expect(codes).toEqual([]);
    expect(log.summary).toMatchObject({
      readsPerS: { value: 4107.55 },
      readMibPerS: { value: 64.18 },
      writesPerS: { value: 2738.36 },
      writtenMibPerS: { value: 42.79 },
      fsyncsPerS: { value: 8767.38 },
      latencyAvgMs: { value: 0.26 },
    });
  });

  it('takes the last of several summaries of cpu', async () => {
    const { log, codes } = await parse('cpu.checkpoints.txt');
    expect(codes).toEqual(['SEVERAL_SUMMARIES']);
    expect(log.summary).toMatchObject({ eventsPerS: { value: 10_692.35 }, elapsedS: { value: 4.0001 } });
    expect(log.options.words).toEqual([]);
  });

  it('has no percentile when they are switched off', async () => {
    const { log } = await parse('threads.p0.txt');
    expect(log.summary).toMatchObject({ events: { value: 5271 }, latencyMaxMs: { value: 2.13 } });
    expect(log.summary?.percentile).toBeUndefined();
    expect(log.summary?.latencyPercentileMs).toBeUndefined();
  });
});

describe('loads', () => {
  it('are not taken for logs that were cut', async () => {
    for (const name of ['fileio.prepare.txt', 'oltp.prepare.txt']) {
      const { log, codes } = await parse(name);
      expect(codes).toEqual([]);
      expect(log).toMatchObject({ summary: null, options: { phase: 'prepare' } });
    }
  });

  it('reads the rate of files, also behind the names of many', async () => {
    expect((await parse('fileio.prepare.txt')).log.prepared).toEqual({ value: 939.07, line: 8 });
    const text = readFixture('fileio.prepare.txt').toString();
    const many = text.replace('Creating file test_file.1\n', 'Creating file test_file.1\n'.repeat(200));
    const { log } = await parseBytes<SysbenchLog>('many.txt', Buffer.from(many));
    expect(log?.prepared).toEqual({ value: 939.07, line: 207 });
  });

  it('reads a load and the run that was appended to it', async () => {
    const name = 'fileio.seqwr.4k.async.txt';
    const both = Buffer.concat([readFixture('fileio.prepare.txt'), readFixture(name)]);
    const { log, diagnostics } = await parseBytes<SysbenchLog>('both.txt', both);
    expect(diagnostics).toEqual([]);
    expect(log?.prepared).toEqual({ value: 939.07, line: 8 });
    const [run, ...others] = log?.others ?? [];
    expect(run).toMatchObject({ threads: 1, prepared: null, options: { phase: 'run', type: 'fileio' } });
    expect(run?.summary?.writesPerS?.value).toBe(223_387.49);
    expect(others).toEqual([]);
  });

  it('reports that a stopped server left no result', async () => {
    const { log, codes } = await parse('oltp_read_write.t2.server-stopped.txt');
    expect(log).toMatchObject({ summary: null, threads: 2, fatal: null });
    expect(codes).toEqual(['TRUNCATED_LOG']);
  });
});
