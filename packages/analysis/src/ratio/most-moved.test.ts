import { describe, expect, it } from 'vitest';
import { mostMoved } from './most-moved';

describe('most moved', () => {
  it('orders costs by their distance from 1, down as far as up', () => {
    const base = { throughput: 100, cpu_per_op: 0.004, cs_per_op: 4, write_kb_per_op: 40 };
    const value = { throughput: 70, cpu_per_op: 0.006, cs_per_op: 2, write_kb_per_op: 44 };
    // 1.50, 0.50, 1.10: |log| 0.41, 0.69, 0.10
    expect(mostMoved(value, base, 1.05)).toEqual([
      { metric: 'cs_per_op', ratio: 0.5 },
      { metric: 'cpu_per_op', ratio: 1.5 },
      { metric: 'write_kb_per_op', ratio: 1.1 },
    ]);
  });

  it('leaves out what did not move, was not recorded, or is too small to compare', () => {
    const base = { cpu_per_op: 0.004, cs_per_op: 0.01, read_kb_per_op: null };
    const value = { cpu_per_op: 0.0041, cs_per_op: 0.05, read_kb_per_op: 3 };
    expect(mostMoved(value, base, 1.05)).toEqual([]);
  });

  it('takes x/0 as the farthest', () => {
    const base = { cpu_per_op: 0.001, reads_per_op: 0 };
    const value = { cpu_per_op: 0.01, reads_per_op: 0.8 };
    expect(mostMoved(value, base, 1.05).map(({ metric }) => metric)).toEqual(['reads_per_op', 'cpu_per_op']);
  });
});
