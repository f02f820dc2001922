import type { MetricId } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import type { CellResult } from './cell';
import { matrixOfResults } from './matrix-of-results';
import { inUnitOfTest } from './same-units';

const ROW = {
  key: 'put',
  label: 'put',
  name: 'put',
  range: null,
  group: 'other',
  groupLabel: 'Other',
  position: 0,
  unit: 'ops/s',
  warmup: false,
  known: false,
};

const MS: MetricId = 'open:lower:ms:latency';
const US: MetricId = 'open:lower:µs:latency';
const SECONDS: MetricId = 'open:lower:s:latency';

const result = (reported: CellResult['reported']): CellResult => ({ status: 'ok', computed: null, reported });

function valuesOf(columns: readonly CellResult[][], named?: readonly MetricId[]) {
  return matrixOfResults({
    columns: columns.map((_, index) => ({ label: `v${index}` })),
    rows: [ROW],
    results: [columns],
    ...(named && { named }),
  }).values;
}

describe('a metric of a tool without a parser', () => {
  it('is in one unit all over a matrix, that of the most results', () => {
    const columns = [
      [result({ [MS]: 1.8 })],
      [result({ [MS]: 2 })],
      [result({ [US]: 1800 })],
      [result({ [SECONDS]: 0.004 })],
    ];
    expect(valuesOf(columns)).toEqual({ [MS]: [[1.8, 2, 1.8, 4]] });
  });

  it('is in the unit of its name where it was asked for', () => {
    expect(valuesOf([[result({ [MS]: 1.8 })], [result({ [MS]: 2 })]], [US])).toEqual({
      [US]: [[1800, 2000]],
    });
  });

  it('has one median over runs in two units', () => {
    expect(valuesOf([[result({ [MS]: 1 }), result({ [US]: 3000 })]])).toEqual({ [MS]: [[2]] });
  });

  it('stays apart from one of its name that counts something else, or is better the other way', () => {
    const [rows, higher]: MetricId[] = ['open:lower:rows:latency', 'open:higher:ms:latency'];
    const values = valuesOf([
      [result({ [MS]: 1 })],
      [result({ [rows as MetricId]: 7 })],
      [result({ [higher as MetricId]: 9 })],
    ]);
    expect(values).toEqual({
      [MS]: [[1, null, null]],
      [rows as MetricId]: [[null, 7, null]],
      [higher as MetricId]: [[null, null, 9]],
    });
  });

  it('that is doubted is doubted in its new unit', () => {
    const doubted: CellResult = { ...result({ [US]: 9 }), doubtful: [US] };
    const matrix = matrixOfResults({
      columns: [{ label: 'a' }, { label: 'b' }],
      rows: [ROW],
      results: [[[result({ [MS]: 1 }), result({ [MS]: 1 })], [doubted]]],
    });
    expect(matrix.values).toEqual({ [MS]: [[1, null]] });
    expect(matrix.doubtful).toEqual({ [MS]: [[null, 0.009]] });
  });
});

describe('the throughput of a result', () => {
  it.each([
    ['ops/min', 600, 'ops/s', 10],
    ['ops/h', 3600, 'ops/min', 60],
    ['KiB/s', 2048, 'MiB/s', 2],
    ['1/KiB', 0.5, '1/MiB', 512],
    ['ops/s', 10, 'ops/s', 10],
  ])('in %s is converted', (unit, value, wanted, expected) => {
    expect(inUnitOfTest(result({ throughput: value }), unit, wanted).reported).toEqual({
      throughput: expected,
    });
  });

  it.each([
    ['rows/s', 'B/s'],
    ['points', 'ops/s'],
    ['1/KiB', 'operations/s'],
    ['s', 'operations/s'],
  ])('in %s is not a throughput of a test in %s', (unit, wanted) => {
    expect(inUnitOfTest(result({ throughput: 5 }), unit, wanted).reported).toEqual({
      [`open:higher:${unit}:throughput`]: 5,
    });
  });
});
