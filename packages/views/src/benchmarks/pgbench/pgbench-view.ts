import { formatValue } from '@basecase/analysis';
import type { CompareColumn, CompareView } from '@basecase/db/types';
import { compareVersions, type MetricId, testInfo, textOrder } from '@basecase/ingest/model';
import { countText } from '../../text/words';
import { placeLineChart } from '../line-chart';
import { lineChoices, MAX_LINES } from '../line-choices';
import type { Measured } from '../report-cells';
import type { LinkTo, ReportCharts, ReportLineChart, ReportState } from '../report-model';
import { baseIndex, judgedIndex, shownValue, shownVariants, variantNames } from '../report-view';

/** One number of clients: a heatmap, and the row of the shown test in it. */
export interface ClientsPoint {
  key: string;
  /** Null where no file says how many clients there were. */
  clients: number | null;
  /** `16 clients`. */
  label: string;
  view: CompareView;
  /** Index of the test among the rows; -1 where it did not run. */
  row: number;
}

/** One test of a group of workloads: versions × numbers of clients. */
export type PgbenchView = ReturnType<typeof toPgbenchView>;

const LIMIT = /\blimited to [^,]+/;

/** How runs were limited, in words of their label: `limited to 500/s`; null for runs without a limit. */
export function rateLimit(label: string): string | null {
  return LIMIT.exec(label)?.[0] ?? null;
}

/**
 * Resolves a state against what is there: a test, product or base that does not exist falls back to the first.
 *
 * @param views one of each number of clients, rising
 */
export function toPgbenchView(views: readonly CompareView[], state: ReportState) {
  const tests = testsOf(views);
  const test = tests.find((key) => key === state.test) ?? tests[0] ?? '';
  const points = views.flatMap((view) => toPoint(view, test));
  const variants = shownVariants(columnsOf(points), state);
  const base = baseIndex(variants, state.base);
  return {
    /** Keys of the tests of the group, in their order. */
    tests,
    /** Key of the shown one. */
    test,
    /** The numbers of clients that ran the test, rising. */
    points,
    /** Shown versions: oldest first, products in the order of their names. */
    variants,
    names: variantNames(variants),
    base,
    /** The version that the sentence compares with the base; null when there is only the base. */
    judged: judgedIndex(variants, base),
    threshold: state.t,
    /** Of all points. */
    limit: rateLimit(views[0]?.workload.label ?? ''),
  };
}

/** A number of a version at one number of clients; missing where it did not run. */
export function measuredAt(
  { variants }: PgbenchView,
  point: ClientsPoint | undefined,
  [metric, variant]: readonly [metric: MetricId, variant: number],
): Measured {
  const slug = variants[variant]?.slug;
  const column = point?.view.matrix.columns.findIndex((each) => each.slug === slug) ?? -1;
  if (!point || column < 0) return { value: null, status: 'missing' };
  return shownValue(point.view.matrix, metric, [point.row, column]);
}

/** True when some shown version has a number of the metric that may be compared. */
export function hasNumbers(report: PgbenchView, metric: MetricId): boolean {
  return report.points.some((point) =>
    report.variants.some((_, variant) => {
      const { value, status } = measuredAt(report, point, [metric, variant]);
      return value !== null && status !== 'failed';
    }),
  );
}

/** In the order of the benchmark: what a server runs by itself is known, names of scripts follow by their names. */
function testsOf(views: readonly CompareView[]): string[] {
  const rows = views.flatMap(({ matrix }) =>
    matrix.rows.filter((_, row) => matrix.status[row]?.some((status) => status !== 'missing')),
  );
  const placeOf = (key: string) => testInfo('pgbench', key, null).position;
  return [...new Set(rows.map(({ key }) => key))].sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
}

function toPoint(view: CompareView, test: string): ClientsPoint[] {
  const row = view.matrix.rows.findIndex(({ key }) => key === test);
  if (row < 0) return [];
  const { slug, clients } = view.workload;
  const label = clients === null ? 'clients not known' : countText(clients, 'client');
  return [{ key: slug, clients, label, view, row }];
}

/** Columns that ran the test at any number of clients; the others are left out. */
function columnsOf(points: readonly ClientsPoint[]): CompareColumn[] {
  const found = points.flatMap(({ view: { matrix }, row }) =>
    matrix.columns.filter((_, column) => (matrix.status[row]?.[column] ?? 'missing') !== 'missing'),
  );
  const columns = [...new Map(found.map((column) => [column.slug, column])).values()];
  return columns.sort(
    (a, b) =>
      textOrder(a.product, b.product) || compareVersions(a.version, b.version) || textOrder(a.slug, b.slug),
  );
}

/**
 * TPS and average latency over clients, a line per version. Shown are the versions that were asked for, at most four; else the
 * base and the newest others.
 */
export function clientsCharts(report: PgbenchView, wanted: readonly string[], linkTo: LinkTo): ReportCharts {
  const lines = lineChoices(report, wanted, linkTo);
  return {
    title: 'By clients',
    hint: `${report.test}; from zero, the steps of clients are not to scale; up to ${MAX_LINES} versions at once`,
    choices: lines.choices,
    charts: [
      chartOf(report, lines, { id: 'tps', metric: 'throughput', title: 'TPS', format: tpsText }),
      ...(hasNumbers(report, 'latency_avg')
        ? [
            chartOf(report, lines, {
              ...{ id: 'latency', metric: 'latency_avg', title: 'Average latency, ms' },
              format: msText,
            }),
          ]
        : []),
    ],
  };
}

function chartOf(
  report: PgbenchView,
  { shown, nameOf }: Pick<ReturnType<typeof lineChoices>, 'shown' | 'nameOf'>,
  {
    id,
    metric,
    title,
    format,
  }: { id: string; metric: MetricId; title: string; format: (value: number) => string },
): ReportLineChart {
  const lines = shown.map((variant, style) => ({
    key: report.variants[variant]?.slug ?? '',
    name: nameOf(variant),
    style,
    values: report.points.map((point) => {
      const { value, status } = measuredAt(report, point, [metric, variant]);
      return status === 'ok' ? value : null;
    }),
  }));
  const steps = report.points.map(({ clients }) => (clients === null ? '?' : String(clients)));
  return placeLineChart({
    ...{ id, title, steps, lines, format },
    description: `${title} of ${lines.map(({ name }) => name).join(', ')} at ${steps.join(', ')} clients. The numbers are in the table below.`,
  });
}

function tpsText(value: number): string {
  return formatValue(value, 'throughput');
}

/** Three digits at most and no zeros at the end: `0.25`, `12.5`, `150`. */
function msText(seconds: number): string {
  return String(Number((seconds * 1000).toPrecision(3)));
}
