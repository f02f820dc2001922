import {
  atText,
  axisName,
  formatRatio,
  isJudged,
  type SweepCell,
  scalingAt,
  sweepSentence,
  wholePercent,
} from '@basecase/analysis';
import type { SweepView } from '@basecase/db/types';
import { type ChartPoint, placeLineChart } from '../line-chart';
import { lineChoices, MAX_LINES } from '../line-choices';
import type { LinkTo, ReportCharts, ReportLineChart, ReportModel, ReportState } from '../report-model';
import { ONE_VERSION, shownValue } from '../report-view';
import { scalingSentence, scalingsOf, scalingTable, type VariantScaling } from './clients-scaling';
import { matrixTables, testsTable, wordsTable } from './clients-tables';
import {
  type ClientsView,
  cellOf,
  pointsOf,
  type SweepRow,
  throughputLabel,
  throughputText,
  toClientsView,
  verdictOf,
} from './clients-view';

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

/** The curves of one test and their ratios to the base, with whiskers. */
function clientsCharts(view: ClientsView, wanted: readonly string[], linkTo: LinkTo): ReportCharts {
  const { variants, sweep, test, base, names, judged } = view;
  const { shown, nameOf, choices } = lineChoices(view, wanted, linkTo);
  const points = pointsOf(view, test);
  const steps = points.map(({ at }) => String(at));
  const label = throughputLabel(view, sweep.matrix.rows[points[0]?.row ?? -1]);
  const scalings = scalingsOf(view, test);
  const linesOf = (list: readonly number[], pointOf: (variant: number, row: number) => ChartPoint | null) =>
    list.map((variant) => ({
      key: variants[variant]?.slug ?? '',
      name: nameOf(variant),
      style: shown.indexOf(variant),
      values: points.map(({ row }) => pointOf(variant, row)),
    }));
  const chart = (
    input: Pick<Parameters<typeof placeLineChart>[0], 'id' | 'title' | 'lines' | 'format'> & {
      isRatio?: true;
    },
  ): ReportLineChart =>
    placeLineChart({
      ...input,
      steps,
      zone: input.isRatio ? zoneOf(view, points) : null,
      description: `${input.title} of ${test}: ${input.lines.map(({ name }) => name).join(', ')} at ${steps.join(', ')}. The numbers are in the table below.`,
    });
  const others = shown.filter((variant) => variant !== base);
  const fits = shown.flatMap((variant) => scalings?.[variant]?.scaling.fit ?? []);
  const law =
    fits.length === 0
      ? ''
      : ` dotted: scaling law${fits.some(({ peak }) => peak) ? ', ring: its peak' : ''};`;
  return {
    title: `By ${axisName(sweep.axis)}`,
    hint: `${test}; whiskers: lowest and highest repeat, and 95% of the noise of a ratio;${law} steps are not to scale; up to ${MAX_LINES} versions at once`,
    choices,
    charts: [
      chart({
        ...{ id: 'curve', title: label, format: (value) => throughputText(view, value) },
        lines: linesOf(shown, (variant, row) => valuePoint(view, variant, row)).map((line, index) => ({
          ...line,
          law: lawOf(scalings?.[shown[index] ?? -1]),
        })),
      }),
      ...(others.length > 0 && judged !== null
        ? [
            chart({
              ...{
                id: 'ratio',
                title: `Ratio to ${names[base]?.short ?? ''}`,
                format: formatRatio,
                isRatio: true,
              },
              lines: linesOf(others, (variant, row) =>
                ratioPoint(cellOf(view, variant, test, row), others.length < 2),
              ),
            }),
          ]
        : []),
    ],
  };
}

function lawOf(own: VariantScaling | undefined) {
  const fit = own?.scaling.fit;
  if (!fit) return null;
  const clients = fit.peak?.clients.value;
  return {
    at: (step: number) => scalingAt(fit.law, step),
    peak: clients
      ? { at: clients, title: `peak by the scaling law: ${atText('clients', Math.round(clients))}` }
      : null,
  };
}

function valuePoint(
  { sweep: { matrix }, columns }: ClientsView,
  variant: number,
  row: number,
): ChartPoint | null {
  const { value, status } = shownValue(matrix, 'throughput', [row, columns[variant] ?? -1]);
  if (value === null || status !== 'ok') return null;
  const each = matrix.each?.throughput?.[row]?.[columns[variant] ?? -1] ?? [];
  return { value, span: each.length > 1 ? [Math.min(...each), Math.max(...each)] : null };
}

/** @param hasText percent next to the point; several lines would cover each other's */
function ratioPoint(cell: SweepCell | undefined, hasText: boolean): ChartPoint | null {
  if (!cell || !isJudged(cell.verdict)) return null;
  const { x, band } = cell.verdict;
  const isFound = cell.certainty === 'sure' || cell.certainty === 'likely';
  return {
    value: Math.exp(x),
    span: [Math.exp(x - band), Math.exp(x + band)],
    text: hasText ? wholePercent(x) : '',
    tone: isFound ? (x < 0 ? 'bad' : 'good') : null,
  };
}

/** The steps that the first change of the judged version has. */
function zoneOf(view: ClientsView, points: SweepRow[]): { from: number; text: string } | null {
  const [change] = view.judged === null ? [] : (verdictOf(view, view.judged, view.test)?.changes ?? []);
  if (change?.reach !== 'from' || change.certainty === 'noise') return null;
  const from = points.findIndex(({ row }) => row === change.cells[0]?.row);
  if (from < 0) return null;
  return { from, text: `${change.direction} from ${points[from]?.at ?? ''} on` };
}
