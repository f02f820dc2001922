import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJudged } from './judge-cells';
import { judgeMatrix } from './judge-matrix';
import { findNoise } from './noise/find-noise';
import { priorSigma } from './noise/prior-of';
import { DEFAULT_RULE } from './rule';
import { makeMatrix, makeRun } from './testing/make-matrix';
import { isSure } from './verdict';

const KIND = { clients: 1, cached: true } as const;
const UNITS = [1e-9, 1, 1e12] as const;

/** One run of a base and one of a version, 1 to 24 tests, changes of any size; the version may have repeats of one session. */
const tables = fc.record({
  changes: fc.array(
    fc.oneof(
      fc.constantFrom(0, -0.03, 0.03, -0.7, 0.7, -10, 10),
      fc.double({ min: -0.2, max: 0.2, noNaN: true }),
    ),
    { minLength: 1, maxLength: 24 },
  ),
  repeats: fc.constantFrom(1, 2, 3, 20),
  unit: fc.constantFrom(...UNITS),
  spread: fc.constantFrom(0, 0.001, 0.02),
});

describe('the kind of a machine alone', () => {
  it('makes no change sure that is under twice the noise of similar servers', () => {
    let sure = 0;
    fc.assert(
      fc.property(tables, ({ changes, repeats, unit, spread }) => {
        const versions = Array.from({ length: repeats }, (_, at) =>
          makeRun('9.0.0', { id: 'v', ...(repeats > 1 && { repeat: at + 1 }) }),
        );
        const value = (x: number, at: number, test: number) =>
          unit * 1000.0001 * Math.exp(x + spread * Math.sin((at + 1) * (test + 3) * 12.9898));
        const throughput = changes.map((x, test) => [
          unit * 1000.0001,
          ...versions.map((_, at) => value(x, at, test)),
        ]);
        const matrix = makeMatrix([makeRun('8.0.11', { id: 'b' }), ...versions], { throughput });
        const noise = findNoise(matrix, { benchmark: 'sysbench', ...KIND, server: 'dedicated' });
        const { cells, columns } = judgeMatrix(matrix, { base: 0, noise });
        for (const [row, own] of cells.entries()) {
          for (const [column, cell] of own.entries()) {
            if (column === 0 || !isJudged(cell) || !isSure(cell.verdict)) continue;
            expect(columns[column]?.calibrated).toBe(false);
            sure += 1;
            const info = matrix.rows[row];
            const prior = info ? priorSigma('sysbench', KIND, info) : 0;
            const size = Math.min(Math.abs(cell.x), Math.abs(cell.x - (columns[column]?.commonMode ?? 0)));
            expect(size).toBeGreaterThanOrEqual(DEFAULT_RULE.bandFactor * DEFAULT_RULE.aloneFactor * prior);
          }
        }
      }),
    );
    // Beyond it a change may be sure: the claims of docs/method.md §7 are.
    expect(sure).toBeGreaterThan(0);
  });

  it('makes nothing sure where others may use the machine', () => {
    const matrix = makeMatrix([makeRun('8.0.11'), makeRun('9.0.0')], { throughput: [[1000.0001, 1.0001]] });
    for (const server of ['unknown', 'virtual', 'shared', null] as const) {
      const noise = findNoise(matrix, { benchmark: 'sysbench', ...KIND, server });
      const cell = judgeMatrix(matrix, { base: 0, noise }).cells[0]?.[1];
      expect(cell?.verdict).toBe('possible regression');
    }
  });
});
