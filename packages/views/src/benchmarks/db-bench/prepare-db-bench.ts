import { formatRatio, formatValue, type MatrixRow, NO_VALUE } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { compareTests } from '@basecase/ingest/model';
import { plainThresholdText } from '../../verdict/plain-threshold';
import { absoluteCell, plainCell, ratioCell } from '../report-cells';
import { countChanges, plural } from '../report-changes';
import type { ReportModel } from '../report-source';
import type { ReportState } from '../report-state';
import type { ReportCell, ReportHead, ReportSentence, ReportTable } from '../report-table-model';
import { type LinkTo, measured } from '../report-view';
import { prepareTestDetail } from './prepare-test-detail';
import { toWorkloadReports, type WorkloadReport } from './workload-report';

/** Everything that the db_bench report draws, for the workloads of one family in their order. */
export function prepareDbBench(
  views: readonly CompareView[],
  state: ReportState,
  linkTo: LinkTo,
): ReportModel {
  const workloads = toWorkloadReports(views, state);
  const tests = testsOf(views);
  const input = { workloads, tests, linkTo };
  return {
    sentence: sentenceOf(workloads),
    tables: [
      ...(workloads.some(({ report }) => report.variants.length > 1) ? [relativeTable(input)] : []),
      absoluteTable(input),
    ],
    detail: prepareTestDetail({ ...input, wanted: state.test }),
  };
}

interface Input {
  workloads: readonly WorkloadReport[];
  tests: readonly MatrixRow[];
  linkTo: LinkTo;
}

/** Tests that some workload has, in the order of the domain. */
function testsOf(views: readonly CompareView[]): MatrixRow[] {
  const tests = new Map(views.flatMap(({ matrix }) => matrix.rows.map((row) => [row.key, row] as const)));
  return [...tests.values()].sort(compareTests);
}

function sentenceOf(workloads: readonly WorkloadReport[]): ReportSentence {
  const judged = workloads.find(({ report }) => report.judged !== null)?.report;
  if (!judged || judged.judged === null) {
    return { strong: 'One version.', rest: ' There is nothing to compare it with yet.' };
  }
  const counts = workloads.map(({ name, report }) => {
    const tests = report.view.matrix.rows.map((_, row) => row);
    return { name, ...countChanges(report, tests) };
  });
  const parts = counts.map(
    ({ name, worse, compared }) => `${worse} of ${compared} ${plural(compared, 'test')} in ${name}`,
  );
  const total = counts.reduce((sum, { worse }) => sum + worse, 0);
  const [lowest] = counts
    .flatMap(({ name, lowest: low }) => (low ? [{ name, ...low }] : []))
    .sort((a, b) => a.ratio - b.ratio);
  const [own, of] = [judged.names[judged.judged]?.short ?? '', judged.names[judged.base]?.short ?? ''];
  return {
    strong: `${total === 0 ? 'Nothing is' : `${total} ${plural(total, 'test')} ${total === 1 ? 'is' : 'are'}`} slower in ${own} than in ${of}:`,
    rest: ` ${parts.join(', ')}.${lowest ? ` The lowest is ${formatRatio(lowest.ratio)} (${lowest.test}, ${lowest.name}).` : ''} ${plainThresholdText(judged.threshold)}`,
  };
}

function relativeTable(input: Input): ReportTable {
  return {
    ...frame(input),
    id: 'relative',
    title: 'Relative ops/s',
    hint: 'version / base; the base column is operations per second; click a column header to make it the base, or a test to see all its numbers',
    rows: rowsOf(input, ({ report }, at) => {
      const [own, base] = [
        measured(report, 'throughput', at),
        measured(report, 'throughput', [at[0], report.base]),
      ];
      if (at[1] === report.base) return absoluteCell(own, formatValue(own.value, 'throughput'));
      return ratioCell(own, base, { metric: 'throughput', threshold: report.threshold, isBase: false });
    }),
    notes: missingBaseNotes(input),
  };
}

function absoluteTable(input: Input): ReportTable {
  return {
    ...frame(input),
    id: 'absolute',
    title: 'ops/s',
    hint: 'operations per second of all threads',
    rows: rowsOf(input, ({ report }, at) => {
      const own = measured(report, 'throughput', at);
      return absoluteCell(own, formatValue(own.value, 'throughput'));
    }),
    notes: [],
  };
}

function frame({ workloads, linkTo }: Input): Pick<ReportTable, 'corner' | 'groups' | 'heads'> {
  return {
    corner: 'Test',
    groups: workloads.map(({ heading, report }) => ({
      key: heading,
      label: heading,
      span: report.variants.length,
    })),
    heads: workloads.flatMap(({ heading, report }) =>
      report.variants.map((variant, index): ReportHead => {
        const isBase = index === report.base;
        return {
          key: `${heading} ${variant.slug}`,
          label: report.names[index]?.name ?? variant.version,
          note: report.names[index]?.detail ?? '',
          link: isBase ? null : { href: linkTo({ base: variant.slug }), label: 'make it the base' },
          starts: index === 0,
          isBase,
        };
      }),
    ),
  };
}

function rowsOf(
  { workloads, tests, linkTo }: Input,
  cellOf: (workload: WorkloadReport, at: readonly [row: number, variant: number]) => ReportCell,
): ReportTable['rows'] {
  return tests.map(({ key }) => ({
    key,
    name: key,
    note: '',
    link: { href: `${linkTo({ test: key })}#detail`, label: 'all its numbers' },
    isBase: false,
    cells: workloads.flatMap((workload) => {
      const row = workload.report.view.matrix.rows.findIndex((candidate) => candidate.key === key);
      return workload.report.variants.map((_, variant) =>
        row < 0 ? plainCell(NO_VALUE, 'v') : cellOf(workload, [row, variant]),
      );
    }),
  }));
}

function missingBaseNotes({ workloads }: Input): string[] {
  return workloads
    .filter(({ report }) => report.base < 0)
    .map(({ name }) => `${name} has no run of the base, so it has no ratios.`);
}
