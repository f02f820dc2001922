import { describe, expect, it } from 'vitest';
import { type CellValues, explainedBy } from './explained-by';

const BASE: CellValues = {
  throughput: 10000,
  cpu_per_op: 0.001,
  cs_per_op: 4,
  reads_per_op: 0,
  read_kb_per_op: 2,
  write_kb_per_op: 10,
};
const text = (change: CellValues, base = BASE) => explainedBy({ ...base, ...change }, base, 0.95).text;

describe('explainedBy', () => {
  it('is CPU when cpu/o rises by about 1/rQPS', () => {
    expect(text({ throughput: 8000, cpu_per_op: 0.00125 })).toBe('CPU');
    // 0.93 × 1/0.8 is the least that counts as all of it.
    expect(text({ throughput: 8000, cpu_per_op: 0.00117 })).toBe('CPU');
    expect(text({ throughput: 8000, cpu_per_op: 0.00116 })).toBe('CPU in part');
  });

  it('does not blame CPU that did not rise, however small the loss', () => {
    expect(text({ throughput: 9400, cpu_per_op: 0.001 })).toBe('not in these metrics');
  });

  it('names writes, reads and context switches in the order people check them', () => {
    const worse = { cpu_per_op: 0.00134, write_kb_per_op: 15.4, read_kb_per_op: 3.14, cs_per_op: 6 };
    expect(explainedBy({ ...BASE, throughput: 7000, ...worse }, BASE, 0.95).causes).toEqual([
      'CPU',
      'writes',
      'reads',
      'context switches',
    ]);
  });

  it('counts a small rise of writes when it is most of what was lost', () => {
    expect(text({ throughput: 9400, write_kb_per_op: 10.6 })).toBe('writes');
    expect(text({ throughput: 9400, write_kb_per_op: 10.4 })).toBe('not in these metrics');
  });

  it('ignores costs that are under their floor, and infinite ratios', () => {
    const idle = { ...BASE, write_kb_per_op: 0.2, read_kb_per_op: 0, cs_per_op: 0.3 };
    expect(text({ throughput: 8000, write_kb_per_op: 0.8 }, idle)).toBe('not in these metrics');
    expect(text({ throughput: 8000, read_kb_per_op: 9 }, idle)).toBe('not in these metrics');
    expect(text({ throughput: 8000, cs_per_op: 0.9 }, idle)).toBe('not in these metrics');
  });

  it('explains nothing where nothing is slower', () => {
    expect(explainedBy({ ...BASE, throughput: 9600 }, BASE, 0.95).verdict).toBe('same');
    expect(explainedBy({ ...BASE, throughput: 12000 }, BASE, 0.95).text).toBe('faster');
  });

  it('tells "no cost rose" from "no cost was recorded"', () => {
    expect(explainedBy({ throughput: 80 }, { throughput: 100 }, 0.95).text).toBe('costs not recorded');
    expect(explainedBy({ throughput: null }, BASE, 0.95).verdict).toBe('unknown');
  });
});
