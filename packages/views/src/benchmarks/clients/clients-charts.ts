import {
  atText,
  axisName,
  formatRatio,
  isJudged,
  type SweepCell,
  scalingAt,
  wholePercent,
} from '@basecase/analysis';
import { type ChartPoint, placeLineChart } from '../line-chart';
import { lineChoices, MAX_LINES } from '../line-choices';
import type { LinkTo, ReportCharts, ReportLineChart } from '../report-model';
import { shownValue } from '../report-view';
import { scalingsOf, type VariantScaling } from './clients-scaling';
import {
  type ClientsView,
  cellOf,
  pointsOf,
  type SweepRow,
  throughputLabel,
  throughputText,
  verdictOf,
} from './clients-view';

/** The curves of one test and their ratios to the base, with whiskers. */
export function clientsCharts(view: ClientsView, wanted: readonly string[], linkTo: LinkTo): ReportCharts {
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
  const hasLaw = shown.some((variant) => scalings?.[variant]?.scaling.fit);
  return {
    title: `By ${axisName(sweep.axis)}`,
    hint: `${test}; whiskers: lowest and highest repeat, and 95% of the noise of a ratio;${hasLaw ? ' dotted: scaling law, ring: its peak;' : ''} steps are not to scale; up to ${MAX_LINES} versions at once`,
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
