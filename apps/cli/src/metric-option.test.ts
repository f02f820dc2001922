import { expect, it } from 'vitest';
import { parseMetric } from './commands/compare';

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
  ['all', 'all'],
])('%s is %s', (text, metric) => {
  expect(parseMetric(text)).toBe(metric);
});

it.each(['', 'latency', 'constructor', 'cpu'])(
  '%j is taken for what it names, or refused with the choices',
  (text) => {
    if (text === 'cpu') expect(parseMetric(text)).toBe('cpu_percent');
    else expect(() => parseMetric(text)).toThrow(/qps, cpu\/o, .*all, or one of throughput, /);
  },
);
