import { formatValue, toPrintfFixed } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { absoluteMetricTable, type MetricColumn, relativeHint, relativeMetricTable } from '../metric-table';
import type { ReportDetail } from '../report-source';
import { hasMetric, type LinkTo, type ReportView, testAt } from '../report-view';
import { stepName } from './step-name';

interface Input {
  report: ReportView;
  /** Indexes of the steps. */
  steps: readonly number[];
  /** Key of the step that was asked for. */
  wanted: string;
  linkTo: LinkTo;
}

/**
 * All numbers of one step, in the order of the published tables `mrg.<step>` and `rel.<step>`. Null where only
 * throughput is stored: there is no more to show of a step.
 */
export function prepareStepDetail({ report, steps, wanted, linkTo }: Input): ReportDetail | null {
  const row = steps.find((each) => testAt(report, each)?.key === wanted) ?? steps[0];
  const step = row === undefined ? undefined : testAt(report, row)?.key;
  if (row === undefined || step === undefined) return null;
  if (!hasMetric(report, 'cpu_percent', steps) && !hasMetric(report, 'latency_max', steps)) return null;
  const input = { report, row, columns: columnsOf(step), linkTo };
  return {
    noun: 'step',
    current: step,
    choices: steps.flatMap((each) => {
      const key = testAt(report, each)?.key;
      return key === undefined
        ? []
        : [{ key, label: key, href: `${linkTo({ test: key })}#detail`, isCurrent: key === step }];
    }),
    tables: [
      absoluteMetricTable(input, {
        id: 'detail-absolute',
        title: `${step}, absolute`,
        hint: 'the columns of mrg tables; metrics that were not recorded are left out',
      }),
      ...(report.variants.length > 1
        ? [
            relativeMetricTable(input, {
              id: 'detail-relative',
              title: `${step}, relative`,
              hint: relativeHint(report),
            }),
          ]
        : []),
    ],
  };
}

const KIB = 1024;
const GIB = 1024 ** 3;

const fixed =
  (decimals: number, divisor = 1) =>
  (value: number) =>
    toPrintfFixed(value / divisor, decimals);
const whole = (metric: MetricId) => (value: number) => formatValue(Math.round(value), metric);

/** Per operation: of inserts in l.*, of queries in q*; w/i and wKB/i are per insert in every step. */
function columnsOf(step: string): MetricColumn[] {
  const isQuery = stepName(step).rate !== null;
  return [
    {
      metric: isQuery ? 'insert_rate' : 'throughput',
      label: 'ips',
      unit: 'inserts/s',
      format: whole('throughput'),
    },
    ...(isQuery
      ? [{ metric: 'throughput' as const, label: 'qps', unit: 'queries/s', format: whole('throughput') }]
      : []),
    { metric: 'reads_per_s', label: 'rps', unit: 'reads/s', format: fixed(0) },
    { metric: 'read_kb_per_s', label: 'rmbps', unit: 'MB/s', format: fixed(1, KIB) },
    { metric: 'writes_per_s', label: 'wps', unit: 'writes/s', format: fixed(0) },
    { metric: 'write_kb_per_s', label: 'wmbps', unit: 'MB/s', format: fixed(1, KIB) },
    { metric: 'reads_per_op', label: 'rpq', unit: 'reads/o', format: fixed(3) },
    { metric: 'read_kb_per_op', label: 'rkbpq', unit: 'KB/o', format: fixed(3) },
    { metric: 'writes_per_insert', label: 'wpi', unit: 'writes/i', format: fixed(3) },
    { metric: 'write_kb_per_insert', label: 'wkbpi', unit: 'KB/i', format: fixed(3) },
    { metric: 'cs_per_s', label: 'csps', unit: 'cs/s', format: whole('cs_per_s') },
    { metric: 'cpu_percent', label: 'cpups', unit: '% CPU', format: fixed(1) },
    { metric: 'cs_per_op', label: 'cspq', unit: 'cs/o', format: fixed(3) },
    { metric: 'cpu_us_per_op', label: 'cpupq', unit: 'CPU µs/o', format: fixed(0) },
    { metric: 'db_size', label: 'dbgb1', unit: 'GB', format: fixed(1, GIB) },
    { metric: 'data_size', label: 'dbgb2', unit: 'GB', format: fixed(1, GIB) },
    { metric: 'rss', label: 'rss', unit: 'GB', format: fixed(1, GIB) },
    { metric: 'latency_max', label: 'maxop', unit: 's', format: fixed(3) },
    { metric: 'rate_p50', label: 'p50', unit: 'rate/s', format: whole('rate_p50') },
    { metric: 'rate_p99', label: 'p99', unit: 'rate/s', format: whole('rate_p99') },
  ];
}
