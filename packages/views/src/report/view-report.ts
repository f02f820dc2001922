import { buildReport, pickColumns, pickRows, type ReportJudgement, type Verdict } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { hasBands, mainBand } from '../compare/bands/banded-selection';
import { titleOf } from '../compare/choose-columns';
import { toColumnSet } from '../compare/column-set';
import { type CompareState, compareUrl } from '../compare/compare-state';
import { heatmapModel } from '../compare/heatmap/heatmap-model';
import { columnWarnings } from '../compare/heatmap/verdict-sentence';
import { type HeatmapData, verdictAt } from '../compare/heatmap-data';
import type { HeatmapSelection } from '../compare/heatmap-selection';
import { verdictsOf } from '../compare/judge-selection';
import { joinNames, serverClass } from '../text/words';
import { reportFacts } from './report-facts';

/** The data of a report. */
export interface LoadedView {
  /** Values as stored. */
  view: CompareView;
  /** The same as the compare page has it, which knows the noise. */
  data: HeatmapData;
  state: CompareState;
}

/**
 * The report of a view in a state: its columns, filter, base, metric and rule; always in the domain's order. Of several
 * products or versions with a base each it covers the first, and names the others.
 *
 * @param mostChanges how many of the largest changes are listed each way; left out: enough to act on
 */
export function toViewReport({ view, data, state }: LoadedView, mostChanges?: number) {
  const inOrder = { ...state, fold: [], sort: compareUrl.defaults.sort };
  const { groups, selection } = heatmapModel(toColumnSet(data, state), inOrder);
  const shown = mainBand(selection);
  const rows = groups.flatMap((group) => group.rows.map(({ row }) => row));
  const matrix = pickRows(pickColumns(view.matrix, shown.source), rows);
  const names = shown.names.map(({ short }) => short);
  const [, ...others] = hasBands(selection) ? selection.parts : [];
  return {
    title: `${titleOf(shown.columns)} on ${serverClass(view.server)}`,
    facts: [
      ...reportFacts({ ...view, matrix }),
      ...(others.length > 0
        ? [
            {
              label: 'Not in this report',
              text: `${joinNames(others.map(({ title }) => title))}: separate reports, each with its own base`,
            },
          ]
        : []),
    ],
    report: buildReport({
      matrix: {
        ...matrix,
        columns: matrix.columns.map(({ label, product, flavour, config }, index) => ({
          label,
          product,
          flavour,
          config,
          name: names[index] ?? '',
        })),
      },
      benchmark: view.workload.benchmark,
      metric: shown.metric,
      base: shown.base,
      judged: shown.judged,
      threshold: shown.threshold,
      judgement: reportJudgement(shown, rows),
      ...(mostChanges !== undefined && { mostChanges }),
    }),
    /** Slug of the column that the report is about, for links to its cells. */
    judgedSlug: shown.columns[shown.judged]?.slug ?? '',
  };
}

/**
 * The verdicts of a view for some of its tests. They were made over all tests, so that a filter changes none of them;
 * those of a frozen view are the frozen ones.
 *
 * @param rows of the data, in the order of the report
 * @returns null while the plain threshold is in force
 */
function reportJudgement(selection: HeatmapSelection, rows: readonly number[]): ReportJudgement | null {
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
