import { describe, expect, it } from 'vitest';
import type { CellVerdict, JudgedCell } from '../verdicts/judge-cells';
import { testedPair } from './tested-pair';

/** Cells of tests `t0`, `t1`, ... that none of the verdicts calls a change. */
const pairOf = (changes: readonly number[]) =>
  testedPair(
    { rows: changes.map((_, row) => ({ key: `t${row}` })) } as never,
    changes.map((x): CellVerdict => ({ verdict: 'unclear', x }) as JudgedCell),
  );

describe('testedPair', () => {
  it('counts the tests beyond 3% where all tests moved together, although each is within noise', () => {
    const slower = Array.from({ length: 20 }, (_, row) => (row === 0 ? -0.01 : -0.2));
    expect(pairOf(slower)).toMatchObject({ moved: 19, tests: 20 });
    expect(pairOf(slower.map((x) => x / 10))).toMatchObject({ moved: 0, tests: 20 });
    expect(pairOf([-0.2, -0.2])).toMatchObject({ moved: 0, tests: 2 });
    expect(pairOf([])).toBeNull();
  });

  it('has the geometric mean of the later config over the earlier one', () => {
    expect(pairOf([Math.log(0.9), Math.log(0.8)])?.ratio).toBeCloseTo(Math.sqrt(0.72), 12);
  });
});
