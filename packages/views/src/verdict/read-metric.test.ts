import { expect, it } from 'vitest';
import { readMetric } from '../results/relative';

const CELL = { row: 0, column: 0, cores: 8 };

it('takes what is stored, also where cpu/o would say something else', () => {
  const values = { throughput: [[100]], cpu_us_per_op: [[500]], cpu_per_op: [[0.01]] };
  expect(readMetric({ values }, 'throughput', CELL)).toBe(100);
  expect(readMetric({ values }, 'cpu_us_per_op', CELL)).toBe(500);
});

it('makes a time of cpu/o where only that is known, of all cores', () => {
  // 0.01% of 8 cores for a second each operation = 0.0008 s.
  expect(readMetric({ values: { cpu_per_op: [[0.01]] } }, 'cpu_us_per_op', CELL)).toBeCloseTo(800);
});

it('has no value where one is missing, nor a time without the number of cores', () => {
  expect(readMetric({ values: {} }, 'throughput', CELL)).toBeNull();
  expect(readMetric({ values: { cpu_per_op: [[null]] } }, 'cpu_us_per_op', CELL)).toBeNull();
  expect(
    readMetric({ values: { cpu_per_op: [[0.01]] } }, 'cpu_us_per_op', { ...CELL, cores: null }),
  ).toBeNull();
});
