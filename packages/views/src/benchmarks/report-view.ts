import type { Matrix, MatrixRow } from '@basecase/analysis';
import type { CompareColumn, CompareView } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import type { Measured } from './report-cells';
import type { ReportState } from './report-state';
import type { ReportRow } from './report-table-model';
import { baseIndex, judgedIndex, shownVariants, type VariantName, variantNames } from './variants';

/** Link to the same page in another state. */
export type LinkTo = (change: Partial<ReportState>) => string;

/** A view cut down to the variants that are shown, and which of them is the base. */
export interface ReportView {
  view: CompareView;
  variants: CompareColumn[];
  names: VariantName[];
  /** Of each variant its column in the matrix. */
  columns: number[];
  base: number;
  /** The variant that the sentence compares with the base; null when there is only the base. */
  judged: number | null;
  threshold: number;
}

/**
 * Resolves a state against what is there: a base or product that does not exist falls back to the default. The default base
 * is the one that a published table of ratios was divided by, else the first variant.
 */
export function toReportView(
  view: CompareView,
  { product, build, base, t }: Pick<ReportState, 'product' | 'build' | 'base' | 't'>,
): ReportView {
  const variants = shownVariants(view.matrix.columns, { product, build });
  const wanted = variants.some(({ slug }) => slug === base) ? base : publishedBase(view, variants);
  const found = baseIndex(variants, wanted);
  return {
    view,
    variants,
    names: variantNames(variants),
    columns: variants.map((variant) => view.matrix.columns.indexOf(variant)),
    base: found,
    judged: judgedIndex(variants, found),
    threshold: t,
  };
}

/** Slug of the variant that the author of the table divided by; empty where nobody published ratios, or it is not shown. */
function publishedBase({ workload }: CompareView, variants: readonly CompareColumn[]): string {
  const published = workload.relativeTo?.base;
  return variants.find(({ label }) => label === published)?.slug ?? '';
}

/** A number of a test (index of its row) in a variant (index among the shown). */
export function measured(
  { view: { matrix }, columns }: ReportView,
  metric: MetricId,
  [row, variant]: readonly [row: number, variant: number],
): Measured {
  const column = columns[variant] ?? -1;
  return {
    ...shownValue(matrix, metric, [row, column]),
  };
}

/** A value that is believed, or one that is not with the status that says so. */
export function shownValue(
  matrix: Matrix<unknown>,
  metric: MetricId,
  [row, column]: readonly [row: number, column: number],
): Measured {
  const value = matrix.values[metric]?.[row]?.[column] ?? null;
  const status = matrix.status[row]?.[column] ?? 'missing';
  const doubtful = matrix.doubtful?.[metric]?.[row]?.[column] ?? null;
  if (value !== null || doubtful === null) return { value, status };
  return { value: doubtful, status: status === 'ok' ? 'doubtful' : status };
}

/** True when some shown variant has a number of the metric in one of the tests. */
export function hasMetric(report: ReportView, metric: MetricId, rows: readonly number[]): boolean {
  return rows.some((row) =>
    report.variants.some((_, variant) => measured(report, metric, [row, variant]).value !== null),
  );
}

/** Indexes of the tests that some shown variant has run. */
export function shownTests({ view: { matrix }, columns }: ReportView): number[] {
  return matrix.rows.flatMap((_, row) =>
    columns.some((column) => matrix.status[row]?.[column] !== 'missing') ? [row] : [],
  );
}

export function testAt({ view: { matrix } }: ReportView, row: number): MatrixRow | undefined {
  return matrix.rows[row];
}

/** One row per shown variant; its head makes it the base. */
export function variantRows(
  report: ReportView,
  linkTo: LinkTo,
  cellsOf: (variant: number) => ReportRow['cells'],
): ReportRow[] {
  return report.variants.map(({ slug }, index): ReportRow => {
    const { name, detail } = report.names[index] ?? { name: slug, detail: '' };
    const isBase = index === report.base;
    return {
      key: slug,
      name,
      note: detail,
      link: isBase ? null : { href: linkTo({ base: slug }), label: 'make it the base' },
      isBase,
      cells: cellsOf(index),
    };
  });
}

/** Name of the base, as a hint says it. */
export function baseName({ names, base }: ReportView): string {
  return names[base]?.short ?? '';
}
