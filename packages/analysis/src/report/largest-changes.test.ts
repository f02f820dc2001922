import { describe, expect, it } from 'vitest';
import { largestChanges } from './largest-changes';
import { reportInput } from './test-report-input';

const INPUT = reportInput(['16.0', '17.0', '18.0'], {
  // 0.80 with 1.25 × the CPU: explained by CPU; slower from 17.0 on.
  'update-zipf_range=100': { throughput: [100, 85, 80], cpu_per_op: [0.01, 0.011, 0.0125] },
  // 0.50 with twice the writes.
  'insert_range=100': {
    throughput: [100, 99, 50],
    cpu_per_op: [0.01, 0.01, 0.01],
    write_kb_per_op: [4, 4, 8],
  },
  'scan_range=100': { throughput: [10, 10, 10], cpu_per_op: [0.1, 0.1, 0.1] },
  'point-query_range=100': { throughput: [10, 10, 20], cpu_per_op: [0.2, 0.2, 0.1] },
});

describe('largest changes', () => {
  it('lists the worst first, with since when and what each operation costs', () => {
    const { costs, worse, total } = largestChanges(INPUT);
    expect(costs).toEqual(['cpu/o', 'wKB/o']);
    expect(total).toEqual({ worse: 2, better: 1 });
    expect(worse).toEqual([
      {
        test: 'insert_range=100',
        ratio: { text: '0.50', level: 'r5' },
        since: '18.0',
        costs: [
          { text: '1.00', level: 'n' },
          { text: '2.00', level: 'r5' },
        ],
        explained: 'KB written',
      },
      {
        test: 'update-zipf_range=100',
        ratio: { text: '0.80', level: 'r3' },
        since: '17.0',
        costs: [
          { text: '1.25', level: 'r3' },
          { text: '–', level: 'v' },
        ],
        explained: 'CPU',
      },
    ]);
  });

  it('lists what became better, without a "since"', () => {
    expect(largestChanges(INPUT).better).toEqual([
      {
        test: 'point-query_range=100',
        ratio: { text: '2.00', level: 'b5' },
        since: null,
        costs: [
          { text: '0.50', level: 'b5' },
          { text: '–', level: 'v' },
        ],
        explained: '',
      },
    ]);
  });

  it('explains nothing where no costs were recorded', () => {
    const { costs, worse } = largestChanges(reportInput(['a', 'b'], { insert: { throughput: [10, 5] } }));
    expect(costs).toEqual([]);
    expect(worse[0]).toMatchObject({ costs: [], explained: '', since: 'b' });
  });

  it('lists eight and counts them all', () => {
    const tests = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`t${index}`, { throughput: [100, 90 - index] }]),
    );
    const { worse, total } = largestChanges(reportInput(['a', 'b'], tests));
    expect([worse.length, total.worse]).toEqual([8, 12]);
    expect(worse[0]?.ratio.text).toBe('0.79');
  });

  it('has the metrics of another benchmark', () => {
    const input = reportInput(
      ['a', 'b'],
      { readrandom: { throughput: [100, 50], latency_p99: [0.001, 0.002] } },
      { benchmark: 'db_bench' },
    );
    const { costs, worse } = largestChanges(input);
    expect(costs).toEqual(['p99']);
    expect(worse[0]?.costs).toEqual([{ text: '2.00', level: 'r5' }]);
  });
});
