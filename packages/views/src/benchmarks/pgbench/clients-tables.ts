import { formatRatio, formatValue, isWorse, ratio, toPrintfFixed, verdictLevel } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { plainThresholdText } from '../../verdict/plain-threshold';
import { absoluteCell, type Measured, plainCell, ratioCell } from '../report-cells';
import { plural } from '../report-changes';
import type { ReportCell, ReportHead, ReportSentence, ReportTable } from '../report-table-model';
import type { LinkTo } from '../report-view';
import { type ClientsPoint, hasNumbers, measuredAt, type PgbenchView } from './pgbench-view';

const PER_SECOND = 1000;
/** Of a latency in milliseconds, as pgbench prints it. */
const MS_DECIMALS = 3;

interface Shown {
  id: string;
  metric: MetricId;
  title: string;
  hint: string;
}

const TPS: Shown = {
  id: 'tps',
  metric: 'throughput',
  title: 'TPS',
  hint: 'transactions per second, without the time of connecting',
};
const LATENCIES: readonly Shown[] = [
  { id: 'latency', metric: 'latency_avg', title: 'Average latency', hint: 'milliseconds per transaction' },
  { id: 'p95', metric: 'latency_p95', title: 'p95 latency', hint: 'milliseconds, of transaction logs (-l)' },
  { id: 'p99', metric: 'latency_p99', title: 'p99 latency', hint: 'milliseconds, of transaction logs (-l)' },
];

/** Seconds as milliseconds without the unit: `5.781`. */
export function formatMs(seconds: number): string {
  return toPrintfFixed(seconds * PER_SECOND, MS_DECIMALS);
}

/**
 * TPS, latencies, and each divided by the base: clients below each other, versions side by side. The TPS of limited runs
 * says what was asked for, so it is not divided.
 */
export function clientsTables(report: PgbenchView, linkTo: LinkTo): ReportTable[] {
  const tables = [TPS, ...LATENCIES].filter(({ id, metric }) => id === 'tps' || hasNumbers(report, metric));
  return tables.flatMap((shown) => {
    const isDivided = report.variants.length > 1 && (shown.metric !== 'throughput' || report.limit === null);
    const absolute = absoluteTable(report, shown, linkTo);
    return isDivided ? [absolute, relativeTable(report, shown, linkTo)] : [absolute];
  });
}

function absoluteTable(report: PgbenchView, { id, metric, title, hint }: Shown, linkTo: LinkTo): ReportTable {
  const hasFailed = report.points.some((point) =>
    report.variants.some(
      (_, variant) => measuredAt(report, point, ['throughput', variant]).status === 'failed',
    ),
  );
  const limited = report.limit === null ? [] : [`These runs were ${report.limit} (-R).`];
  return {
    ...frame(report, linkTo, metric === 'throughput' ? 'TPS' : 'ms'),
    ...{ id, title, hint },
    rows: rowsOf(report, (point, variant) => {
      const own = measuredAt(report, point, [metric, variant]);
      return valueCell(own, metric);
    }),
    notes:
      metric === 'throughput'
        ? [
            ...limited,
            ...(hasFailed
              ? [
                  'Failed: clients aborted, so the others had less contention. What was printed is kept in the log.',
                ]
              : []),
          ]
        : [],
  };
}

/** What was printed of a failed run is of fewer clients than its row says: it is never shown as a number. */
function valueCell(own: Measured, metric: MetricId): ReportCell {
  if (own.status === 'failed') return plainCell('failed', 'v');
  const text = (value: number) => (metric === 'throughput' ? formatValue(value, metric) : formatMs(value));
  return absoluteCell(own, own.value === null ? '' : text(own.value));
}

function relativeTable(report: PgbenchView, { id, metric, title }: Shown, linkTo: LinkTo): ReportTable {
  const { base, threshold, names } = report;
  const direction = metric === 'throughput' ? 'higher is better' : 'lower is better';
  return {
    ...frame(report, linkTo, 'ratio'),
    id: `relative-${id}`,
    title: `Relative ${metric === 'throughput' ? title : title.replace('Average', 'average')}`,
    hint: `each version divided by ${names[base]?.short ?? ''}, ${direction}; click a version to make it the base`,
    rows: rowsOf(report, (point, variant) =>
      ratioCell(measuredAt(report, point, [metric, variant]), measuredAt(report, point, [metric, base]), {
        ...{ metric, threshold },
        isBase: variant === base,
      }),
    ),
    notes: [],
  };
}

function frame(
  report: PgbenchView,
  linkTo: LinkTo,
  unit: string,
): Pick<ReportTable, 'corner' | 'groups' | 'heads'> {
  return { corner: 'Clients', groups: [], heads: versionHeads(report, linkTo, unit) };
}

/** A click on the head of a version makes it the base. */
export function versionHeads(
  { variants, names, base }: PgbenchView,
  linkTo: LinkTo,
  unit: string,
): ReportHead[] {
  return variants.map(({ slug }, index) => {
    const { name = slug, detail = '' } = names[index] ?? {};
    return {
      key: slug,
      label: name,
      note: [detail, unit].filter(Boolean).join(', '),
      link: index === base ? null : { href: linkTo({ base: slug }), label: 'make it the base' },
      starts: false,
      isBase: index === base,
    };
  });
}

function rowsOf(
  { points, variants }: PgbenchView,
  cellOf: (point: ClientsPoint, variant: number) => ReportCell,
): ReportTable['rows'] {
  return points.map((point) => ({
    key: point.key,
    name: point.label,
    note: '',
    link: null,
    isBase: false,
    cells: variants.map((_, variant) => cellOf(point, variant)),
  }));
}

/** What the newest version does against the base: its TPS, or of limited runs its latency. */
export function pgbenchSentence(report: PgbenchView): ReportSentence {
  const { judged, base, names, test, threshold, points, limit } = report;
  if (judged === null) return { strong: 'One version.', rest: ' There is nothing to compare it with yet.' };
  const [metric, word] =
    limit === null ? (['throughput', 'TPS'] as const) : (['latency_avg', 'average latency'] as const);
  const ratios = points.flatMap((point) => {
    const [own, of] = [judged, base].map((variant) => measuredAt(report, point, [metric, variant]));
    const value = own?.status === 'ok' && of?.status === 'ok' ? ratio(own.value, of.value) : null;
    return value === null ? [] : [{ label: point.label, value }];
  });
  const [own, of] = [names[judged]?.short ?? '', names[base]?.short ?? ''];
  if (ratios.length === 0) {
    return {
      strong: 'Nothing to compare:',
      rest: ` ${own} and ${of} share no number of clients of ${test}.`,
    };
  }
  const direction = metric === 'throughput' ? 'higher-is-better' : 'lower-is-better';
  const slower = ratios.filter(({ value }) => isWorse(verdictLevel(value, direction, threshold))).length;
  const list = ratios.map(({ label, value }) => `${formatRatio(value)} at ${label}`).join(', ');
  const limited = limit === null ? '' : ` The runs were ${limit}: their TPS is what was asked for.`;
  return {
    strong: `${own} is slower than ${of} at ${slower === 0 ? 'none' : slower} of ${ratios.length} ${plural(ratios.length, 'number')} of clients`,
    rest: ` in ${test}: relative ${word} ${list}. ${plainThresholdText(threshold)}${limited}`,
  };
}
