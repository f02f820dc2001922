import path from 'node:path';
import { metricOf } from '../../../model/metric';
import { naturalOrder } from '../../../model/natural-order';
import type { AssembleContext, LocatedLog } from '../../family';
import { parsePath } from '../names';
import type { ReportLog, ReportRow } from '../tables/report-log';
import { type Draft, labelOfDirectory, tableDraft } from './draft';

type Report = LocatedLog<ReportLog>;

/** report.tsv is in the directory of its logs; summaries collect rows of several runs. */
export function isReportOfRun({ path: file }: Report): boolean {
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
export function rowKey({ test, date, version, githash, values }: ReportRow): string | null {
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
export function toRowDraft(
  report: Report,
  row: ReportRow,
  context: Pick<AssembleContext, 'rootLabel'>,
): Draft {
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
export function fillFromReport(
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
    context.note(
      'VALUES_DISAGREE',
      report.path,
      `${draft.test}: ${labels} differ from the log; the log counts`,
      row.line,
    );
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
