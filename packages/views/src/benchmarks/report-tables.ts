import { formatValue, NO_VALUE } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { absoluteCell, type Measured, plainCell, ratioCell } from './report-cells';
import type { LinkTo, ReportCell, ReportDetail, ReportTable } from './report-model';
import { baseName, measured, type ReportView, type Variant, type VariantName } from './report-view';
/** A row of a table. */
export type Place = ReturnType<typeof variantPlaces>[number];

/** A column of a table, with the metric that it has of each row. */
export interface Column extends Place {
  /** First line of its head; left out where the columns are not grouped. */
  group?: string;
  metric: MetricId;
  /** Its cells are texts. */
  isWords?: boolean;
  /** Left out: as the metric is printed anywhere else. */
  format?: (value: number) => string;
}

/** Rows × columns of measured numbers. Every table of a report is drawn from one. */
export interface Grid {
  corner: string;
  rows: readonly Place[];
  columns: readonly Column[];
  threshold: number;
  /** The number of a cell, by the indexes of its row and its column. */
  read: (row: number, column: number) => Measured;
  /** The number it is divided by. */
  readBase: (row: number, column: number) => Measured;
}

type Naming = Pick<ReportTable, 'id' | 'title' | 'hint'> & { notes?: string[] };
type Edit = (cell: ReportCell, row: number, column: number) => ReportCell;

/** A table of the numbers themselves. */
export function absoluteTable(grid: Grid, naming: Naming, edit: Edit = (cell) => cell): ReportTable {
  return gridTable(grid, naming, (row, column) => {
    const own = grid.read(row, column);
    const { metric, format = (value: number) => formatValue(value, metric) } = columnAt(grid, column);
    return edit(absoluteCell(own, own.value === null ? '' : format(own.value)), row, column);
  });
}

/** The same divided by the base: coloured only where a direction is good or bad. */
export function relativeTable(grid: Grid, naming: Naming, edit: Edit = (cell) => cell): ReportTable {
  return gridTable(grid, naming, (row, column) => {
    const { metric, isBase } = columnAt(grid, column);
    const cell = ratioCell(grid.read(row, column), grid.readBase(row, column), {
      metric,
      threshold: grid.threshold,
      isBase: isBase || (grid.rows[row]?.isBase ?? false),
    });
    return edit(cell, row, column);
  });
}

/** Any table: rows, heads in two lines, cells. */
export function gridTable(
  { corner, rows, columns }: Pick<Grid, 'corner' | 'rows'> & { columns: readonly Omit<Column, 'metric'>[] },
  naming: Naming,
  cellOf: (row: number, column: number) => ReportCell,
): ReportTable {
  const groups: ReportTable['groups'] = [];
  const heads = columns.map(({ key, name: label, note, link, isBase, group, isWords }, index) => {
    const starts = group !== undefined && (index === 0 || columns[index - 1]?.group !== group);
    const last = groups.at(-1);
    if (starts) groups.push({ label: group, span: 1 });
    else if (last) last.span++;
    return { key, label, note, link, starts, isBase, ...(isWords && { isWords }) };
  });
  return {
    notes: [],
    ...naming,
    ...{ corner, groups, heads },
    rows: rows.map((place, row) => ({ ...place, cells: columns.map((_, column) => cellOf(row, column)) })),
  };
}

function columnAt({ columns }: Grid, index: number): Column {
  const column = columns[index];
  if (!column) throw new RangeError(`A table has no column ${index}.`);
  return column;
}

/** Versions as rows or columns; a click makes one the base. */
export function variantPlaces(
  { variants, names, base }: { variants: readonly Variant[]; names: readonly VariantName[]; base: number },
  linkTo: LinkTo,
) {
  return variants.map(({ slug }, index) => {
    const { name = slug, detail = '' } = names[index] ?? {};
    const isBase = index === base;
    return {
      ...{ key: slug, name, note: detail, isBase },
      link: isBase ? null : { href: linkTo({ base: slug }), label: 'make it the base' },
    };
  });
}

/** A column of a test; `row` is its index in the matrix. */
export type TestColumn = Column & { row: number };

/** Versions × tests or metrics of one view. */
export function versionsGrid(report: ReportView, linkTo: LinkTo, columns: readonly TestColumn[]): Grid {
  const read = (variant: number, column: number) => {
    const at = columns[column];
    return measured(report, at?.metric ?? 'throughput', [at?.row ?? -1, variant]);
  };
  return {
    corner: 'Version',
    rows: variantPlaces(report, linkTo),
    columns,
    threshold: report.threshold,
    read,
    readBase: (_, column) => read(report.base, column),
  };
}

/** A column of the tables of one test, by the name that users of the benchmark know. */
export interface MetricColumn {
  metric: MetricId;
  label: string;
  unit: string;
  format: (value: number) => string;
}

/** Absolute and relative numbers of one test, a row per version; columns without any number are left out. */
export function metricTables(
  {
    report,
    row,
    columns,
    linkTo,
  }: { report: ReportView; row: number; columns: readonly MetricColumn[]; linkTo: LinkTo },
  { title, hint, suffix = '' }: { title: string; hint: string; suffix?: string },
): ReportTable[] {
  const stored = columns.filter(({ metric }) =>
    report.variants.some((_, variant) => measured(report, metric, [row, variant]).value !== null),
  );
  const grid = versionsGrid(
    report,
    linkTo,
    stored.map(({ metric, label, unit, format }) => ({
      ...{ key: metric + label, name: label, note: unit, link: null, isBase: false, metric, format, row },
    })),
  );
  const naming = { id: `detail-absolute${suffix}`, title: `${title}, absolute`, hint };
  const absolute = gridTable(grid, naming, (variant, column) => {
    const own = grid.read(variant, column);
    return absoluteCell(own, own.value === null ? '' : (stored[column]?.format(own.value) ?? ''), '');
  });
  if (report.variants.length < 2 || report.base < 0) return [absolute];
  const divided = { title: `${title}, relative`, hint: `each row divided by ${baseName(report)}` };
  return [
    absolute,
    relativeTable(grid, { id: `detail-relative${suffix}`, ...divided }, (cell, variant, column) =>
      // The word for a result that failed is printed once per row.
      grid.read(variant, column).status === 'ok' || column === 0 ? cell : plainCell(NO_VALUE, 'v'),
    ),
  ];
}

/** Links to the same detail of each test. */
export function detailChoices(
  tests: readonly { key: string; label?: string }[],
  current: string,
  hrefOf: (key: string) => string,
): ReportDetail['choices'] {
  return tests.map(({ key, label = key }) => ({
    ...{ key, label, href: `${hrefOf(key)}#detail`, isCurrent: key === current },
  }));
}
