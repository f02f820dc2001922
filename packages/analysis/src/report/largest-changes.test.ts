import { describe, expect, it } from 'vitest';
import { reportInput } from '../verdicts/testing/report-input';
import { largestChanges } from './build-report';
import type { ReportJudgement } from './report';

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
        sentence: '50% slower; KB written per operation 2.00x (accounts for all of it).',
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
        sentence: '20% slower; CPU per operation 1.25x (accounts for all of it).',
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
        explained: 'CPU',
        sentence: '100% faster; CPU per operation 0.50x (accounts for all of it).',
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

describe('largest changes by verdicts', () => {
  const judgement: ReportJudgement = {
    ruleVersion: 1,
    verdicts: [
      ['no change', 'no change', 'possible regression'],
      ['no change', 'no change', 'small regression'],
      ['no change', 'no change', 'unclear'],
      ['no change', 'no change', 'improvement'],
    ],
    since: [null, '17.0', null, null],
    calibrated: true,
    notes: [],
  };

  it('put what is possible behind what is sure, and leave out what is unclear, however far it moved', () => {
    const input = reportInput(['16.0', '17.0', '18.0'], {
      'update-zipf_range=100': { throughput: [100, 100, 70] },
      'insert_range=100': { throughput: [100, 96, 96] },
      'scan_range=100': { throughput: [100, 100, 90] },
      'point-query_range=100': { throughput: [100, 100, 107] },
    });
    const { worse, better, total, possible } = largestChanges({ ...input, judgement });
    expect(worse.map(({ test, ratio, since }) => [test, ratio.verdict, ratio.level, since])).toEqual([
      ['insert_range=100', 'small regression', 'r1', '17.0'],
      ['update-zipf_range=100', 'possible regression', 'n', null],
    ]);
    expect(better.map(({ ratio }) => ratio.verdict)).toEqual(['improvement']);
    expect([total, possible]).toEqual([
      { worse: 2, better: 1 },
      { worse: 1, better: 0 },
    ]);
  });

  it('never compare costs of two sources', () => {
    const input = reportInput(['a', 'b'], { insert: { throughput: [100, 80], cpu_per_op: [0.01, 0.0125] } });
    input.matrix.sources = { cpu_per_op: [['reported', 'computed']] };
    expect(largestChanges(input).worse[0]?.explained).toBe('costs not recorded');
  });
});
