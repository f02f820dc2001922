import path from 'node:path';
import { byDirectory } from '../../assemble/add-to-group';
import { metricOf } from '../../model/metric';
import { naturalOrder } from '../../model/natural-order';
import { containsAny } from '../../text/contains-any';
import {
  type AssembleContext,
  type Assembler,
  type FormatFamily,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../family';
import { type LogParser, scoreOf } from '../parser';
import { dbBenchFormat as about } from './about';
import { type Draft, labelOfDirectory, rawDrafts, tableDraft, toParts } from './assemble/raw-drafts';
import type { DbBenchLog } from './log/db-bench-log';
import { openDbBench } from './log/db-bench-session';
import { HISTOGRAM_LINES } from './log/histogram-lines';
import { TREE_LINES } from './log/tree-statistics';
import { parseLogName, parsePath } from './names';
import { type CompareLog, dbBenchCompare } from './tables/compare';
import { dbBenchReport } from './tables/report';
import type { ReportLog, ReportRow } from './tables/report-log';

/** `--report_file`: operations of all threads in each interval. It belongs to a log and makes no result. */
interface IntervalReportLog {
  type: 'db_bench-intervals';
  samples: number;
}

/** benchmark.sh names it after the log: `benchmark_overwrite.t2.s0.log.r.csv`. */
export const dbBenchIntervals: LogParser = {
  kind: 'db_bench-intervals',
  score: ({ name, head }) => {
    const isContent = /^secs_elapsed,interval_qps$/m.test(head.slice(0, 100));
    const byName = /^benchmark_.*\.r\.csv$/.test(name) ? 0.3 : 0;
    return scoreOf(isContent, name.endsWith('.r.csv'), byName);
  },
  hasDetails: true,
  open: (reporter, details) => {
    let samples = 0;
    return {
      line(bytes, start, end, line) {
        if (start === end) return;
        const text = bytes.toString('latin1', start, Math.min(end, start + 100));
        const [, second, operations] = SAMPLE.exec(text) ?? [];
        if (second !== undefined) {
          samples += 1;
          details?.series(THROUGHPUT).add(Number(second), Number(operations), line);
        } else if (text !== HEADER)
          reporter.unparsed('`<seconds>,<operations per second>`', line, bytes.subarray(start, end));
      },
      end: (): IntervalReportLog => ({ type: 'db_bench-intervals', samples }),
    };
  },
};

const HEADER = 'secs_elapsed,interval_qps';
const SAMPLE = /^(\d{1,10}),(\d{1,15})$/;
const THROUGHPUT = { id: 'throughput', label: 'ops/s', unit: 'operations/s' };

/**
 * Logs of a directory become one part for each version; their report.tsv fills in values that the logs lack. Rows
 * of other tables become parts of the version and compiler that they name, each execution once.
 */
const dbBenchAssembler: Assembler = {
  hasOwnNames: 'all',
  assemble(logs, context): RunPart[] {
    const raw = logsOfType<DbBenchLog>(logs, 'db_bench');
    const reports = inOrderOfTrust(logsOfType<ReportLog>(logs, 'db_bench-report'));
    const tables = logsOfType<CompareLog>(logs, 'db_bench-compare');
    const intervals = logsOfType<IntervalReportLog>(logs, 'db_bench-intervals');
    for (const log of [...raw, ...reports, ...tables, ...intervals]) context.claim(log);
    const drafts = [...byDirectory(raw).values()].flatMap((own) => rawDrafts(own, context));
    drafts.push(...rowDrafts(reports, drafts, context), ...compareDrafts(tables, reports, context));
    return toParts(drafts);
  },
};

function rowDrafts(
  reports: readonly LocatedLog<ReportLog>[],
  raw: readonly Draft[],
  context: AssembleContext,
): Draft[] {
  const seen = new Set<string>();
  return reports.flatMap((report) => {
    const free = new Set(report.log.rows);
    const directory = path.posix.dirname(report.path);
    const beside = isReportOfRun(report) ? raw.filter((draft) => draft.directory === directory) : [];
    for (const draft of beside) {
      const row = draft.status === 'failed' ? null : fillFromReport(draft, { report, free }, context);
      if (!row) continue;
      free.delete(row);
      isNew(row, seen);
    }
    const others = [...free].filter((row) => isNew(row, seen));
    noteListed(report, free.size - others.length, context);
    noteRepeats(report, others, context);
    return others.map((row) => ({ ...toRowDraft(report, row, context), isSummary: beside.length === 0 }));
  });
}

/** False when another table has the row; remembers it. */
function isNew(row: ReportRow, seen: Set<string>): boolean {
  const key = rowKey(row);
  if (key === null) return true;
  const isKnown = seen.has(key);
  seen.add(key);
  return !isKnown;
}

function noteListed(report: LocatedLog<ReportLog>, count: number, context: AssembleContext): void {
  if (count === 0) return;
  const message = `${count} of ${report.log.rows.length} rows are in another table of this upload too; counted once`;
  context.note('SUMMARY_SUPERSEDED', report.path, message);
}

/** Rows of one test and version that differ in their numbers are repeats, whatever else may differ between them. */
function noteRepeats(
  report: LocatedLog<ReportLog>,
  rows: readonly ReportRow[],
  context: AssembleContext,
): void {
  const labels = rows.map((row) => `${row.test}\n${toRowDraft(report, row, context).label}\n${row.version}`);
  const count = labels.length - new Set(labels).size;
  if (count === 0) return;
  const message = `${count} rows repeat the test and version of a row above with other numbers; kept as repeats`;
  context.note('DUPLICATE_RESULT', report.path, message);
}

/**
 * Operations per second of `abs.*`: results of versions that the header names, or of numbered columns without a header.
 * Left out where the whole rows are in the same directory.
 */
function compareDrafts(
  tables: readonly LocatedLog<CompareLog>[],
  reports: readonly LocatedLog<ReportLog>[],
  context: Pick<AssembleContext, 'note' | 'rootLabel'>,
): Draft[] {
  return tables
    .filter(({ log }) => !log.isRatios)
    .flatMap((table) => {
      const directory = path.posix.dirname(table.path);
      const beside = reports.filter((report) => path.posix.dirname(report.path) === directory);
      if (!isListedIn(table, beside)) return toDrafts(table, context);
      const message = 'every value is in a table of whole rows in this directory; that one counts';
      context.note('SUMMARY_SUPERSEDED', table.path, message);
      return [];
    });
}

function isListedIn({ log }: LocatedLog<CompareLog>, reports: readonly LocatedLog<ReportLog>[]): boolean {
  const known = new Set<string>();
  for (const { test, values } of reports.flatMap((report) => report.log.rows)) {
    const throughput = values.find(({ metric }) => metric === 'throughput')?.value;
    known.add(`${test} ${throughput}`);
  }
  return log.rows.every(({ test, values }) =>
    values.every((value) => value === null || known.has(`${test} ${value}`)),
  );
}

function toDrafts(
  { path: file, log }: LocatedLog<CompareLog>,
  context: Pick<AssembleContext, 'rootLabel'>,
): Draft[] {
  const directory = path.posix.dirname(file);
  const place = directory === '.' ? labelOfDirectory(directory, context) : directory;
  const name = path.posix.basename(file);
  return log.rows.flatMap(({ test, line, values }) =>
    values.flatMap((value, index) => {
      if (value === null) return [];
      const version = log.versions?.[index] ?? '';
      const label = version === '' ? `${place}/${name} column ${index + 1}` : `${place}/${version}`;
      const draft = tableDraft({ path: file, label, version, test }, false);
      draft.measurements.reported('throughput', value, { file, line });
      return [draft];
    }),
  );
}

type Report = LocatedLog<ReportLog>;

/** report.tsv is in the directory of its logs; summaries collect rows of several runs. */
function isReportOfRun({ path: file }: Report): boolean {
  return /^report\.(?:tsv|txt)(?:\.gz)?$/.test(path.posix.basename(file));
}

/** Reports of runs first, then tables that have a version once a test, so that a row counts where it is best named. */
function inOrderOfTrust(reports: readonly Report[]): Report[] {
  const rank = (report: Report) => (isReportOfRun(report) ? 0 : 1 + Number(hasRepeats(report)));
  return [...reports].sort((a, b) => rank(a) - rank(b) || naturalOrder(a.path, b.path));
}

function hasRepeats(report: Report): boolean {
  const keys = report.log.rows.map((row) =>
    JSON.stringify([row.test, row.version, sourceOf(report, row)?.flavour]),
  );
  return new Set(keys).size < keys.length;
}

/** The same execution has the same row wherever it is listed. Null without a date, because executions are then indistinguishable. */
function rowKey({ test, date, version, githash, values }: ReportRow): string | null {
  if (date === '') return null;
  const ops = values.find(({ metric }) => metric === 'throughput')?.value ?? null;
  return JSON.stringify([test, date, version, githash, ops]);
}

/**
 * What the path of the row's report says. summary.tsv lists the reports, and each of its blocks has a row of each in that
 * order; where the numbers differ nothing is known.
 */
function sourceOf(
  { log }: Report,
  row: ReportRow,
): { version: string | null; flavour: string | null } | null {
  const { sources, blockSizes } = log;
  const source = sources[row.index];
  if (source === undefined || blockSizes[row.block] !== sources.length) return null;
  const facts = parsePath(source);
  return facts.version !== null && row.version.startsWith(facts.version) ? facts : null;
}

/** A row as a separate result. */
function toRowDraft(report: Report, row: ReportRow, context: Pick<AssembleContext, 'rootLabel'>): Draft {
  const directory = path.posix.dirname(report.path);
  const place = labelOfDirectory(directory, context);
  const flavour = sourceOf(report, row)?.flavour ?? parsePath(report.path).flavour;
  const version = [row.version, flavour].filter((part) => part !== null && part !== '').join('.');
  // The directory is part of the name: tables of two servers must not become repeats of one run.
  const tableDirectory = directory === '.' ? place : directory;
  const label = isReportOfRun(report) ? place : `${tableDirectory}/${version}`;
  const draft = tableDraft({ path: report.path, label, version: row.version, test: row.test }, row.failed);
  for (const { metric, value } of row.values) {
    draft.measurements.reported(metric, value, { file: report.path, line: row.line });
  }
  return { ...draft, variant: { ...draft.variant, flavour } };
}

/**
 * Adds to a result of a log what only its row in report.tsv has, and says where the two disagree by more than rounding.
 *
 * @returns the row, null when the report has none
 */
function fillFromReport(
  draft: Draft,
  { report, free }: { report: Report; free: ReadonlySet<ReportRow> },
  context: Pick<AssembleContext, 'note'>,
): ReportRow | null {
  const rows = report.log.rows.filter(
    (row) => free.has(row) && row.test === draft.test && isOfVersion(draft, row),
  );
  const throughput = reportedValue(draft, 'throughput');
  const same = rows.find((row) =>
    row.values.some(({ metric, value }) => metric === 'throughput' && value === throughput),
  );
  const row = same ?? rows.at(-1);
  if (!row) return null;
  const differing = row.values.filter(({ metric, value, rounding }) => {
    const raw = reportedValue(draft, metric);
    return raw !== null && Math.abs(raw - value) > 2 * rounding;
  });
  if (differing.length > 0) {
    const labels = differing.map(({ metric }) => metricOf(metric).label).join(', ');
    const message = `${draft.test}: ${labels} differ from the log; the log counts`;
    context.note('VALUES_DISAGREE', report.path, message, row.line);
  }
  for (const { metric, value } of row.values) {
    if (reportedValue(draft, metric) === null) {
      draft.measurements.reported(metric, value, { file: report.path, line: row.line });
    }
  }
  return row;
}

function isOfVersion({ variant }: Draft, { version }: ReportRow): boolean {
  return (
    version === '' ||
    !variant.versionKnown ||
    version.startsWith(variant.version) ||
    variant.version.startsWith(version)
  );
}

function reportedValue({ measurements }: Draft, metric: string): number | null {
  const found = measurements.list.find((value) => value.metric === metric && value.source === 'reported');
  return found?.value ?? null;
}

/**
 * What RocksDB's db_bench prints, V1 (RocksDB 6) and V2 (since 7), stdout and stderr in one file or stdout alone.
 * benchmark.sh names the files `benchmark_<test>.t<threads>[.s<sync>].log`.
 */
export const dbBench: LogParser = {
  kind: 'db_bench',
  about: 'output of db_bench: `readrandom : 10.218 micros/op 3131616 ops/sec ...`',
  score({ name, head }) {
    const isNamed = parseLogName(name)?.tool === 'benchmark.sh';
    const isContent = containsAny(head, LITERALS) && CONTENTS.some((content) => content.test(head));
    return scoreOf(isContent, isNamed, 0.3);
  },
  hasDetails: true,
  open: openDbBench,
  valueLines: [...HISTOGRAM_LINES.map(({ pattern }) => pattern), ...TREE_LINES],
};

const CONTENTS = [
  /^RocksDB: {2,8}version \d/m,
  /^Initializing RocksDB Options from (?:the specified file|command-line flags)$/m,
  /^Set seed to \d+ because --seed was 0$/m,
  /^\d{4}\/\d\d\/\d\d-\d\d:\d\d:\d\d {2}\.\.\. thread \d+: \(\d+,\d+\) ops and /m,
  /(?:^|[\r\n])[A-Za-z][\w.]{0,60} *: +\d+\.\d+ micros\/op \d+ ops\/sec[; ]/,
];

/** One of them is in whatever a pattern finds. */
const LITERALS = ['RocksDB', 'Set seed to', ' ops and ', ' micros/op '];

/** benchmark.sh leaves `<log>.time` and `<log>.stats.ps` with its logs: kept, because report.tsv has their values. */
const sideFiles: readonly LogParser[] = [
  ['db_bench_time', /^benchmark_\S+\.log\.time$/] as const,
  ['db_bench_ps', /^benchmark_\S+\.log\.stats\.ps$/] as const,
].map(([kind, name]) => ({ kind, score: (sample) => (name.test(sample.name) ? 0.5 : 0), open: null }));

export const dbBenchFormat: FormatFamily = {
  ...about,
  parsers: [dbBench, dbBenchReport, dbBenchCompare, dbBenchIntervals, ...sideFiles],
  assembler: dbBenchAssembler,
};
