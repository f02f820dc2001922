import type { Matrix } from '../matrix/matrix';
import { ratio } from '../ratio/ratio';
import { comparedRounds } from './compared-rounds';

/**
 * Ratio of the throughputs of two cells of a test, as every table shows it. Where both were recorded in turns it is what
 * their paired rounds say, which the verdict is about: medians over all runs of a column differ from it by what the machine
 * did to one of them, and by runs that the other one does not have.
 *
 * @returns unrounded; null when a side is missing, or is not to be compared
 */
export function throughputRatio(
  matrix: { values: { throughput?: (number | null)[][] } } & Pick<Matrix<unknown>, 'rounds'>,
  { row, base, column }: { row: number; base: number; column: number },
): number | null {
  const values = matrix.values.throughput?.[row];
  const plain = ratio(values?.[column] ?? null, values?.[base] ?? null);
  if (plain === null || column === base) return plain;
  const rounds = comparedRounds(matrix, { row, base, column });
  return rounds ? Math.exp(rounds.x) : plain;
}
