import type { CompareView } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { plainCell } from '../report-cells';
import type { LinkTo, ReportModel, ReportState } from '../report-model';
import { absoluteTable, relativeTable, versionsGrid } from '../report-tables';
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

/** NOPM, NOPM relative to the base, TPM: those that are known. Columns are virtual users × warehouses. */
export function tprocCReport(view: CompareView, state: ReportState, linkTo: LinkTo): ReportModel {
  const report = toReportView(view, state);
  const tests = shownTests(report);
  const gridOf = (metric: MetricId) =>
    versionsGrid(
      report,
      linkTo,
      tests.map((row) => {
        const { key = '', groupLabel } = testAt(report, row) ?? {};
        const users = usersOf(key);
        const [name, note] = users === null ? [key, ''] : [String(users), 'vu'];
        return { ...{ key, row, name, note, group: groupLabel ?? '', link: null, isBase: false, metric } };
      }),
    );
  const nopm = gridOf('throughput');
  const failed = tests.flatMap((row) =>
    report.variants.filter((_, variant) => isFailed(report, [row, variant])),
  ).length;
  const { strong, rest } = changeSentence(report, tests, 'test');
  const caveat =
    failed === 0
      ? ''
      : ` ${failed} ${plural(failed, 'result')} failed and ${failed === 1 ? 'is' : 'are'} not compared.`;
  return {
    sentence: { strong, rest: rest + caveat },
    caveat,
    tables: [
      absoluteTable(
        nopm,
        {
          id: 'nopm',
          title: 'NOPM',
          hint: 'new orders per minute, by virtual users and warehouses',
          notes:
            failed === 0
              ? []
              : [
                  'HammerDB prints a result even if virtual users failed. It is not shown here, because the others had less contention. The evidence of the cell has it.',
                ],
        },
        (cell, variant, column) => ({ ...cell, note: noteOf(report, [tests[column] ?? -1, variant]) }),
      ),
      ...(report.variants.length > 1
        ? [
            relativeTable(nopm, {
              id: 'relative',
              title: 'Relative NOPM',
              hint: `each version divided by ${baseName(report)}; click a version in the first column to make it the base`,
            }),
          ]
        : []),
      ...(hasMetric(report, 'tpm', tests)
        ? [
            absoluteTable(
              gridOf('tpm'),
              {
                id: 'tpm',
                title: 'TPM',
                hint: 'transactions per minute as the product counts them; products count differently, so they are never compared',
              },
              ({ text, value }) => ({ ...plainCell(text), value }),
            ),
          ]
        : []),
    ],
    detail: null,
  };
}

function isFailed(report: ReportView, at: readonly [row: number, variant: number]): boolean {
  return measured(report, 'throughput', at).status === 'failed';
}

/** `95 of 100 vu failed`; else the number of errors. */
function noteOf(report: ReportView, at: readonly [row: number, variant: number]): string {
  const value = (metric: MetricId) => measured(report, metric, at).value;
  const [failed, errors] = [value('failed_clients'), value('errors')];
  const users = usersOf(testAt(report, at[0])?.key ?? '');
  if (failed !== null && failed > 0) return `${failed} of ${users ?? '?'} vu failed`;
  if (isFailed(report, at)) return 'failed';
  return errors !== null && errors > 0 ? `${errors} ${plural(errors, 'error')}` : '';
}

/** Virtual users of `vu8.w100`. */
function usersOf(test: string): number | null {
  const found = /^vu(\d+)/.exec(test)?.[1];
  return found === undefined ? null : Number(found);
}
