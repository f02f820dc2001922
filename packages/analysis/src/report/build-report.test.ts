import { describe, expect, it } from 'vitest';
import { reportInput } from '../verdicts/testing/report-input';
import { buildReport } from './build-report';

// read-only-count and -sum: 105 / 100 and 250 / 200; the middle column is slower in both.
const INPUT = reportInput(['12.22', '17.0', '18.1'], {
  'point-query_range=100': { throughput: [1000, 990, 1010] },
  'read-only-count_range=1000': { throughput: [100, 90, 105] },
  'read-only-sum_range=1000': { throughput: [200, 120, 250] },
});

describe('report of a view', () => {
  it('numbers its columns as published tables do, the base left out', () => {
    const { base, legend, judged, metric } = buildReport(INPUT);
    expect(base).toEqual({ label: 'x.pg12.22', name: '12.22' });
    expect(legend).toEqual([
      { number: 'col-1', label: 'x.pg17.0', name: '17.0' },
      { number: 'col-2', label: 'x.pg18.1', name: '18.1' },
    ]);
    expect([judged, metric]).toEqual(['18.1', 'QPS']);
  });

  it('has one table of ratios for each group of tests', () => {
    const { groups } = buildReport(INPUT);
    expect(groups.map(({ label }) => label)).toEqual(['Point queries', 'Range queries with aggregation']);
    expect(groups[1]?.rows).toEqual([
      {
        test: 'read-only-count_range=1000',
        cells: [
          { text: '0.90', level: 'r2' },
          { text: '1.05', level: 'n' },
        ],
      },
      {
        test: 'read-only-sum_range=1000',
        cells: [
          { text: '0.60', level: 'r5' },
          { text: '1.25', level: 'b3' },
        ],
      },
    ]);
    // √(0.9 × 0.6) and √(1.05 × 1.25)
    expect(groups[1]?.means.map(({ text }) => text)).toEqual(['0.73', '1.15']);
  });

  it('says between which ratios the newest column is', () => {
    const [points, ranges] = buildReport(INPUT).groups;
    expect(ranges?.summary).toEqual([
      '18.1 is between 1.05X and 1.25X of 12.22, geometric mean 1.15.',
      '1 of 2 tests is faster (1.05 or more).',
      'Of all versions 17.0 has the lowest geometric mean, 0.73, and 18.1 the highest, 1.15.',
    ]);
    expect(points?.summary.slice(0, 2)).toEqual([
      '18.1 is 1.01X of 12.22, in one test.',
      'That is within 0.95 and 1.05.',
    ]);
  });

  it('divides by another base, and judges another column', () => {
    const { groups, legend } = buildReport({ ...INPUT, base: 2, judged: 1 });
    expect(legend.map(({ name }) => name)).toEqual(['12.22', '17.0']);
    // 90 / 105 and 120 / 250
    expect(groups[1]?.summary[0]).toBe('17.0 is between 0.48X and 0.86X of 18.1, geometric mean 0.64.');
    expect(groups[1]?.summary[1]).toBe('2 of 2 tests are slower (0.95 or less).');
  });

  it('leaves out what must not be compared', () => {
    const failed = reportInput(['a', 'b'], { 'scan_range=100': { throughput: [10, 9] } });
    failed.matrix.status = [['ok', 'failed']];
    const [group] = buildReport(failed).groups;
    expect(group?.rows[0]?.cells).toEqual([{ text: '–', level: 'v' }]);
    expect(group?.summary).toEqual(['b and a share no test with a value.']);
  });

  it('describes a single column', () => {
    const [group] = buildReport(reportInput(['a'], { 'scan_range=100': { throughput: [10] } })).groups;
    expect(group?.summary).toEqual(['a is the base, and there is nothing to compare it with.']);
    expect(group?.rows[0]?.cells).toEqual([]);
  });

  it('describes more as worse if less is better', () => {
    const cpu = reportInput(
      ['a', 'b'],
      {
        'insert_range=100': { cpu_per_op: [0.001, 0.002] },
        'delete_range=100': { cpu_per_op: [0.002, 0.001] },
      },
      { metric: 'cpu_per_op' },
    );
    const [group] = buildReport(cpu).groups;
    expect(group?.summary[0]).toBe('b is between 0.50X and 2.00X of a, geometric mean 1.00.');
    expect(group?.summary[1]).toBe('1 of 2 tests is worse (1.05 or more), 1 is better (0.95 or less).');
    expect(group?.rows.map(({ cells }) => cells[0]?.level)).toEqual(['r5', 'b5']);
  });
});
