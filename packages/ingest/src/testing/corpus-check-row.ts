import type { CorpusRow } from './corpus';
import type { CorpusAnswers, CorpusException, CorpusKeys } from './corpus-keys';

export interface RowCheck {
  /** Keys that were compared. */
  checked: number;
  wrong: string[];
  /** Reasons why keys of the row, or the row, were not compared. */
  excepted: string[];
}

/** Compares every expected key of a row with what was read. */
export function checkRow(row: CorpusRow, keys: CorpusKeys, answers: CorpusAnswers): RowCheck {
  const exceptions = (keys.exceptions ?? []).filter(({ match }) => match.test(row.path));
  const whole = exceptions.find((exception) => exception.keys === undefined);
  const check: RowCheck = { checked: 0, wrong: [], excepted: [] };
  if (whole) return { ...check, excepted: [whole.reason] };
  for (const [key, expected] of row.expected) {
    if (key === '') continue;
    const reason = reasonFor(key, keys, exceptions);
    if (reason !== undefined) {
      check.excepted.push(`${key}: ${reason}`);
      continue;
    }
    check.checked += 1;
    const found = answers[key];
    if (!isSame(found, expected)) check.wrong.push(`${key} is ${found ?? 'missing'}, expected ${expected}`);
  }
  return check;
}

function reasonFor(
  key: string,
  keys: CorpusKeys,
  exceptions: readonly CorpusException[],
): string | undefined {
  return keys.notNumbers?.[key] ?? exceptions.find((exception) => exception.keys?.includes(key))?.reason;
}

function isSame(found: string | number | undefined, expected: string): boolean {
  if (found === undefined) return false;
  if (typeof found === 'string') return found === expected;
  return Math.abs(found - Number.parseFloat(expected)) < tolerance(expected);
}

/** Half a unit of the last printed digit, so that a mean is compared as it was printed. */
function tolerance(printed: string): number {
  const decimals = /^-?\d+\.(\d+)/.exec(printed)?.[1]?.length ?? 0;
  return 0.5 * 10 ** -decimals + 1e-9;
}
