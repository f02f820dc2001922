import type { MetricId } from '@basecase/ingest/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Matrix } from '../matrix/matrix';
import { type CellVerdict, isJudged } from './judge-cells';
import { judgeMatrix, type MatrixVerdicts } from './judge-matrix';
import { findNoise } from './noise/find-noise';
import type { Noise, NoiseRun } from './noise/noise-types';
import { makeMatrix, makeRun } from './testing/make-matrix';

interface Case {
  matrix: Matrix<NoiseRun>;
  noise: Noise;
  base: number;
}

/** With more digits than anybody prints: those of a value say how far it was rounded, and depend on its unit. */
const computed = fc.double({ min: 60, max: 160, noNaN: true }).map((value) => value + Math.PI * 1e-8);

const cell = fc.oneof({ weight: 9, arbitrary: computed }, { weight: 1, arbitrary: fc.constant(null) });

/** Point releases of one campaign, 1 to 24 tests, some cells missing; noise from the runs themselves. */
const cases: fc.Arbitrary<Case> = fc
  .record({ rows: fc.integer({ min: 1, max: 24 }), columns: fc.integer({ min: 2, max: 8 }) })
  .chain(({ rows, columns }) => {
    const grid = fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    });
    return fc.record({
      throughput: grid,
      cpu_per_op: grid,
      cs_per_op: grid,
      base: fc.nat({ max: columns - 1 }),
    });
  })
  .map(({ base, ...values }) => {
    // Steps of two between some of them, so that there are pairs and refused pairs.
    const runs = (values.throughput[0] ?? []).map((_, index) => makeRun(`8.0.${35 + index + (index >> 2)}`));
    const matrix = makeMatrix(runs, values);
    return { matrix, base, noise: findNoise(matrix, { benchmark: 'sysbench', clients: 1, cached: true }) };
  });

describe('judgeMatrix', () => {
  it('does not depend on the unit of a test', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: -8, max: 8 }), ({ matrix, noise, base }, exponent) => {
        const scale = (value: number | null) => value && value * 2 ** exponent;
        const throughput = matrix.values.throughput?.map((row) => row.map(scale));
        const scaled = { ...matrix, values: { ...matrix.values, throughput } } as Matrix<NoiseRun>;
        expect(judgeMatrix(scaled, { base, noise })).toEqual(judgeMatrix(matrix, { base, noise }));
      }),
    );
  });

  it('does not depend on the order of the columns', () => {
    const shuffled = cases.chain((drawn) => {
      const order = drawn.matrix.columns.map((_, index) => index);
      return fc.record({
        drawn: fc.constant(drawn),
        order: fc.shuffledSubarray(order, { minLength: order.length }),
      });
    });
    fc.assert(
      fc.property(shuffled, ({ drawn: { matrix, noise, base }, order }) => {
        const moved = reorder(matrix, order);
        const found = judgeMatrix(moved, { base: order.indexOf(base), noise });
        expect(byLabel(moved, found)).toEqual(byLabel(matrix, judgeMatrix(matrix, { base, noise })));
        // Pairs are found in any order, too.
        const again = findNoise(moved, { benchmark: 'sysbench', clients: 1, cached: true });
        expect(again).toEqual(noise);
      }),
    );
  });

  it('a missing cell leaves the family of its column and nothing else', () => {
    const holes = fc.record({ drawn: cases, row: fc.nat({ max: 23 }), column: fc.nat({ max: 7 }) });
    fc.assert(
      fc.property(holes, ({ drawn: { matrix, noise, base }, row: anyRow, column: anyColumn }) => {
        const row = anyRow % matrix.rows.length;
        const column = anyColumn % matrix.columns.length;
        fc.pre(column !== base);
        const before = judgeMatrix(matrix, { base, noise });
        const after = judgeMatrix(withHole(matrix, row, column), { base, noise });
        const without = judgeMatrix(withoutRow(matrix, row), { base, noise });
        for (const [index, cells] of after.cells.entries()) {
          const others = (row: readonly CellVerdict[]) =>
            row.filter((_, at) => at !== column).map(withoutStop);
          expect(others(cells)).toEqual(others(before.cells[index] ?? []));
        }
        const rest = after.cells.filter((_, index) => index !== row).map((cells) => cells[column]);
        expect(rest.map((cell) => cell && withoutStop(cell))).toEqual(
          without.cells.map((cells) => cells[column] && withoutStop(cells[column])),
        );
        expect(['missing', 'stopped working']).toContain(after.cells[row]?.[column]?.verdict);
      }),
    );
  });
});

/** A missing test stopped or not by what the version before ran: the only thing that another column decides. */
function withoutStop(cell: CellVerdict): CellVerdict | 'missing' {
  return isJudged(cell) ? cell : 'missing';
}

function reorder(matrix: Matrix<NoiseRun>, order: readonly number[]): Matrix<NoiseRun> {
  const pick = <Item>(row: readonly Item[]) => order.flatMap((index) => row.slice(index, index + 1));
  return mapRows({ ...matrix, columns: pick(matrix.columns) }, (rows) => rows.map(pick));
}

function withHole(matrix: Matrix<NoiseRun>, row: number, column: number): Matrix<NoiseRun> {
  const status = matrix.status.map((cells, at) =>
    cells.map((cell, index) => (at === row && index === column ? ('missing' as const) : cell)),
  );
  return { ...matrix, status };
}

function withoutRow(matrix: Matrix<NoiseRun>, row: number): Matrix<NoiseRun> {
  const rest = <Item>(rows: readonly Item[]) => rows.filter((_, index) => index !== row);
  return mapRows({ ...matrix, rows: rest(matrix.rows) }, rest);
}

function mapRows(matrix: Matrix<NoiseRun>, change: <Item>(rows: Item[][]) => Item[][]): Matrix<NoiseRun> {
  const all = <Value>(byMetric: Partial<Record<MetricId, Value[][]>>) =>
    Object.fromEntries(
      Object.entries(byMetric).flatMap(([metric, rows]) => (rows ? [[metric, change(rows)]] : [])),
    );
  return {
    ...matrix,
    values: all(matrix.values),
    sources: all(matrix.sources),
    status: change(matrix.status),
    repeats: change(matrix.repeats),
    spread: change(matrix.spread),
  };
}

/** All verdicts by the label of their column. */
function byLabel(matrix: Matrix<NoiseRun>, { cells, columns, rows }: MatrixVerdicts) {
  const label = (column: number) => matrix.columns[column]?.label;
  return {
    columns: new Map(columns.map((column, index) => [label(index), column])),
    cells: cells.map((row) => new Map(row.map((found, index) => [label(index), found]))),
    onsets: rows.map(
      ({ onset }) => onset && { ...onset, column: label(onset.column), previous: label(onset.previous) },
    ),
    steps: rows.map(({ lineSteps }) =>
      lineSteps.flatMap(({ steps }) =>
        steps.map((step) => ({
          ...step,
          column: label(step.column),
          previous: label(step.previous),
          back: step.back === null ? null : label(step.back),
        })),
      ),
    ),
  };
}
