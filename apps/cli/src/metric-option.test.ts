import { expect, it } from 'vitest';
import { knownMetric, namedMetric } from './commands/compare';

it.each([
  ['qps', 'throughput'],
  ['QPS', 'throughput'],
  ['NOPM', 'throughput'],
  ['iops', 'throughput'],
  ['cpu/o', 'cpu_per_op'],
  ['wKB/i', 'write_kb_per_insert'],
  ['p99', 'latency_p99'],
  ['latency_p99', 'latency_p99'],
  ['sync', 'sync_latency_avg'],
  ['mb/s', 'bandwidth'],
  ['w-amp', 'write_amplification'],
  ['rps', 'reads_per_s'],
  ['r_await', 'read_await'],
  ['rawait', 'read_await'],
  ['avgqu-sz', 'queue_size'],
  ['all', 'all'],
])('%s is %s', (text, metric) => {
  expect(knownMetric(text)).toBe(metric);
});

it.each(['', 'latency', 'constructor', 'cpu'])(
  '%j is taken for what it names, or refused with the choices',
  (text) => {
    if (text === 'cpu') expect(knownMetric(text)).toBe('cpu_percent');
    else
      expect(() => knownMetric(text) ?? namedMetric(text, { values: {} })).toThrow(
        /qps, cpu\/o, .*all, or one of throughput, /,
      );
  },
);

it('is a metric that the results name themselves, in any case', () => {
  const values = { throughput: [], 'open:lower::fsyncs/write': [], 'open:none:ms:Fsyncs/write 2': [] };
  expect(namedMetric('fsyncs/write', { values })).toBe('open:lower::fsyncs/write');
  expect(namedMetric('FSYNCS/WRITE 2', { values })).toBe('open:none:ms:Fsyncs/write 2');
  expect(() => namedMetric('writes', { values })).toThrow('fsyncs/write, Fsyncs/write 2 (of these results)');
});
