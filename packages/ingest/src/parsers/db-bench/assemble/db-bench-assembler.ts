import path from 'node:path';
import {
  type AssembleContext,
  type Assembler,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../../family';
import type { DbBenchLog } from '../log/db-bench-log';
import type { CompareLog } from '../tables/compare';
import type { IntervalReportLog } from '../tables/interval-report';
import type { ReportLog, ReportRow } from '../tables/report-log';
import { compareDrafts } from './compare-drafts';
import { type Draft, toParts } from './draft';
import { rawDrafts } from './raw-drafts';
import { fillFromReport, inOrderOfTrust, isReportOfRun, rowKey, toRowDraft } from './report-rows';

/**
 * Logs of a directory become one part for each version; their report.tsv fills in values that the logs lack. Rows
 * of other tables become parts of the version and compiler that they name, each execution once.
 */
export const dbBenchAssembler: Assembler = {
  assemble(logs, context): RunPart[] {
    const raw = logsOfType<DbBenchLog>(logs, 'db_bench');
    const reports = inOrderOfTrust(logsOfType<ReportLog>(logs, 'db_bench-report'));
    const tables = logsOfType<CompareLog>(logs, 'db_bench-compare');
    const intervals = logsOfType<IntervalReportLog>(logs, 'db_bench-intervals');
    for (const log of [...raw, ...reports, ...tables, ...intervals]) context.claim(log);
    const directories = new Set(raw.map(({ path: file }) => path.posix.dirname(file)));
    const drafts = [...directories].flatMap((directory) =>
      rawDrafts(
        raw.filter(({ path: file }) => path.posix.dirname(file) === directory),
        context,
      ),
    );
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
    const beside = isReportOfRun(report) ? raw.filter(isIn(path.posix.dirname(report.path))) : [];
    for (const draft of beside) {
      const row = draft.status === 'failed' ? null : fillFromReport(draft, { report, free }, context);
      if (row) use(row, free, seen);
    }
    const others = [...free].filter((row) => isNew(row, seen));
    noteListed(report, free.size - others.length, context);
    noteRepeats(report, others, context);
    return others.map((row) => ({ ...toRowDraft(report, row, context), isSummary: beside.length === 0 }));
  });
}

function isIn(directory: string): (draft: Draft) => boolean {
  return (draft) => draft.directory === directory;
}

function use(row: ReportRow, free: Set<ReportRow>, seen: Set<string>): void {
  free.delete(row);
  isNew(row, seen);
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
