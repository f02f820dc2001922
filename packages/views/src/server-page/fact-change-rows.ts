import type { FactChangeView } from '@basecase/db/types';
import { timeText } from '../text/time-text';
import { factLabel, factText } from './fact-words';

export interface ChangeRow {
  id: string;
  when: string;
  by: string;
  label: string;
  /** Null: nothing was known. */
  before: string | null;
  after: string | null;
  note: string;
  canUndo: boolean;
}

/** Who changed which fact, the newest first. Only the last change of a fact can be undone: older ones are under it. */
export function factChangeRows(changes: readonly FactChangeView[]): ChangeRow[] {
  return changes.map(({ id, fact, before, value, isTakenBack, by, at, isNewest }) => ({
    id,
    when: timeText(at),
    by,
    label: factLabel(fact),
    before: before === null ? null : factText(fact, before),
    after: value === null ? null : factText(fact, value),
    note: isTakenBack ? 'entered value removed' : '',
    canUndo: isNewest,
  }));
}
