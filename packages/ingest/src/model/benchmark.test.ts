import { describe, expect, it } from 'vitest';
import { BENCHMARKS, type BenchmarkId } from './benchmark';
import { METRIC_IDS, metricOf } from './metric';
import { compareTests, groupLabel, testInfo } from './test';

const order = (benchmark: BenchmarkId, names: string[]) =>
  names
    .map((name) => testInfo(benchmark, name, null))
    .sort(compareTests)
    .map(({ name }) => name);

describe('tests of a benchmark', () => {
  it.each([
    [
      'insert-benchmark',
      [
        'l.i0',
        'l.x',
        'l.i1',
        'l.i2',
        'qr100.L1',
        'qp100.L2',
        'qr500.L3',
        'qp500.L4',
        'qr1000.L5',
        'qp1000.L6',
      ],
    ],
    // Published tables leave the order out of the name.
    ['insert-benchmark', ['l.i2', 'qr100', 'qp100', 'qr500', 'qp500', 'qr1000', 'qp1000']],
    ['insert-benchmark', ['l.i1', 'q100.1', 'q100.2', 'q200.1', 'q1000.1', 'q1000.2', 'end']],
    ['insert-benchmark', ['qp1000.L6', 'l.i0.2m', 'l.i0.64m', 'l.x.all.2m', 'l.x.all.64m', 'l.x.one.2m']],
    ['tproc-c', ['vu1.w100', 'vu8.w100', 'vu10.w100', 'vu1.w1000', 'strange']],
    ['fio', ['fsync=0_16K', 'fsync=1_16K', 'fdatasync=1_16K', 'fsync=0_2M', 'randread_2M', 'job']],
    [
      'db_bench',
      [
        'fillseq.wal_disabled.v400',
        'readwhilewriting.t8',
        'overwrite.t2.s0',
        'overwrite.t40.s0',
        'readrandom.t1',
      ],
    ],
    ['sysbench', ['hot-points', 'scan', 'read-only', 'update-zipf', 'cpu', 'fileio', 'mystery']],
  ] as const)('of %s are in reading order', (benchmark, names) => {
    expect(order(benchmark, [...names].reverse())).toEqual(names);
  });

  it('have positions that fit a 32-bit integer', () => {
    const names = [
      'vu9999.w999999',
      'x_999999G',
      'q99999999.1',
      'qr99999999',
      'readrandom.t99999',
      'never heard of',
    ];
    const benchmarks = Object.keys(BENCHMARKS) as BenchmarkId[];
    for (const benchmark of benchmarks) {
      for (const name of names) {
        expect(testInfo(benchmark, name, 2 ** 40).position).toBeLessThan(2 ** 31);
      }
    }
  });

  it.each([
    ['insert-benchmark', 'qp500.L4', 'Queries with background inserts', 'queries/s'],
    ['insert-benchmark', 'l.x', 'Load and inserts', 'indexed rows/s'],
    ['tproc-c', 'vu8.w1000', '1,000 warehouses', 'NOPM'],
    ['fio', 'fsync=1_2M', 'Block size 2 MiB', 'IO/s'],
    ['db_bench', 'fwdrangewhilewriting.t40', 'Reads while writing', 'operations/s'],
    ['db_bench', 'unheardof', 'Other', 'operations/s'],
    ['sysbench', 'read-only-sum', 'Range queries with aggregation', 'queries/s'],
  ] as const)('%s %s is under "%s" in %s', (benchmark, name, heading, unit) => {
    const info = testInfo(benchmark, name, null);
    expect([groupLabel(benchmark, info.group), info.unit]).toEqual([heading, unit]);
  });
});

describe('metrics', () => {
  it('have unique labels, because URLs name a metric by its label', () => {
    expect(new Set(METRIC_IDS.map((id) => metricOf(id).label)).size).toBe(METRIC_IDS.length);
  });
});
