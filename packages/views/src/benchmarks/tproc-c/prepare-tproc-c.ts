import { formatValue } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { absoluteCell, plainCell, ratioCell } from '../report-cells';
import { changeSentence, plural } from '../report-changes';
import type { ReportModel } from '../report-source';
import type { ReportState } from '../report-state';
import {
  type ReportCell,
  type ReportSentence,
  type ReportTable,
  startsGroup,
  toGroups,
} from '../report-table-model';
import {
  baseName,
  hasMetric,
  type LinkTo,
  measured,
  type ReportView,
  shownTests,
  testAt,
  toReportView,
  variantRows,
} from '../report-view';

interface Input {
  report: ReportView;
  /** Indexes of the tests: virtual users × warehouses. */
  tests: readonly number[];
  linkTo: LinkTo;
}

/** NOPM, NOPM relative to the base, TPM: those that are known. */
export function prepareTprocC(view: CompareView, state: ReportState, linkTo: LinkTo): ReportModel {
  const report = toReportView(view, state);
  const tests = shownTests(report);
  const input = { report, tests, linkTo };
  return {
    sentence: sentenceOf(report, tests),
    tables: [
      nopmTable(input),
      ...(report.variants.length > 1 ? [relativeTable(input)] : []),
      ...(hasMetric(report, 'tpm', tests) ? [tpmTable(input)] : []),
    ],
    detail: null,
  };
}

function sentenceOf(report: ReportView, tests: readonly number[]): ReportSentence {
  const { strong, rest } = changeSentence(report, tests, 'test');
  const failed = tests.flatMap((row) =>
    report.variants.filter(
      (_, variant) => measured(report, 'throughput', [row, variant]).status === 'failed',
    ),
  ).length;
  if (failed === 0) return { strong, rest };
  return {
    strong,
    rest: `${rest} ${failed} ${plural(failed, 'result')} failed and ${failed === 1 ? 'is' : 'are'} not compared.`,
  };
}

function nopmTable(input: Input): ReportTable {
  return {
    ...frame(input),
    id: 'nopm',
    title: 'NOPM',
    hint: 'new orders per minute, by virtual users and warehouses',
    rows: rowsOf(input, (at) => {
      const own = measured(input.report, 'throughput', at);
      const cell = absoluteCell(own, formatValue(own.value, 'throughput'));
      return { ...cell, note: noteOf(input.report, at) };
    }),
    notes: failedNotes(input),
  };
}

function relativeTable(input: Input): ReportTable {
  const { report } = input;
  const { base, threshold } = report;
  return {
    ...frame(input),
    id: 'relative',
    title: 'Relative NOPM',
    hint: `each version divided by ${baseName(report)}; click a version in the first column to make it the base`,
    rows: rowsOf(input, (at) =>
      ratioCell(measured(report, 'throughput', at), measured(report, 'throughput', [at[0], base]), {
        metric: 'throughput',
        threshold,
        isBase: at[1] === base,
      }),
    ),
    notes: [],
  };
}

function tpmTable(input: Input): ReportTable {
  return {
    ...frame(input),
    id: 'tpm',
    title: 'TPM',
    hint: 'transactions per minute as the product counts them; products count differently, so they are never compared',
    rows: rowsOf(input, (at) => {
      const { value } = measured(input.report, 'tpm', at);
      return { ...plainCell(formatValue(value, 'tpm')), value };
    }),
    notes: [],
  };
}

function frame({ report, tests }: Input): Pick<ReportTable, 'corner' | 'groups' | 'heads'> {
  const warehouses = tests.map((row) => testAt(report, row)?.groupLabel ?? '');
  const starts = startsGroup(warehouses);
  return {
    corner: 'Version',
    groups: toGroups(warehouses),
    heads: tests.map((row, index) => {
      const key = testAt(report, row)?.key ?? '';
      const users = usersOf(key);
      return {
        key,
        label: users === null ? key : String(users),
        note: users === null ? '' : 'vu',
        link: null,
        starts: starts[index] ?? false,
        isBase: false,
      };
    }),
  };
}

function rowsOf(
  { report, tests, linkTo }: Input,
  cellOf: (at: readonly [row: number, variant: number]) => ReportCell,
): ReportTable['rows'] {
  return variantRows(report, linkTo, (variant) => tests.map((row) => cellOf([row, variant])));
}

/** `95 of 100 vu failed`; errors that no virtual user failed of are told too. */
function noteOf(report: ReportView, at: readonly [row: number, variant: number]): string {
  const value = (metric: MetricId) => measured(report, metric, at).value;
  const [failed, errors] = [value('failed_clients'), value('errors')];
  const users = usersOf(testAt(report, at[0])?.key ?? '');
  if (failed !== null && failed > 0) return `${failed} of ${users ?? '?'} vu failed`;
  if (measured(report, 'throughput', at).status === 'failed') return 'failed';
  return errors !== null && errors > 0 ? `${errors} ${plural(errors, 'error')}` : '';
}

function failedNotes({ report, tests }: Input): string[] {
  const hasFailed = tests.some((row) =>
    report.variants.some((_, variant) => measured(report, 'throughput', [row, variant]).status === 'failed'),
  );
  return hasFailed
    ? [
        'HammerDB prints a result even if virtual users failed. It is not shown here, because the others had less contention. The evidence of the cell has it.',
      ]
    : [];
}

/** Virtual users of `vu8.w100`. */
function usersOf(test: string): number | null {
  const found = /^vu(\d+)/.exec(test)?.[1];
  return found === undefined ? null : Number(found);
}
