import type { ServerFactView } from '@basecase/db/types';
import { factLabel, factText } from './fact-words';

/** A fact of two servers that may be one machine. */
export interface FactsSideBySide {
  key: string;
  label: string;
  keep: string;
  merge: string;
  /** Both are known and not the same: they may be two machines. */
  differs: boolean;
}

const NOT_KNOWN = 'not known';

/** The facts of both, and which of them speak against one machine. */
export function factsSideBySide(
  keep: readonly ServerFactView[],
  merge: readonly ServerFactView[],
): FactsSideBySide[] {
  return keep.map(({ fact, value }) => {
    const other = merge.find((one) => one.fact === fact)?.value ?? null;
    return {
      key: fact,
      label: factLabel(fact),
      keep: value === null ? NOT_KNOWN : factText(fact, value),
      merge: other === null ? NOT_KNOWN : factText(fact, other),
      differs: value !== null && other !== null && value !== other,
    };
  });
}
