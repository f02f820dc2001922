import { NO_VALUE } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { absoluteCell, plainCell, ratioCell } from './report-cells';
import type { ReportTable } from './report-table-model';
import { baseName, type LinkTo, measured, type ReportView, variantRows } from './report-view';

/** A column of a detail table. */
export interface MetricColumn {
  metric: MetricId;
  /** As the people of the benchmark call it. */
  label: string;
  unit: string;
  format: (value: number) => string;
}

interface MetricTableInput {
  report: ReportView;
  /** Index of the test. */
  row: number;
  columns: readonly MetricColumn[];
  linkTo: LinkTo;
}

type Naming = Pick<ReportTable, 'id' | 'title' | 'hint'>;

/** All numbers of one test, a row per variant; columns that nobody has are left out. */
export function absoluteMetricTable(input: MetricTableInput, naming: Naming): ReportTable {
  const { report, row } = input;
  const columns = storedColumns(input);
  return {
    ...frame(columns, naming),
    rows: variantRows(report, input.linkTo, (variant) =>
      columns.map(({ metric, format }) => {
        const own = measured(report, metric, [row, variant]);
        return absoluteCell(own, own.value === null ? '' : format(own.value), '');
      }),
    ),
  };
}

/** The same relative to the base: colours only where a direction is good or bad. */
export function relativeMetricTable(input: MetricTableInput, naming: Naming): ReportTable {
  const { report, row } = input;
  const columns = storedColumns(input);
  const { base, threshold } = report;
  return {
    ...frame(columns, naming),
    rows: variantRows(report, input.linkTo, (variant) =>
      columns.map(({ metric }, index) => {
        const own = measured(report, metric, [row, variant]);
        const isBase = variant === base;
        const cell = ratioCell(own, measured(report, metric, [row, base]), { metric, threshold, isBase });
        // The word for a result that failed stands once in its row.
        return own.status === 'ok' || index === 0 ? cell : plainCell(NO_VALUE, 'v');
      }),
    ),
  };
}

export function relativeHint(report: ReportView): string {
  return `each row divided by ${baseName(report)}`;
}

function storedColumns({ report, row, columns }: MetricTableInput): MetricColumn[] {
  return columns.filter(({ metric }) =>
    report.variants.some((_, variant) => measured(report, metric, [row, variant]).value !== null),
  );
}

function frame(columns: readonly MetricColumn[], naming: Naming): Omit<ReportTable, 'rows'> {
  return {
    ...naming,
    corner: 'Version',
    groups: [],
    heads: columns.map(({ metric, label, unit }) => ({
      key: metric + label,
      label,
      note: unit,
      link: null,
      starts: false,
      isBase: false,
    })),
    notes: [],
  };
}
