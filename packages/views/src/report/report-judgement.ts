import type { ReportJudgement, Verdict } from '@basecase/analysis';
import { verdictAt } from '../compare/heat-verdicts';
import { columnWarnings } from '../compare/heatmap/prepare-verdict-sentence';
import { verdictsOf } from '../compare/judge-view';
import type { View } from '../compare/view';

/**
 * The verdicts of a view for some of its tests. They were made over all tests, so that a filter changes none of them;
 * those of a frozen view are the frozen ones.
 *
 * @param rows of the data, in the order of the report
 * @returns null while the plain threshold is in force
 */
export function reportJudgement(view: View, rows: readonly number[]): ReportJudgement | null {
  const verdicts = verdictsOf(view);
  if (!verdicts) return null;
  return {
    ruleVersion: verdicts.ruleVersion,
    verdicts: rows.map((row) => view.columns.map((_, column): Verdict => verdictAt(verdicts, row, column))),
    since: rows.map((row) => {
      const first = verdicts.rows[row]?.firstBad ?? null;
      return first === null ? null : (view.names[first]?.short ?? null);
    }),
    notes: columnWarnings(view, verdicts).map(({ text }) => text),
  };
}
