import { median } from '../statistics/median';
import { type ComparedCell, pValue } from './p-value';
import { DEFAULT_RULE, type Rule } from './rule';

/**
 * What all tests of a column, or of an A/A pair, share: the machine was a little slower that day (docs/method.md §2.6). It
 * is the median x of the quiet tests, those with a raw p above .05; a plain median would follow real changes of many
 * tests.
 *
 * @param cells null = not compared
 * @returns on the log scale; 0 with fewer than 20 compared or 12 quiet tests, and beyond 2.5%, which no A/A pair showed
 */
export function commonMode(cells: readonly (ComparedCell | null)[], rule: Rule = DEFAULT_RULE): number {
  const compared = cells.filter((cell) => cell !== null);
  if (compared.length < rule.commonTests) return 0;
  const quiet = compared.flatMap((cell) => (pValue(cell, rule) > rule.quietP ? [cell.x] : []));
  const middle = quiet.length < rule.commonQuiet ? null : median(quiet);
  return middle === null || Math.abs(middle) > rule.commonMost ? 0 : middle;
}
