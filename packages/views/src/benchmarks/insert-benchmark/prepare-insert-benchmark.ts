import { formatValue, toPrintfFixed } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { absoluteCell, ratioCell } from '../report-cells';
import { changeSentence, plural } from '../report-changes';
import type { ReportModel } from '../report-source';
import type { ReportState } from '../report-state';
import {
  type ReportHead,
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
import { prepareStepDetail } from './prepare-step-detail';
import { stepName } from './step-name';

/** Throughput, throughput relative to the base, background inserts: those that are known. */
export function prepareInsertBenchmark(view: CompareView, state: ReportState, linkTo: LinkTo): ReportModel {
  const report = toReportView(view, state);
  const steps = shownTests(report);
  const input = { report, steps, linkTo };
  return {
    sentence: sentenceOf(report, steps),
    tables: [
      ...(view.workload.relativeTo ? [] : [absoluteTable(input)]),
      ...(report.variants.length > 1 || view.workload.relativeTo ? [relativeTable(input)] : []),
      ...(hasMetric(report, 'insert_rate', querySteps(input)) ? [backgroundTable(input)] : []),
    ],
    detail: prepareStepDetail({ report, steps, wanted: state.test, linkTo }),
  };
}

interface Input {
  report: ReportView;
  /** Indexes of the steps. */
  steps: readonly number[];
  linkTo: LinkTo;
}

function sentenceOf(report: ReportView, steps: readonly number[]): ReportSentence {
  const { strong, rest } = changeSentence(report, steps, 'step');
  const failed = steps.filter((row) =>
    report.variants.some(
      (_, variant) => measured(report, 'throughput', [row, variant]).status === 'sla_failed',
    ),
  ).length;
  if (failed === 0) return { strong, rest };
  const where = report.variants.length > 1 ? ' for some version' : '';
  return { strong, rest: `${rest} In ${failed} ${plural(failed, 'step')} the SLA failed${where}.` };
}

function absoluteTable({ report, steps, linkTo }: Input): ReportTable {
  return {
    id: 'absolute',
    title: 'Throughput',
    hint: 'inserts, indexed rows or queries per second of all clients',
    corner: 'Version',
    ...headsOf({ report, steps, linkTo }),
    rows: variantRows(report, linkTo, (variant) =>
      steps.map((row) => {
        const own = measured(report, 'throughput', [row, variant]);
        return absoluteCell(own, formatValue(own.value, 'throughput'));
      }),
    ),
    notes: [],
  };
}

function relativeTable({ report, steps, linkTo }: Input): ReportTable {
  const { base, threshold } = report;
  return {
    id: 'relative',
    title: 'Relative throughput',
    hint: `each version divided by ${baseName(report)}; click a version in the first column to make it the base`,
    corner: 'Version',
    ...headsOf({ report, steps, linkTo }),
    rows: variantRows(report, linkTo, (variant) =>
      steps.map((row) =>
        ratioCell(
          measured(report, 'throughput', [row, variant]),
          measured(report, 'throughput', [row, base]),
          {
            metric: 'throughput',
            threshold,
            isBase: variant === base,
          },
        ),
      ),
    ),
    notes: [],
  };
}

function headsOf({ report, steps, linkTo }: Input): Pick<ReportTable, 'groups' | 'heads'> {
  const units = steps.map((row) => unitOf(report, row));
  const starts = startsGroup(units);
  return {
    groups: toGroups(units),
    heads: steps.map((row, index) => toHead({ report, row, linkTo }, starts[index] ?? false)),
  };
}

/** The unit of the values; in a table of ratios what the operation is. */
function unitOf(report: ReportView, row: number): string {
  return testAt(report, row)?.unit ?? '';
}

function toHead(
  { report, row, linkTo }: { report: ReportView; row: number; linkTo: LinkTo },
  starts: boolean,
): ReportHead {
  const key = testAt(report, row)?.key ?? '';
  const { label, place } = stepName(key);
  return {
    key,
    label,
    note: place,
    link: { href: `${linkTo({ test: key })}#detail`, label: `all numbers of ${key}` },
    starts,
    isBase: false,
  };
}

/** Steps with inserts in the background. */
function querySteps({ report, steps }: Pick<Input, 'report' | 'steps'>): number[] {
  return steps.filter((row) => stepName(testAt(report, row)?.key ?? '').rate !== null);
}

/** Achieved background inserts per second: of what was asked for where the number of clients is known. */
function backgroundTable({ report, steps, linkTo }: Input): ReportTable {
  const shown = querySteps({ report, steps });
  return {
    id: 'background',
    title: 'Background inserts and SLA',
    hint: 'inserts per second during the queries; deletes run at the same rate',
    corner: 'Version',
    groups: [],
    heads: shown.map((row) => {
      const head = toHead({ report, row, linkTo }, false);
      return { ...head, label: head.key, note: askedFor(report, row) };
    }),
    rows: variantRows(report, linkTo, (variant) =>
      shown.map((row) => {
        const own = measured(report, 'insert_rate', [row, variant]);
        const target = measured(report, 'insert_rate_target', [row, variant]).value;
        const cell = absoluteCell(own, formatValue(own.value, 'insert_rate'));
        if (own.value === null || target === null || target === 0) return cell;
        const share = `${toPrintfFixed((own.value / target) * 100, 1)}%`;
        return { ...cell, note: [share, cell.note].filter(Boolean).join(', ') };
      }),
    ),
    notes: [
      'A step must sustain at least 95% of the target insert rate. If it does not, its SLA failed: its queries had less load beside them, so its throughput is grey and never compared.',
    ],
  };
}

/** `of 200/s`; what one client is asked for where nobody said how many there were. */
function askedFor(report: ReportView, row: number): string {
  const targets = report.variants.flatMap((_, variant) => {
    const { value } = measured(report, 'insert_rate_target', [row, variant]);
    return value === null ? [] : [value];
  });
  const [target] = targets;
  if (target !== undefined && targets.every((each) => each === target)) {
    return `of ${formatValue(target, 'insert_rate_target')}/s`;
  }
  const { rate } = stepName(testAt(report, row)?.key ?? '');
  return rate === null ? '' : `${rate}/s per client`;
}
