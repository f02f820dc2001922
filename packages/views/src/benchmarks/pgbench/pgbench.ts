import { formatFixed, formatRatio, isWorse, NO_VALUE, ratio, verdictLevel } from '@basecase/analysis';
import type { StatementLatencies } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { plainThresholdText } from '../../verdict/verdict-trend';
import { plainCell, ratioCell } from '../report-cells';
import type {
  LinkTo,
  ReportCell,
  ReportDetail,
  ReportModel,
  ReportSentence,
  ReportState,
  ReportTable,
} from '../report-model';
import {
  absoluteTable,
  detailChoices,
  type Grid,
  gridTable,
  type Place,
  relativeTable,
  variantPlaces,
} from '../report-tables';
import { ONE_VERSION } from '../report-view';
import { type ClientsPoint, clientsCharts, hasNumbers, measuredAt, type PgbenchView } from './pgbench-view';

/** Charts and tables by clients of one test, then the latencies of its statements. Null when no test ran. */
export function pgbenchReport(
  report: PgbenchView,
  { state, read, linkTo }: { state: ReportState; read: readonly StatementLatencies[]; linkTo: LinkTo },
): ReportModel | null {
  const point = statementPoint(report, state.clients);
  if (!point) return null;
  return {
    sentence: sentenceOf(report),
    charts: clientsCharts(report, state.versions, linkTo),
    tables: clientsTables(report, linkTo),
    detail: statementDetail(report, { read, point, linkTo }),
  };
}

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
function formatMs(seconds: number): string {
  return formatFixed(seconds * PER_SECOND, MS_DECIMALS);
}

/**
 * TPS, latencies, and each divided by the base: clients below each other, versions side by side. The TPS of limited runs
 * is the limit, so it is not divided.
 */
function clientsTables(report: PgbenchView, linkTo: LinkTo): ReportTable[] {
  const { variants, names, base, limit, points } = report;
  const hasFailed = points.some((point) =>
    variants.some((_, variant) => measuredAt(report, point, ['throughput', variant]).status === 'failed'),
  );
  const tpsNotes = [
    ...(limit === null ? [] : [`These runs were ${limit} (-R).`]),
    ...(hasFailed
      ? ['Failed: clients aborted, so the others had less contention. The log keeps the printed numbers.']
      : []),
  ];
  const tables = [TPS, ...LATENCIES].filter(({ id, metric }) => id === 'tps' || hasNumbers(report, metric));
  return tables.flatMap(({ id, metric, title, hint }) => {
    const isTps = metric === 'throughput';
    const grid = clientsGrid(report, linkTo, metric);
    const absolute = absoluteTable(
      withUnit(grid, isTps ? 'TPS' : 'ms'),
      { id, title, hint, notes: isTps ? tpsNotes : [] },
      // The printed number of a failed run is of fewer clients than its row: it is never shown.
      (cell, row, column) => (grid.read(row, column).status === 'failed' ? plainCell('failed', 'v') : cell),
    );
    if (variants.length < 2 || (isTps && limit !== null)) return [absolute];
    const naming = {
      id: `relative-${id}`,
      title: `Relative ${isTps ? title : title.replace('Average', 'average')}`,
      hint: `each version divided by ${names[base]?.short ?? ''}, ${isTps ? 'higher' : 'lower'} is better; click a version to make it the base`,
    };
    return [absolute, relativeTable(withUnit(grid, 'ratio'), naming)];
  });
}

/** Numbers of clients × versions. */
function clientsGrid(report: PgbenchView, linkTo: LinkTo, metric: MetricId): Grid {
  const { points, base, threshold } = report;
  const read = (row: number, variant: number) => measuredAt(report, points[row], [metric, variant]);
  return {
    corner: 'Clients',
    rows: points.map(({ key, label }) => ({ key, name: label, note: '', link: null, isBase: false })),
    columns: variantPlaces(report, linkTo).map((place) => ({
      ...place,
      metric,
      ...(metric === 'throughput' ? {} : { format: formatMs }),
    })),
    threshold,
    read,
    readBase: (row) => read(row, base),
  };
}

function withUnit<Table extends { columns: readonly Place[] }>(grid: Table, unit: string): Table {
  const columns = grid.columns.map((each) => ({
    ...each,
    note: [each.note, unit].filter(Boolean).join(', '),
  }));
  return { ...grid, columns };
}

/** The newest version against the base: its TPS, or the latency of limited runs. */
function sentenceOf(report: PgbenchView): ReportSentence {
  const { judged, base, names, test, threshold, points, limit } = report;
  if (judged === null) return ONE_VERSION;
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
  const counted = `${own} is slower than ${of} at ${slower === 0 ? 'none' : slower} of ${ratios.length} numbers of clients`;
  const only = `${own} is ${slower === 0 ? 'not ' : ''}slower than ${of} at the only number of clients`;
  return {
    strong: ratios.length === 1 ? only : counted,
    rest: ` in ${test}: relative ${word} ${list}. ${plainThresholdText(threshold)}${limited}`,
  };
}

/** Tables of option -r have 3 decimals of a millisecond: below 10 of the last digit a ratio is mostly rounding. */
const LEAST_JUDGED_SECONDS = 1e-5;

/** The number of clients of the shown statements: the asked one, else the most. Undefined when the test never ran. */
export function statementPoint({ points }: PgbenchView, clients: string): ClientsPoint | undefined {
  return points.find((point) => String(point.clients) === clients) ?? points.at(-1);
}

/** Statements × versions at one number of clients: latency, and its ratio to the base. */
function statementDetail(
  report: PgbenchView,
  { read, point, linkTo }: { read: readonly StatementLatencies[]; point: ClientsPoint; linkTo: LinkTo },
): ReportDetail {
  const columns = report.variants.map(({ slug }) => read.find(({ column }) => column === slug));
  const unread = columns.flatMap((each) => each?.unread ?? []);
  const hasTables = columns.some((each) => (each?.statements.length ?? 0) > 0);
  const notes = unread.map(({ file, reason }) => `${file} could not be read: ${reason}`);
  const none = `No stored summary of ${report.test} with ${point.label} has statement latencies: run pgbench with -r (--report-per-command).`;
  return {
    heading: 'Statement latencies',
    noun: 'number of clients',
    parameter: 'clients',
    current: point.label,
    choices: detailChoices(
      report.points.map(({ clients, label }) => ({ key: String(clients ?? ''), label })),
      String(point.clients ?? ''),
      (clients) => linkTo({ clients }),
    ),
    note: hasTables ? '' : [none, ...notes].join(' '),
    tables: hasTables ? statementTables({ report, point, columns, notes, linkTo }) : [],
  };
}

interface Input {
  report: PgbenchView;
  point: ClientsPoint;
  /** Of each shown version; undefined without a summary. */
  columns: readonly (StatementLatencies | undefined)[];
  notes: string[];
  linkTo: LinkTo;
}

function statementTables({ report, point, columns, notes, linkTo }: Input): ReportTable[] {
  const keys = statementKeys(columns);
  const latencies = columns.map((each) => new Map(keyed(each).map(({ key, latency }) => [key, latency])));
  const latencyOf = (row: number, variant: number) => latencies[variant]?.get(keys[row]?.key ?? '') ?? null;
  const grid = {
    corner: 'Statement',
    rows: keys.map(({ key, statement }) => ({ key, name: statement, note: '', link: null, isBase: false })),
    columns: variantPlaces(report, linkTo),
  };
  const absolute = gridTable(
    withUnit(grid, 'ms'),
    {
      id: 'statements',
      title: `${report.test}, ${point.label}, statements`,
      hint: 'average milliseconds of the newest run that has the table',
      notes: [...failureNotes(report, columns), ...notes],
    },
    (row, variant) => {
      const value = latencyOf(row, variant);
      return value === null ? plainCell(NO_VALUE, 'v') : { ...plainCell(formatMs(value)), value };
    },
  );
  const relative = gridTable(
    withUnit(grid, 'ratio'),
    {
      id: 'relative-statements',
      title: `${report.test}, ${point.label}, statements, relative`,
      hint: `each version divided by ${report.names[report.base]?.short ?? ''}; not judged under 0.010 ms, where the ratio is mostly rounding`,
    },
    (row, variant) =>
      relativeCell(report, {
        own: latencyOf(row, variant),
        base: latencyOf(row, report.base),
        isBase: variant === report.base,
      }),
  );
  return [absolute, ...(report.variants.length < 2 ? [] : [relative])].map((table) => ({
    ...table,
    hasLongNames: true as const,
  }));
}

function relativeCell(
  { threshold }: PgbenchView,
  { own, base, isBase }: { own: number | null; base: number | null; isBase: boolean },
): ReportCell {
  if (own === null || base === null || base === 0) return plainCell(NO_VALUE, 'v');
  const isJudged = own >= LEAST_JUDGED_SECONDS && base >= LEAST_JUDGED_SECONDS;
  const ok = (value: number) => ({ value, status: 'ok' as const });
  const cell = ratioCell(ok(own), ok(base), { metric: 'latency_avg', threshold, isBase });
  return isJudged ? cell : { ...cell, level: null, mark: null };
}

interface Keyed {
  /** The statement and which of its kind it is: a script may hold a statement twice. */
  key: string;
  statement: string;
  latency: number | null;
}

function keyed(column: StatementLatencies | undefined): Keyed[] {
  const seen = new Map<string, number>();
  return (column?.statements ?? []).map(({ statement, latency }) => {
    const count = (seen.get(statement) ?? 0) + 1;
    seen.set(statement, count);
    return { key: `${statement} #${count}`, statement, latency };
  });
}

/** In the order of the scripts; statements of later versions only follow. */
function statementKeys(columns: readonly (StatementLatencies | undefined)[]): Keyed[] {
  return [
    ...new Map(columns.flatMap((column) => keyed(column).map((each) => [each.key, each] as const))).values(),
  ];
}

function failureNotes(
  { names }: PgbenchView,
  columns: readonly (StatementLatencies | undefined)[],
): string[] {
  return columns.flatMap((column, variant) => {
    const failures = (column?.statements ?? []).reduce((sum, each) => sum + (each.failures ?? 0), 0);
    return failures > 0 ? [`${names[variant]?.short ?? ''}: ${failures} failures of statements.`] : [];
  });
}
