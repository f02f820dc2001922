import type { Matrix } from '../matrix/matrix';
import { comparedRounds } from '../rounds/compared-rounds';
import { explainChange, REASON_METRICS, type ReasonValues } from '../verdicts/explain/explain-change';
import { explanationSentence, SHARES_OVERLAP } from '../verdicts/explain/explanation-sentence';
import { explanationWords } from '../verdicts/explain/explanation-words';
import { valueAt } from './relative';

/** The changes with a sentence, and the note on shares under their list; null when none of them names a share. */
export function explainedChanges<Change extends { sentence: string }>(
  changes: readonly Change[],
): { explained: readonly Change[]; note: string | null } {
  const explained = changes.filter(({ sentence }) => sentence !== '');
  const namesShares = explained.some(({ sentence }) => sentence.includes('(accounts for'));
  return { explained, note: namesShares ? SHARES_OVERLAP : null };
}

/**
 * What moved with a change of throughput (docs/method.md §5.1). A reason does not make a change real: ask for flagged cells
 * only.
 */
export function changeReasons(
  matrix: Matrix<unknown>,
  { row, base, column }: { row: number; base: number; column: number },
) {
  const before = reasonValues(matrix, row, { column: base, other: column });
  const after = reasonValues(matrix, row, { column, other: base });
  if (!before || !after) return { explained: '', sentence: '' };
  const explanation = explainChange(before, after, comparedRounds(matrix, { row, base, column }));
  return {
    /** For a table: `CPU, KB written`. */
    explained: explanationWords(explanation),
    sentence: explanationSentence(explanation).replace(` ${SHARES_OVERLAP}`, ''),
  };
}

/** A metric that was computed on one side and reported on the other is left out: reported ones are 4-5% low. */
function reasonValues(
  matrix: Matrix<unknown>,
  row: number,
  { column, other }: { column: number; other: number },
): ReasonValues | null {
  const throughput = valueAt(matrix, 'throughput', { row, column });
  if (throughput === null || throughput <= 0) return null;
  const counts = REASON_METRICS.flatMap((metric) => {
    const source = matrix.sources[metric]?.[row];
    const isSame = source?.[column] === source?.[other];
    return isSame ? [[metric, valueAt(matrix, metric, { row, column })] as const] : [];
  });
  return { throughput, ...Object.fromEntries(counts) };
}
