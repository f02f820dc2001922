import type { NormalizedResult } from '../../../model/run';
import { groupBy } from './group-by';

/** A result of a column before it is known which run it belongs to. */
export interface Draft {
  result: NormalizedResult;
  warmup: boolean;
  /** Which client count, when the count itself is not known. */
  step: string | null;
}

/** One run of a column. */
export interface ColumnPart {
  clients: number | null;
  step: string | null;
  drafts: Draft[];
}

/**
 * Splits the results of a column by client count, known or not. Warm-ups make no run: the clients of
 * `point-query.warm` are the number of tables. They go with the tests of their clients, else with the largest run, as
 * does the load.
 */
export function splitColumn(drafts: readonly Draft[]): ColumnPart[] {
  const isMeasured = ({ warmup }: Draft) => !warmup;
  const measured = drafts.some(isMeasured) ? drafts.filter(isMeasured) : drafts;
  const groups = groupBy(measured, ({ step, result }) => step ?? result.clients);
  const parts = [...groups.values()].map(
    (members): ColumnPart => ({
      clients: members[0]?.result.clients ?? null,
      step: members[0]?.step ?? null,
      drafts: members,
    }),
  );
  const largest = parts.toSorted((a, b) => b.drafts.length - a.drafts.length)[0];
  const placed = new Set(measured);
  for (const draft of drafts) {
    if (placed.has(draft)) continue;
    const own = parts.find(({ clients, step }) =>
      draft.step === null ? clients !== null && clients === draft.result.clients : step === draft.step,
    );
    (own ?? largest)?.drafts.push(draft);
  }
  return parts;
}
