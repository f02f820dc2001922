import path from 'node:path';
import type { AssembleContext, LocatedLog } from '../../family';
import type { CompareLog } from '../tables/compare';
import type { ReportLog } from '../tables/report-log';
import { type Draft, labelOfDirectory, tableDraft } from './draft';

/**
 * Operations per second of `abs.*`: results of versions that the header names, or of numbered columns without a header.
 * Left out where the whole rows are in the same directory.
 */
export function compareDrafts(
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
