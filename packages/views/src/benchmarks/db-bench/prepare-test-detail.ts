import { formatValue, type MatrixRow, shownUnit } from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import { formatMicroseconds } from '../../text/microseconds';
import { absoluteMetricTable, type MetricColumn, relativeHint, relativeMetricTable } from '../metric-table';
import type { ReportDetail } from '../report-source';
import type { LinkTo } from '../report-view';
import type { WorkloadReport } from './workload-report';

interface Input {
  workloads: readonly WorkloadReport[];
  tests: readonly MatrixRow[];
  /** Key of the test that was asked for. */
  wanted: string;
  linkTo: LinkTo;
}

/** All numbers of one test, in each workload that ran it: the columns of report.tsv, absolute and relative. */
export function prepareTestDetail({ workloads, tests, wanted, linkTo }: Input): ReportDetail | null {
  const test = (tests.find(({ key }) => key === wanted) ?? tests[0])?.key;
  if (test === undefined) return null;
  return {
    noun: 'test',
    current: test,
    choices: tests.map(({ key }) => ({
      key,
      label: key,
      href: `${linkTo({ test: key })}#detail`,
      isCurrent: key === test,
    })),
    tables: workloads.flatMap(({ name, report }, index) => {
      const row = report.view.matrix.rows.findIndex(({ key }) => key === test);
      if (row < 0) return [];
      const input = { report, row, columns: COLUMNS, linkTo };
      const absolute = absoluteMetricTable(input, {
        id: `detail-absolute-${index}`,
        title: `${test}, ${name}, absolute`,
        hint: 'latency of one operation, write amplification and stalls as RocksDB reports them',
      });
      const isCompared = report.variants.length > 1 && report.base >= 0;
      if (!isCompared) return [absolute];
      const relative = relativeMetricTable(input, {
        id: `detail-relative-${index}`,
        title: `${test}, ${name}, relative`,
        hint: relativeHint(report),
      });
      return [absolute, relative];
    }),
  };
}

const latency = (metric: MetricId): MetricColumn => ({
  metric,
  label: metricOf(metric).label,
  unit: 'µs',
  format: formatMicroseconds,
});
const asShown = (metric: MetricId, unit = shownUnit(metric)): MetricColumn => ({
  metric,
  label: metricOf(metric).label,
  unit,
  format: (value) => formatValue(value, metric),
});

const COLUMNS: readonly MetricColumn[] = [
  { ...asShown('throughput', ''), label: 'ops/s' },
  asShown('bandwidth', ''),
  latency('latency_avg'),
  latency('latency_p50'),
  latency('latency_p99'),
  latency('latency_p999'),
  latency('latency_p9999'),
  latency('latency_max'),
  asShown('write_amplification', ''),
  asShown('stall_percent', '% of time'),
  asShown('stall_count', ''),
  asShown('lsm_size', 'GB'),
  { ...asShown('compaction_write', 'GB'), label: 'compacted' },
  asShown('user_cpu', 's'),
  asShown('system_cpu', 's'),
  asShown('rss', 'GB'),
];
