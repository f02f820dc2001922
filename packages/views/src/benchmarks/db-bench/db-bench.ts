import { formatRatio, formatValue, type MatrixRow, shownUnit } from '@basecase/analysis';
import type { CompareView, HeatmapEntry, WorkloadView } from '@basecase/db/types';
import { compareTests, type MetricId, metricOf } from '@basecase/ingest/model';
import { formatMicroseconds } from '../../text/words';
import { plainThresholdText } from '../../verdict/verdict-trend';
import { absoluteCell, type Measured } from '../report-cells';
import type { LinkTo, ReportDetail, ReportModel, ReportSentence, ReportState } from '../report-model';
import {
  absoluteTable,
  type Column,
  detailChoices,
  type Grid,
  type MetricColumn,
  metricTables,
  relativeTable,
  variantPlaces,
} from '../report-tables';
import { countChanges, measured, ONE_VERSION, plural, type ReportView, toReportView } from '../report-view';

/** The workloads that reports put side by side, in their order, with the meaning of the words. */
const DB_BENCH_WORKLOADS = [
  { word: 'byrx', meaning: 'cached by RocksDB' },
  { word: 'iobuf', meaning: 'IO-bound, buffered' },
  { word: 'iodir', meaning: 'IO-bound, O_DIRECT' },
] as const;

const WORD = /\b(?:byrx|iobuf|iodir)\b/;
/** Implied by the word: byrx is cached, the others are not. */
const CACHED = ['cached', 'IO-bound'];

/** `byrx` of `db_bench, cached, byrx`; null for a workload that is none of the three. */
export function workloadWord({ label }: Pick<WorkloadView, 'label'>): string | null {
  return WORD.exec(label)?.[0] ?? null;
}

/** Heading of a workload: its word with the meaning; its label when it is none of the three. */
export function workloadHeading(workload: Pick<WorkloadView, 'label'>): string {
  const found = DB_BENCH_WORKLOADS.find(({ word }) => word === workloadWord(workload));
  return found ? `${found.word}: ${found.meaning}` : workload.label;
}

/**
 * The workloads of a server that differ from the chosen one in the word only, in the order byrx, iobuf, iodir.
 * Other clients or rows are another comparison.
 */
export function familyOf(entries: readonly HeatmapEntry[], chosen: HeatmapEntry): HeatmapEntry[] {
  if (workloadWord(chosen.workload) === null) return [chosen];
  const key = familyKey(chosen.workload);
  const order = (entry: HeatmapEntry) =>
    DB_BENCH_WORKLOADS.findIndex(({ word }) => word === workloadWord(entry.workload));
  return entries
    .filter(
      ({ server, workload }) =>
        server.slug === chosen.server.slug && workloadWord(workload) !== null && familyKey(workload) === key,
    )
    .sort((a, b) => order(a) - order(b));
}

/** The part of the label that all workloads of a family share. */
export function familyKey({ label, details, source }: WorkloadView): string {
  const shared = label
    .split(', ')
    .map((part) => part.replace(WORD, '').trim())
    .filter((part) => part !== '' && !CACHED.includes(part));
  return [...shared, ...details, source ?? ''].filter(Boolean).join(', ');
}

/** One workload of the side by side. */
interface WorkloadReport {
  /** `byrx`, or the label of a workload that is none of the three. */
  name: string;
  heading: string;
  report: ReportView;
}

/** The db_bench report, for the workloads of one family in their order. */
export function dbBenchReport(
  views: readonly CompareView[],
  state: ReportState,
  linkTo: LinkTo,
): ReportModel {
  const workloads = toWorkloadReports(views, state);
  const tests = testsOf(views);
  const grid = gridOf(workloads, tests, linkTo);
  return {
    sentence: sentenceOf(workloads),
    tables: [
      ...(workloads.some(({ report }) => report.variants.length > 1)
        ? [
            relativeTable(
              grid,
              {
                id: 'relative',
                title: 'Relative ops/s',
                hint: 'version / base; the base column is operations per second; click a column header to make it the base, or a test to see all its numbers',
                notes: workloads
                  .filter(({ report }) => report.base < 0)
                  .map(({ name }) => `${name} has no run of the base, so it has no ratios.`),
              },
              (cell, row, column) => {
                if (!grid.columns[column]?.isBase) return cell;
                const own = grid.read(row, column);
                return absoluteCell(own, formatValue(own.value, 'throughput'));
              },
            ),
          ]
        : []),
      absoluteTable(grid, {
        id: 'absolute',
        title: 'ops/s',
        hint: 'operations per second of all threads',
      }),
    ],
    detail: detailOf(workloads, tests, { wanted: state.test, linkTo }),
  };
}

/** The base is one variant for all workloads; a workload without a run of it has no ratios. */
function toWorkloadReports(views: readonly CompareView[], state: ReportState): WorkloadReport[] {
  const reports = views.map((view) => toReportView(view, state));
  const base = baseSlug(reports, state.base);
  return reports.map((report): WorkloadReport => {
    const { workload } = report.view;
    const own = report.variants.findIndex(({ slug }) => slug === base);
    return {
      name: workloadWord(workload) ?? workload.label,
      heading: workloadHeading(workload),
      report: own === report.base ? report : { ...report, base: own, judged: own < 0 ? null : report.judged },
    };
  });
}

/** The wanted variant; else the first that every workload has; else the first. */
export function baseSlug(reports: readonly ReportView[], wanted: string): string {
  const has = ({ variants }: ReportView, slug: string) => variants.some((variant) => variant.slug === slug);
  if (reports.some((report) => has(report, wanted))) return wanted;
  const slugs = reports.flatMap(({ variants }) => variants.map(({ slug }) => slug));
  return slugs.find((slug) => reports.every((report) => has(report, slug))) ?? slugs[0] ?? '';
}

/** Tests of any of the workloads, in the order of the domain. */
function testsOf(views: readonly CompareView[]): MatrixRow[] {
  const tests = new Map(views.flatMap(({ matrix }) => matrix.rows.map((row) => [row.key, row] as const)));
  return [...tests.values()].sort(compareTests);
}

function sentenceOf(workloads: readonly WorkloadReport[]): ReportSentence {
  const judged = workloads.find(({ report }) => report.judged !== null)?.report;
  if (!judged || judged.judged === null) return ONE_VERSION;
  const counts = workloads.map(({ name, report }) => {
    const tests = report.view.matrix.rows.map((_, row) => row);
    return { name, ...countChanges(report, tests) };
  });
  const parts = counts.map(
    ({ name, worse, compared }) => `${worse} of ${compared} ${plural(compared, 'test')} in ${name}`,
  );
  const total = counts.reduce((sum, { worse }) => sum + worse, 0);
  const [lowest] = counts
    .flatMap(({ name, lowest: low }) => (low ? [{ name, ...low }] : []))
    .sort((a, b) => a.ratio - b.ratio);
  const [own, of] = [judged.names[judged.judged]?.short ?? '', judged.names[judged.base]?.short ?? ''];
  return {
    strong: `${total === 0 ? 'Nothing is' : `${total} ${plural(total, 'test')} ${total === 1 ? 'is' : 'are'}`} slower in ${own} than in ${of}:`,
    rest: ` ${parts.join(', ')}.${lowest ? ` The lowest is ${formatRatio(lowest.ratio)} (${lowest.test}, ${lowest.name}).` : ''} ${plainThresholdText(judged.threshold)}`,
  };
}

/** Tests × versions of each workload. */
function gridOf(workloads: readonly WorkloadReport[], tests: readonly MatrixRow[], linkTo: LinkTo): Grid {
  const cells = workloads.flatMap(({ heading, report }) =>
    variantPlaces(report, linkTo).map((place, variant) => ({
      ...{ report, variant },
      column: { ...place, key: `${heading} ${place.key}`, group: heading, metric: 'throughput' } as Column,
    })),
  );
  const numberOf = (row: number, column: number, isBase: boolean): Measured => {
    const cell = cells[column];
    if (!cell) return { value: null, status: 'missing' };
    const at = rowOf(cell.report, tests[row]?.key);
    return measured(cell.report, 'throughput', [at, isBase ? cell.report.base : cell.variant]);
  };
  return {
    corner: 'Test',
    rows: tests.map(({ key }) => ({
      ...{ key, name: key, note: '', isBase: false },
      link: { href: `${linkTo({ test: key })}#detail`, label: 'all its numbers' },
    })),
    columns: cells.map(({ column }) => column),
    threshold: workloads[0]?.report.threshold ?? 1,
    read: (row, column) => numberOf(row, column, false),
    readBase: (row, column) => numberOf(row, column, true),
  };
}

function rowOf({ view }: ReportView, test: string | undefined): number {
  return view.matrix.rows.findIndex(({ key }) => key === test);
}

/** All numbers of one test, in each workload that ran it: the columns of report.tsv, absolute and relative. */
function detailOf(
  workloads: readonly WorkloadReport[],
  tests: readonly MatrixRow[],
  { wanted, linkTo }: { wanted: string; linkTo: LinkTo },
): ReportDetail | null {
  const test = (tests.find(({ key }) => key === wanted) ?? tests[0])?.key;
  if (test === undefined) return null;
  return {
    noun: 'test',
    current: test,
    choices: detailChoices(
      tests.map(({ key }) => ({ key })),
      test,
      (key) => linkTo({ test: key }),
    ),
    tables: workloads.flatMap(({ name, report }, index) => {
      const row = rowOf(report, test);
      if (row < 0) return [];
      return metricTables(
        { report, row, columns: COLUMNS, linkTo },
        {
          title: `${test}, ${name}`,
          hint: 'latency of one operation, write amplification and stalls as RocksDB reports them',
          suffix: `-${index}`,
        },
      );
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
