import type { CompareState } from '@basecase/views/compare';

/** What of the state the chooser of columns shows. */
const CHOICE = ['cols', 'product', 'columns', 'first', 'second', 'match', 'from', 'to'] as const;

/** True while the same columns are chosen: ticked boxes show it at once, the links next to them later. */
export function isSameChoice(a: CompareState, b: CompareState): boolean {
  return CHOICE.every((field) => a[field] === b[field]);
}
