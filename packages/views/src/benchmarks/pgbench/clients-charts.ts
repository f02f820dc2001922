import { formatValue } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { MAX_LINES, placeLineChart, type ReportCharts, type ReportLineChart } from '../line-chart';
import type { LinkTo } from '../report-view';
import { hasNumbers, measuredAt, type PgbenchView } from './pgbench-view';

/**
 * TPS and average latency over clients, a line per version. Shown are the versions that were asked for, at most four; else the
 * base and the newest others.
 */
export function clientsCharts(report: PgbenchView, wanted: readonly string[], linkTo: LinkTo): ReportCharts {
  const shown = shownLines(report, wanted);
  const slugs = shown.map((variant) => report.variants[variant]?.slug ?? '');
  const nameOf = (variant: number) => lineName(report, variant);
  return {
    title: 'By clients',
    hint: `${report.test}; from zero, the steps of clients are not to scale; up to ${MAX_LINES} versions at once`,
    choices: report.variants.map(({ slug }, variant) => {
      const style = shown.indexOf(variant);
      const next = style < 0 ? [...slugs, slug].slice(-MAX_LINES) : slugs.filter((each) => each !== slug);
      return {
        key: slug,
        label: nameOf(variant),
        href: linkTo({ versions: next }),
        style: style < 0 ? null : style,
      };
    }),
    charts: [
      chartOf(report, shown, { id: 'tps', metric: 'throughput', title: 'TPS', format: tpsText }),
      ...(hasNumbers(report, 'latency_avg')
        ? [
            chartOf(report, shown, {
              ...{ id: 'latency', metric: 'latency_avg', title: 'Average latency, ms' },
              format: msText,
            }),
          ]
        : []),
    ],
  };
}

/** Indexes of the versions of the lines, in the order of their versions. */
function shownLines({ variants, base }: PgbenchView, wanted: readonly string[]): number[] {
  const asked = variants.flatMap(({ slug }, index) => (wanted.includes(slug) ? [index] : []));
  if (asked.length > 0) return asked.slice(0, MAX_LINES);
  const newest = variants.map((_, index) => index).filter((index) => index !== base);
  return [base, ...newest.slice(1 - MAX_LINES)].toSorted((a, b) => a - b);
}

function chartOf(
  report: PgbenchView,
  shown: readonly number[],
  {
    id,
    metric,
    title,
    format,
  }: { id: string; metric: MetricId; title: string; format: (value: number) => string },
): ReportLineChart {
  const lines = shown.map((variant, style) => ({
    key: report.variants[variant]?.slug ?? '',
    name: lineName(report, variant),
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

function lineName({ names, variants }: PgbenchView, variant: number): string {
  const { name = variants[variant]?.slug ?? '', detail = '' } = names[variant] ?? {};
  return [name, detail].filter(Boolean).join(' ');
}

function tpsText(value: number): string {
  return formatValue(value, 'throughput');
}

/** Three digits at most and no zeros at the end: `0.25`, `12.5`, `150`. */
function msText(seconds: number): string {
  return String(Number((seconds * 1000).toPrecision(3)));
}
