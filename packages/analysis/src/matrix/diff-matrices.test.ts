import { describe, expect, it } from 'vitest';
import { type ReportValues, reportInput } from '../verdicts/testing/report-input';
import { diffMatrices } from './diff-matrices';
import type { Matrix } from './matrix';

const BEFORE: ReportValues = {
  insert: { throughput: [1, 2], cpu_per_op: [0.1, 0.2] },
  delete: { throughput: [3, 4], cpu_per_op: [0.3, 0.4] },
};

function matrixOf(slugs: string[], values: ReportValues): Matrix<{ slug: string }> {
  const { matrix } = reportInput(slugs, values);
  return { ...matrix, columns: slugs.map((slug) => ({ slug })) };
}
const frozen = matrixOf(['a', 'b'], BEFORE);
const against = (slugs: string[], values: ReportValues) => diffMatrices(frozen, matrixOf(slugs, values));

describe('what changed since a view was frozen', () => {
  it('is nothing when all is as it was, in whatever order', () => {
    expect(diffMatrices(frozen, frozen)).toEqual({ cells: 0, newColumns: 0, goneColumns: 0 });
    const turned = against(['b', 'a'], {
      delete: { throughput: [4, 3], cpu_per_op: [0.4, 0.3] },
      insert: { throughput: [2, 1], cpu_per_op: [0.2, 0.1] },
    });
    expect(turned.cells).toBe(0);
  });

  it('counts a cell once, however many of its numbers moved', () => {
    const moved = { ...BEFORE, insert: { throughput: [1, 2.5], cpu_per_op: [0.1, 0.25] } };
    expect(against(['a', 'b'], moved).cells).toBe(1);
    expect(
      against(['a', 'b'], { ...BEFORE, insert: { throughput: [1, 2], cpu_per_op: [9, 0.2] } }).cells,
    ).toBe(1);
  });

  it('counts cells that came, and cells that went', () => {
    expect(against(['a', 'b'], { insert: BEFORE['insert'] ?? {} }).cells).toBe(2);
    expect(against(['a', 'b'], { ...BEFORE, scan: { throughput: [5, 6] } }).cells).toBe(2);
  });

  it('counts a number that is no longer comparable', () => {
    const failed = matrixOf(['a', 'b'], BEFORE);
    failed.status = [
      ['ok', 'failed'],
      ['ok', 'ok'],
    ];
    expect(diffMatrices(frozen, failed).cells).toBe(1);
  });

  it('does not count what a newer parser reads besides', () => {
    const more = { ...BEFORE, insert: { ...BEFORE['insert'], latency_p99: [7, 8] } };
    expect(against(['a', 'b'], more).cells).toBe(0);
  });

  it('tells new columns from vanished ones', () => {
    const three = { insert: { throughput: [1, 2, 3], cpu_per_op: [0.1, 0.2, 0.3] } };
    expect(
      against(['a', 'b', 'c'], { ...three, delete: { throughput: [3, 4, 5], cpu_per_op: [0.3, 0.4, 0.5] } }),
    ).toEqual({
      cells: 0,
      newColumns: 1,
      goneColumns: 0,
    });
    expect(against(['b'], { insert: { throughput: [2], cpu_per_op: [0.2] } })).toEqual({
      cells: 3,
      newColumns: 0,
      goneColumns: 1,
    });
  });
});
