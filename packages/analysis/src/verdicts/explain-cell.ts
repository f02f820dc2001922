import type { Matrix } from '../matrix/matrix';
import { comparedRounds } from '../rounds/compared-rounds';
import {
  type ChangeExplanation,
  explainChange,
  REASON_METRICS,
  type ReasonValues,
} from './explain/explain-change';

/** Why a cell differs from the base; null where throughput, which that is about, was not recorded on both sides. */
export function explainCell(
  matrix: Matrix<unknown>,
  row: number,
  { base, column }: { base: number; column: number },
): ChangeExplanation | null {
  const before = reasonValues(matrix, row, { column: base, other: column });
  const after = reasonValues(matrix, row, { column, other: base });
  return before && after ? explainChange(before, after, comparedRounds(matrix, { row, base, column })) : null;
}

/** A metric that was computed on one side and reported on the other is left out: reported ones are 4-5% low. */
function reasonValues(
  { values, sources }: Matrix<unknown>,
  row: number,
  { column, other }: { column: number; other: number },
): ReasonValues | null {
  const throughput = values.throughput?.[row]?.[column] ?? null;
  if (throughput === null || throughput <= 0) return null;
  const cell: ReasonValues = { throughput };
  for (const metric of REASON_METRICS) {
    const source = sources[metric]?.[row];
    if (source?.[column] === source?.[other]) cell[metric] = values[metric]?.[row]?.[column] ?? null;
  }
  return cell;
}
