import type { Matrix } from '../matrix/matrix';
import { median } from '../statistics/median';
import { type CellVerdict, isJudged } from '../verdicts/judge-cells';
import { DEFAULT_RULE, logLoss } from '../verdicts/rule';
import { isFlagged } from '../verdicts/verdict';
import type { TestedPair } from './line-types';

/** Tests named where two configs differ; all of them are counted. */
const MOST_TESTS = 20;

/**
 * Tests of one version with two configs, as an A/A pair: all that move beyond the noise do so by the config. Where all of
 * them moved together, those beyond 3% count too, although the verdicts take a common move for the machine's.
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
  const middle = median(compared.map(({ x }) => x)) ?? 0;
  const isWhole = compared.length >= DEFAULT_RULE.columnTests && Math.abs(middle) > DEFAULT_RULE.columnMove;
  const moved = compared
    .filter(
      ({ verdict, x }) =>
        isFlagged(verdict) || (isWhole && x * Math.sign(middle) >= logLoss(DEFAULT_RULE.delta)),
    )
    .toSorted((a, b) => Math.abs(b.x) - Math.abs(a.x));
  const movedTests = moved.slice(0, MOST_TESTS).map(({ test }) => test);
  const mean = compared.reduce((sum, { x }) => sum + x, 0) / compared.length;
  return { moved: moved.length, tests: compared.length, movedTests, ratio: Math.exp(mean) };
}
