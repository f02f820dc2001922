import type { ReportJudgement, Verdict } from '@basecase/analysis';
import { columnWarnings } from '../compare/heatmap/prepare-verdict-sentence';
import type { HeatmapSelection } from '../compare/heatmap-selection';
import { verdictAt } from '../compare/heatmap-verdicts';
import { verdictsOf } from '../compare/judge-selection';

/**
 * The verdicts of a view for some of its tests. They were made over all tests, so that a filter changes none of them;
 * those of a frozen view are the frozen ones.
 *
 * @param rows of the data, in the order of the report
 * @returns null while the plain threshold is in force
 */
export function reportJudgement(
  selection: HeatmapSelection,
  rows: readonly number[],
): ReportJudgement | null {
  const verdicts = verdictsOf(selection);
  if (!verdicts) return null;
  const warnings = columnWarnings(selection, verdicts);
  return {
    ruleVersion: verdicts.ruleVersion,
    verdicts: rows.map((row) =>
      selection.columns.map((_, column): Verdict => verdictAt(verdicts, row, column)),
    ),
    since: rows.map((row) => {
      const first = verdicts.rows[row]?.firstBad ?? null;
      return first === null ? null : (selection.names[first]?.short ?? null);
    }),
    calibrated: !warnings.some(({ calibrate }) => calibrate),
    notes: warnings.map(({ text }) => text),
  };
}
