import type { Matrix } from '../matrix/matrix';
import { type CellVerdict, isJudged } from '../verdicts/judge-cells';
import { isFlagged } from '../verdicts/verdict';
import type { TestedPair } from './line-types';

/** Tests named where two configs differ; all of them are counted. */
const MOST_TESTS = 20;

/**
 * Tests of one version with two configs, as an A/A pair: all that move beyond the noise do so by the config.
 *
 * @param cells verdicts of the one against the other, by row
 * @returns null where no test was measured with both
 */
export function testedPair(
  { rows }: Pick<Matrix<unknown>, 'rows'>,
  cells: readonly CellVerdict[],
): TestedPair | null {
  const compared = cells.flatMap((cell, row) =>
    isJudged(cell) ? [{ ...cell, test: rows[row]?.key ?? '' }] : [],
  );
  if (compared.length === 0) return null;
  const moved = compared
    .filter(({ verdict }) => isFlagged(verdict))
    .toSorted((a, b) => Math.abs(b.x) - Math.abs(a.x));
  const movedTests = moved.slice(0, MOST_TESTS).map(({ test }) => test);
  return { moved: moved.length, tests: compared.length, movedTests };
}
