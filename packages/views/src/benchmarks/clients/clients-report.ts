import { sweepSentence } from '@basecase/analysis';
import type { SweepView } from '@basecase/db/types';
import type { LinkTo, ReportModel, ReportState } from '../report-model';
import { ONE_VERSION } from '../report-view';
import { clientsCharts } from './clients-charts';
import { scalingSentence, scalingTable } from './clients-scaling';
import { matrixTables, testsTable, wordsTable } from './clients-tables';
import { type ClientsView, pointsOf, toClientsView } from './clients-view';

/** The sentence, curves of one test, and its matrix; of several tests one line each. */
export function clientsReport(view: ClientsView, state: ReportState, linkTo: LinkTo): ReportModel {
  const { tests, test } = view;
  const shown = state.rows === 'tests' ? tests : [test];
  return {
    sentence: clientsSentence(view, state.test === '' ? undefined : test),
    charts: clientsCharts(view, state.versions, linkTo),
    tables: [
      ...(tests.length > 1 ? [testsTable(view, linkTo)] : []),
      ...shown.flatMap((key) => [...matrixTables(view, key, linkTo), ...scalingTable(view, key, linkTo)]),
      ...(view.variants.length > 2 ? [wordsTable(view, linkTo)] : []),
    ],
    detail: null,
  };
}

/** @param test left out: all tests */
function clientsSentence(view: ClientsView, test?: string): ReportModel['sentence'] {
  const { sweep, columns, base, judged } = view;
  if (judged === null && columns.length > 1) return ONE_VERSION;
  const { strong, rest } = sweepSentence(sweep, {
    base: columns[base] ?? 0,
    column: judged === null ? null : (columns[judged] ?? null),
    ...(test !== undefined && { test }),
    ...(judged !== null && view.verdicts[judged] && { judged: view.verdicts[judged] }),
  });
  const isOne = test !== undefined || view.tests.length === 1;
  return { strong, rest: rest + (isOne ? scalingSentence(view, view.test) : '') };
}

/**
 * The report of a benchmark with the finding and the curves of its sweep; as it is where there is one value.
 *
 * @param test the one that it shows; left out: all
 */
export function withSweep(
  model: ReportModel,
  sweep: SweepView,
  { state, linkTo, test }: { state: ReportState; linkTo: LinkTo; test?: string },
): ReportModel {
  const view = toClientsView(sweep, test === undefined ? state : { ...state, test });
  if (pointsOf(view, view.test).length < 2) return model;
  const charts = clientsCharts(view, state.versions, linkTo);
  const { strong, rest } = view.judged === null ? model.sentence : clientsSentence(view, test);
  return {
    ...model,
    sentence: { strong, rest: rest + (view.judged === null ? '' : (model.caveat ?? '')) },
    // The first chart of a report is its throughput.
    charts: { ...charts, charts: [...charts.charts, ...(model.charts?.charts.slice(1) ?? [])] },
    tables: [...model.tables, ...scalingTable(view, view.test, linkTo)],
  };
}
