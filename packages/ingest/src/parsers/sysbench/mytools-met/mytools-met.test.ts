import { expect, it } from 'vitest';
import { readFixture } from '../../../testing/fixtures';
import { parseBytes } from '../../../testing/parse-bytes';
import type { MetSummary } from '../log/sysbench-log';

it('reads both tables of sb.met by the names of their columns', async () => {
  const { log, diagnostics } = await parseBytes<MetSummary>(
    'sb.met.x',
    readFixture('sb.met.read-write.range100.pk1.dop2'),
  );
  if (log?.type !== 'met') throw new Error(`read as ${log?.type}`);
  expect(diagnostics).toEqual([]);
  expect(Object.fromEntries(log.values.map(({ metric, value, line }) => [metric, [value, line]]))).toEqual({
    samples_iostat: [2, 3],
    reads_per_s: [20, 3],
    read_kb_per_s: [0.2 * 1024, 3],
    writes_per_s: [300, 3],
    write_kb_per_s: [2048, 3],
    reads_per_op: [0.005, 3],
    read_kb_per_op: [0.04, 3],
    write_kb_per_op: [0.5, 3],
    throughput: [4000.05, 3],
    samples_vmstat: [5, 6],
    cs_per_s: [3602, 6],
    cpu_percent: [41.4, 6],
    cs_per_op: [0.9, 6],
    cpu_per_op: [0.01035, 6],
  });
});

it('leaves out a value that is not a number, and reports it', async () => {
  const text = readFixture('sb.met.read-write.range100.pk1.dop2').toString().replace('0.010350', 'nan');
  const { log, diagnostics } = await parseBytes<MetSummary>('sb.met.x', Buffer.from(text));
  expect(log?.type === 'met' && log.values.some(({ metric }) => metric === 'cpu_per_op')).toBe(false);
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['LINE_UNPARSED', 6]]);
});

it('reports a summary without numbers', async () => {
  const { diagnostics } = await parseBytes('sb.met.scan.range100.pk1.dop1', Buffer.from('\n'));
  expect(diagnostics.map(({ code }) => code)).toEqual(['TRUNCATED_LOG']);
});
