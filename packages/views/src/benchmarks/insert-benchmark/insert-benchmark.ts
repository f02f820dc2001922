import { formatFixed, formatValue } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { isUneven, type MetricId } from '@basecase/ingest/model';
import type {
  LinkTo,
  ReportDetail,
  ReportModel,
  ReportSentence,
  ReportState,
  ReportTable,
} from '../report-model';
import {
  absoluteTable,
  detailChoices,
  type MetricColumn,
  metricTables,
  relativeTable,
  type TestColumn,
  versionsGrid,
} from '../report-tables';
import {
  baseName,
  changeSentence,
  hasMetric,
  measured,
  plural,
  type ReportView,
  shownTests,
  testAt,
  toReportView,
} from '../report-view';

interface Input {
  report: ReportView;
  /** Indexes of the steps. */
  steps: readonly number[];
  linkTo: LinkTo;
}

/** Throughput, throughput relative to the base, background inserts: those that are known. */
export function insertBenchmarkReport(view: CompareView, state: ReportState, linkTo: LinkTo): ReportModel {
  const report = toReportView(view, state);
  const steps = shownTests(report);
  const input = { report, steps, linkTo };
  const grid = versionsGrid(report, linkTo, stepColumns(input));
  const { relativeTo } = view.workload;
  return {
    sentence: sentenceOf(input),
    tables: [
      ...(relativeTo
        ? []
        : [
            absoluteTable(grid, {
              id: 'absolute',
              title: 'Throughput',
              hint: 'inserts, indexed rows or queries per second of all clients',
            }),
          ]),
      ...(report.variants.length > 1 || relativeTo
        ? [
            relativeTable(grid, {
              id: 'relative',
              title: 'Relative throughput',
              hint: `each version divided by ${baseName(report)}; click a version in the first column to make it the base`,
            }),
          ]
        : []),
      ...backgroundTable(input),
    ],
    detail: detailOf(input, state.test),
  };
}

function sentenceOf({ report, steps }: Input): ReportSentence {
  const { strong, rest: changes } = changeSentence(report, steps, 'step');
  const rest = changes + varianceWords(report, steps);
  const failed = steps.filter((row) =>
    report.variants.some(
      (_, variant) => measured(report, 'throughput', [row, variant]).status === 'sla_failed',
    ),
  ).length;
  if (failed === 0) return { strong, rest };
  const where = report.variants.length > 1 ? ' for some version' : '';
  return { strong, rest: `${rest} In ${failed} ${plural(failed, 'step')} the SLA failed${where}.` };
}

/** ` Too much variance in the insert rate of 18.2 in l.i1.`, in the words of its author; empty where the seconds are even or not known. */
function varianceWords(report: ReportView, steps: readonly number[]): string {
  const uneven = steps.flatMap((row) =>
    report.variants.flatMap((_, variant) => {
      const value = (metric: MetricId) => measured(report, metric, [row, variant]).value;
      if (!isUneven({ cv: value('seconds_cv'), p99: value('seconds_p99') })) return [];
      const { key = '' } = testAt(report, row) ?? {};
      const rate = stepName(key).rate === null ? 'insert' : 'query';
      return [`${rate} rate of ${report.names[variant]?.short ?? ''} in ${key}`];
    }),
  );
  const [first, second] = uneven;
  if (first === undefined) return '';
  const more = uneven.length > 2 ? ` and ${uneven.length - 2} more` : '';
  const others = second === undefined ? '' : `${more === '' ? ' and' : ','} the ${second}${more}`;
  return ` Too much variance in the ${first}${others}.`;
}

/** Grouped by the unit of the values; in a table of ratios by the operation. */
function stepColumns({ report, steps, linkTo }: Input): TestColumn[] {
  return steps.map((row) => {
    const { key = '', unit } = testAt(report, row) ?? {};
    const { label, place } = stepName(key);
    return {
      ...{
        key,
        row,
        name: label,
        note: place,
        group: unit ?? '',
        isBase: false,
        metric: 'throughput' as const,
      },
      link: { href: `${linkTo({ test: key })}#detail`, label: `all numbers of ${key}` },
    };
  });
}

/** Achieved background inserts per second; with their share of the target where the number of clients is known. */
function backgroundTable(input: Input): ReportTable[] {
  const { report, linkTo } = input;
  const columns = stepColumns(input).filter(({ key }) => stepName(key).rate !== null);
  if (
    !hasMetric(
      report,
      'insert_rate',
      columns.map(({ row }) => row),
    )
  )
    return [];
  const grid = versionsGrid(
    report,
    linkTo,
    columns.map(({ group: _, ...column }) => ({
      ...column,
      ...{ name: column.key, note: targetText(report, column), metric: 'insert_rate' as const },
    })),
  );
  const naming = {
    id: 'background',
    title: 'Background inserts and SLA',
    hint: 'inserts per second during the queries; deletes run at the same rate',
    notes: [
      'A step must sustain at least 95% of the target insert rate. If it does not, its SLA failed: its queries ran under less load, so its throughput is grey and never compared.',
    ],
  };
  return [
    absoluteTable(grid, naming, (cell, variant, index) => {
      const target = measured(report, 'insert_rate_target', [columns[index]?.row ?? -1, variant]).value;
      if (cell.value === null || target === null || target === 0) return cell;
      const share = `${formatFixed((cell.value / target) * 100, 1)}%`;
      return { ...cell, note: [share, cell.note].filter(Boolean).join(', ') };
    }),
  ];
}

/** `of 200/s`; the rate of one client where the number of clients is not specified. */
function targetText(report: ReportView, { key, row }: TestColumn): string {
  const targets = report.variants.flatMap(
    (_, variant) => measured(report, 'insert_rate_target', [row, variant]).value ?? [],
  );
  const [target] = targets;
  if (target !== undefined && targets.every((each) => each === target)) {
    return `of ${formatValue(target, 'insert_rate_target')}/s`;
  }
  const { rate } = stepName(key);
  return rate === null ? '' : `${rate}/s per client`;
}

/**
 * All numbers of one step, in the order of the published tables `mrg.<step>` and `rel.<step>`, then how even its
 * seconds are. Null where only throughput is stored.
 */
function detailOf({ report, steps, linkTo }: Input, wanted: string): ReportDetail | null {
  const row = steps.find((each) => testAt(report, each)?.key === wanted) ?? steps[0];
  const step = row === undefined ? undefined : testAt(report, row)?.key;
  if (row === undefined || step === undefined) return null;
  if (!hasMetric(report, 'cpu_percent', steps) && !hasMetric(report, 'latency_max', steps)) return null;
  const tests = steps.flatMap((each) => testAt(report, each) ?? []).map(({ key }) => ({ key }));
  return {
    noun: 'step',
    current: step,
    choices: detailChoices(tests, step, (test) => linkTo({ test })),
    tables: metricTables(
      { report, row, columns: columnsOf(step), linkTo },
      { title: step, hint: 'the columns of mrg tables; metrics that were not recorded are left out' },
    ),
  };
}

const KIB = 1024;
const GIB = 1024 ** 3;

const fixed =
  (decimals: number, divisor = 1) =>
  (value: number) =>
    formatFixed(value / divisor, decimals);
const whole = (metric: MetricId) => (value: number) => formatValue(Math.round(value), metric);

/** Per operation: of inserts in l.*, of queries in q*; w/i and wKB/i are per insert in every step. */
function columnsOf(step: string): MetricColumn[] {
  const isQuery = stepName(step).rate !== null;
  const columns: [MetricId, string, string, MetricColumn['format']][] = [
    [isQuery ? 'insert_rate' : 'throughput', 'ips', 'inserts/s', whole('throughput')],
    ['reads_per_s', 'rps', 'reads/s', fixed(0)],
    ['read_kb_per_s', 'rmbps', 'MB/s', fixed(1, KIB)],
    ['writes_per_s', 'wps', 'writes/s', fixed(0)],
    ['write_kb_per_s', 'wmbps', 'MB/s', fixed(1, KIB)],
    ['reads_per_op', 'rpq', 'reads/o', fixed(3)],
    ['read_kb_per_op', 'rkbpq', 'KB/o', fixed(3)],
    ['writes_per_insert', 'wpi', 'writes/i', fixed(3)],
    ['write_kb_per_insert', 'wkbpi', 'KB/i', fixed(3)],
    ['cs_per_s', 'csps', 'cs/s', whole('cs_per_s')],
    ['cpu_percent', 'cpups', '% CPU', fixed(1)],
    ['cs_per_op', 'cspq', 'cs/o', fixed(3)],
    ['cpu_us_per_op', 'cpupq', 'CPU µs/o', fixed(0)],
    ['db_size', 'dbgb1', 'GB', fixed(1, GIB)],
    ['data_size', 'dbgb2', 'GB', fixed(1, GIB)],
    ['rss', 'rss', 'GB', fixed(1, GIB)],
    ['latency_max', 'maxop', 's', fixed(3)],
    ['rate_p50', 'p50', 'rate/s', whole('rate_p50')],
    ['rate_p99', 'p99', 'rate/s', whole('rate_p99')],
    ['worst_second', 'worst s', 'of median', fixed(2)],
    ['seconds_cv', 'CV', 'of seconds', fixed(3)],
    ['longest_stall', 'stall', 's', fixed(0)],
  ];
  if (isQuery) columns.splice(1, 0, ['throughput', 'qps', 'queries/s', whole('throughput')]);
  return columns.map(([metric, label, unit, format]) => ({ metric, label, unit, format }));
}

/** A step as reports name it. */
export interface StepName {
  /** `qr100` of `qr100.L1`. */
  label: string;
  /** `L1`: its place in the sequence; of 2021 the pass. Empty for the load. */
  place: string;
  /** Inserts/s that one client must sustain in the background; null for the load. */
  rate: number | null;
}

/** Reads `l.i0`, `qr100.L1`, `qp1000` and, of 2021, `q100.2`. */
export function stepName(test: string): StepName {
  const [, label = test, rate, place = ''] = /^(q[rp]?(\d+))(?:\.(.+))?$/.exec(test) ?? [];
  return { label, place, rate: rate === undefined ? null : Number(rate) };
}
