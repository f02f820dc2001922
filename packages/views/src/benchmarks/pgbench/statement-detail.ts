import { NO_VALUE } from '@basecase/analysis';
import type { StatementLatencies } from '@basecase/db/types';
import { plainCell, ratioCell } from '../report-cells';
import type { ReportDetail } from '../report-source';
import type { ReportCell, ReportRow, ReportTable } from '../report-table-model';
import type { LinkTo } from '../report-view';
import { formatMs, versionHeads } from './clients-tables';
import type { ClientsPoint, PgbenchView } from './pgbench-view';

/** Tables of option -r have 3 decimals of a millisecond: below 10 of the last digit a ratio is mostly rounding. */
const LEAST_JUDGED_SECONDS = 1e-5;

/** The number of clients that statements are shown of: the asked one, else the most. Undefined when the test never ran. */
export function statementPoint({ points }: PgbenchView, clients: string): ClientsPoint | undefined {
  return points.find((point) => String(point.clients) === clients) ?? points.at(-1);
}

/** Statements × versions at one number of clients: latency, and its ratio to the base. */
export function statementDetail(
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
    choices: report.points.map((each) => ({
      key: String(each.clients ?? ''),
      label: each.label,
      href: `${linkTo({ clients: String(each.clients ?? '') })}#detail`,
      isCurrent: each === point,
    })),
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
  const rowsOf = (cellOf: (key: string, variant: number) => ReportCell): ReportRow[] =>
    keys.map(({ key, statement }) => ({
      ...{ key, name: statement, note: '', link: null, isBase: false },
      cells: columns.map((_, variant) => cellOf(key, variant)),
    }));
  const latencyOf = (key: string, variant: number) => latencies[variant]?.get(key) ?? null;
  const shared = { corner: 'Statement', groups: [], hasLongNames: true as const };
  const failures = failureNotes(report, columns);
  const absolute: ReportTable = {
    ...shared,
    id: 'statements',
    title: `${report.test}, ${point.label}, statements`,
    hint: 'average milliseconds of the newest run that has the table',
    heads: versionHeads(report, linkTo, 'ms'),
    rows: rowsOf((key, variant) => {
      const value = latencyOf(key, variant);
      return value === null ? plainCell(NO_VALUE, 'v') : { ...plainCell(formatMs(value)), value };
    }),
    notes: [...failures, ...notes],
  };
  if (report.variants.length < 2) return [absolute];
  const relative: ReportTable = {
    ...shared,
    id: 'relative-statements',
    title: `${report.test}, ${point.label}, statements, relative`,
    hint: `each version divided by ${report.names[report.base]?.short ?? ''}; not judged under 0.010 ms, where the ratio is mostly rounding`,
    heads: versionHeads(report, linkTo, 'ratio'),
    rows: rowsOf((key, variant) =>
      relativeCell(report, {
        own: latencyOf(key, variant),
        base: latencyOf(key, report.base),
        isBase: variant === report.base,
      }),
    ),
    notes: [],
  };
  return [absolute, relative];
}

function relativeCell(
  { threshold }: PgbenchView,
  { own, base, isBase }: { own: number | null; base: number | null; isBase: boolean },
): ReportCell {
  if (own === null || base === null || base === 0) return plainCell(NO_VALUE, 'v');
  const isJudged = own >= LEAST_JUDGED_SECONDS && base >= LEAST_JUDGED_SECONDS;
  const [value, of] = [own, base].map((each) => ({ value: each, status: 'ok' as const }));
  if (!value || !of) return plainCell(NO_VALUE, 'v');
  const cell = ratioCell(value, of, { metric: 'latency_avg', threshold, isBase });
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

/** In the order of the scripts; what only a later version has follows. */
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
