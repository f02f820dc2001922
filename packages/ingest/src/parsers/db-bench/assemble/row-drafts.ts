import path from 'node:path';
import { groupBy } from '../../../assemble/add-to-group';
import { toBuild } from '../../../model/merge-build';
import { metricOf } from '../../../model/metric';
import { naturalOrder } from '../../../model/natural-order';
import type { Variant } from '../../../model/run';
import type { AssembleContext, LocatedLog } from '../../family';
import { parsePath } from '../names';
import type { ReportLog, ReportRow } from '../tables/report-log';
import { type Draft, labelOfDirectory, tableDraft } from './raw-drafts';

/**
 * Results of rows of reports. Rows of the directory of their logs fill in what these lack; a row that several tables list counts once.
 */
export function rowDrafts(
  reports: readonly LocatedLog<ReportLog>[],
  raw: readonly Draft[],
  context: AssembleContext,
): Draft[] {
  const seen = new Set<string>();
  const builds = buildsOf(reports);
  return reports.flatMap((report) => {
    const free = new Set(report.log.rows);
    const directory = path.posix.dirname(report.path);
    const beside = isReportOfRun(report) ? raw.filter((draft) => draft.directory === directory) : [];
    for (const draft of beside) {
      const row = draft.status === 'failed' ? null : fillFromReport(draft, { report, free }, context);
      if (!row) continue;
      free.delete(row);
      isNew(row, seen);
      draft.variant = { ...draft.variant, ...builds.get(commitKey(row)) };
    }
    const others = [...free].filter((row) => isNew(row, seen));
    noteListed(report, free.size - others.length, context);
    noteRepeats(report, others, context);
    return others.map((row) => {
      const draft = toRowDraft(report, row, context);
      const variant = { ...draft.variant, ...builds.get(commitKey(row)) };
      return { ...draft, variant, isSummary: beside.length === 0 };
    });
  });
}

const COMMIT = /^[0-9a-f]{7,64}$/;

function commitKey({ version, githash }: ReportRow): string {
  return `${version}\n${githash}`;
}

/**
 * The builds of versions that the tables list with several commits: they are not repeats. Releases have a commit as well, and one of
 * them alone names no build.
 */
function buildsOf(reports: readonly LocatedLog<ReportLog>[]): Map<string, Pick<Variant, 'build'>> {
  const rows = reports.flatMap(({ log }) => log.rows.filter(({ githash }) => COMMIT.test(githash)));
  const versions = groupBy(rows, ({ version }) => version);
  const several = [...versions.values()].filter((own) => new Set(own.map(({ githash }) => githash)).size > 1);
  return new Map(several.flat().map((row) => [commitKey(row), { build: toBuild({ commit: row.githash }) }]));
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
  const labels = rows.map(
    (row) => `${row.test}\n${toRowDraft(report, row, context).label}\n${commitKey(row)}`,
  );
  const count = labels.length - new Set(labels).size;
  if (count === 0) return;
  const message = `${count} rows repeat the test and version of a row above with other numbers; kept as repeats`;
  context.note('DUPLICATE_RESULT', report.path, message);
}

type Report = LocatedLog<ReportLog>;

/** report.tsv is in the directory of its logs; summaries collect rows of several runs. */
function isReportOfRun({ path: file }: Report): boolean {
  return /^report\.(?:tsv|txt)(?:\.gz)?$/.test(path.posix.basename(file));
}

/** Reports of runs first, then tables that have a version once a test, so that a row counts where it is best named. */
export function inOrderOfTrust(reports: readonly Report[]): Report[] {
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
