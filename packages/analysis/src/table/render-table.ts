import type { BenchmarkId, MetricId } from '@basecase/ingest/model';
import { NO_VALUE } from '../format/format';
import type { Matrix, MatrixRow } from '../matrix/matrix';
import { compareWithBase } from './comparison';
import { alignColumns, toCsvLine, toSheetCell } from './lines';
import { markdownLine, markdownText, toMarkdownTable } from './markdown';
import { allMetrics, buildMetBlocks, type MetBlock, type MetCells, type MetLine } from './met-blocks';
import { buildSheet, doubtfulLines, legendLines, reportedLines, type Sheet, shownCells } from './sheet';
import { toJsonComparison } from './to-json';

const ABSOLUTE = '--- absolute';

/**
 * The shape of `o.met.*` files, with their double tabs: after cpu/o in the header of the absolute block, and in the
 * data of the relative block, which has no header. A missing cell is an empty field.
 */
function drawMetBlocksTsv(blocks: readonly MetBlock[], absoluteOnly: boolean): string[] {
  const fields = (cells: MetCells, label: string) => [...cells.map((cell) => cell ?? ''), label];
  return blocks.flatMap((block) => [
    block.title,
    ABSOLUTE,
    withDoubleTab([...block.names, 'dbms']),
    ...block.lines.map((line) => fields(line.absolute, line.label).join('\t')),
    ...relativePart(block, absoluteOnly, (lines) =>
      lines.map((line) => withDoubleTab(fields(line.relative, line.label))),
    ),
    '',
  ]);
}

function withDoubleTab([first = '', ...others]: readonly string[]): string {
  return [first, '', ...others].join('\t');
}

/** The heading and lines of the relative half, nothing when only absolute values are wanted. */
function relativePart(
  block: MetBlock,
  absoluteOnly: boolean,
  draw: (lines: MetLine[]) => string[],
): string[] {
  if (absoluteOnly) return [];
  return [`--- ${block.relativeHeading}`, ...draw(block.lines.filter((line) => !line.isBase))];
}

/** One line per test and column, absolute and relative side by side; the base has no relative values. */
function drawMetBlocksCsv(blocks: readonly MetBlock[], absoluteOnly: boolean): string[] {
  const names = blocks[0]?.names ?? [];
  const relativeNames = absoluteOnly ? [] : names.map((name) => `relative ${name}`);
  return [
    toCsvLine(['test', 'dbms', ...names, ...relativeNames]),
    ...blocks.flatMap(({ title, lines }) =>
      lines.map(({ label, absolute, relative }) => {
        const cells = absoluteOnly ? absolute : [...absolute, ...relative];
        return toCsvLine([title, label, ...cells.map((cell) => cell ?? '')]);
      }),
    ),
  ];
}

/** A heading and two Markdown tables for each test. */
function drawMetBlocksMarkdown(blocks: readonly MetBlock[], absoluteOnly: boolean): string[] {
  const header = ['dbms', ...(blocks[0]?.names ?? [])];
  const relativeTable = ({ lines }: MetBlock) =>
    toMarkdownTable(
      header,
      lines.filter((line) => !line.isBase).map((line) => readable(line.label, line.relative)),
    );
  return blocks.flatMap((block) => [
    `### ${markdownText(block.title)}`,
    '',
    ...toMarkdownTable(
      header,
      block.lines.map((line) => readable(line.label, line.absolute)),
    ),
    '',
    ...(absoluteOnly ? [] : [markdownLine(block.relativeHeading), '', ...relativeTable(block), '']),
  ]);
}

/** The blocks aligned for a terminal, labels first. */
function drawMetBlocksText(blocks: readonly MetBlock[], absoluteOnly: boolean): string[] {
  return blocks.flatMap((block) => {
    const [heading = '', ...aligned] = alignColumns([
      ['', ...block.names],
      ...block.lines.map((line) => readable(line.label, line.absolute)),
      ...block.lines.map((line) => readable(line.label, line.relative)),
    ]);
    const relative = aligned.slice(block.lines.length);
    return [
      block.title,
      ABSOLUTE,
      heading,
      ...aligned.slice(0, block.lines.length),
      ...relativePart(block, absoluteOnly, () =>
        relative.filter((_, index) => block.lines[index]?.isBase === false),
      ),
      '',
    ];
  });
}

function readable(label: string, cells: MetCells): string[] {
  return [label, ...cells.map((cell) => cell ?? NO_VALUE)];
}

export const TABLE_FORMATS = ['text', 'tsv', 'csv', 'md', 'json'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export interface TableOptions {
  /** `all` prints a block per test with every metric instead of one table. */
  metric: MetricId | 'all';
  format: TableFormat;
  /** Index of the base column, 0 by default. */
  base?: number;
  /** Index of the base of each column, where they have not the same; not for `all`. */
  bases?: readonly number[] | undefined;
  /** Absolute values only. JSON always has both. */
  absolute?: boolean;
  /** The benchmark: names metrics, and defines `all`. sysbench by default. */
  benchmark?: BenchmarkId;
  /**
   * [row][column] verdicts in words: CSV has them in separate columns, Markdown in a second table. TSV keeps the
   * published shape, and text the width of a terminal; their ratios have the same decimals.
   */
  verdicts?: readonly (readonly (string | null)[])[];
  /** TSV: names that a spreadsheet would run are escaped, as they always are in CSV. Default: byte for byte. */
  forSpreadsheets?: boolean;
  /** The name of the metric, where it differs from that of the benchmark: with the unit of its tests. */
  heading?: string | undefined;
  /** CSV: what holds for the whole table, in a last column of its first row. */
  note?: string;
  /** Title of a test's block with `all`; its label by default. */
  title?: (row: MatrixRow) => string;
}

/** A matrix as text, with a line break at its end. */
export function renderTable(matrix: Matrix<{ label: string }>, options: TableOptions): string {
  const { metric, format, base = 0, absolute = false, benchmark = 'sysbench' } = options;
  const {
    title = (row) => row.label,
    verdicts = null,
    forSpreadsheets = false,
    bases = base,
    heading,
    note = '',
  } = options;
  if (format === 'json') {
    return `${JSON.stringify(toJsonComparison(matrix, metric, { base, benchmark, heading: options.heading }), null, 2)}\n`;
  }
  const lines =
    metric === 'all'
      ? DRAW_BLOCKS[format](
          buildMetBlocks(matrix, { base, title, benchmark, isPublished: format === 'tsv' }),
          absolute,
        )
      : DRAW_SHEET[format](buildSheet(matrix, metric, { bases, absolute, benchmark, heading, verdicts }), {
          forSpreadsheets,
          note,
        });
  return `${lines.join('\n')}\n`;
}

interface DrawOptions {
  /** False for programs: names in TSV as they are, byte for byte. */
  forSpreadsheets: boolean;
  note: string;
}

const DRAW_SHEET = {
  text: drawSheetText,
  tsv: drawSheetTsv,
  csv: drawSheetCsv,
  md: drawSheetMarkdown,
} as const;

const DRAW_BLOCKS = {
  text: drawMetBlocksText,
  tsv: drawMetBlocksTsv,
  csv: drawMetBlocksCsv,
  md: drawMetBlocksMarkdown,
} as const;

/**
 * How many numbers a table says something with: ratios of columns other than the base, or absolute values.
 * 0 means that printing it would look like a result and be none.
 */
export function countValues(matrix: Matrix<{ label: string }>, options: TableOptions): number {
  const { metric, base = 0, absolute = false, benchmark = 'sysbench' } = options;
  const metrics = metric === 'all' ? allMetrics(matrix, benchmark).map((column) => column.metric) : [metric];
  return metrics
    .flatMap((id) => compareWithBase(matrix, id, base))
    .flatMap((row) => (absolute ? row.absolute : row.relative.toSpliced(base, 1)))
    .filter((value) => value !== null).length;
}

/**
 * The shape of published `qps.rel.*.tsv` and `qps.abs.*.tsv`: legend, blank line, column names, then values with
 * the test last. A missing cell is an empty field (published tables have none to copy). The legend lists columns
 * reported by a summary while others were computed, and cells that are missing because they are doubtful; a
 * table without such has the published shape to the byte.
 */
function drawSheetTsv(sheet: Sheet, { forSpreadsheets }: DrawOptions): string[] {
  const toCell = forSpreadsheets ? toSheetCell : (label: string) => label;
  return [
    ...legendLines(sheet),
    ...reportedLines(sheet),
    ...doubtfulLines(sheet),
    '',
    sheet.columns.map(({ name }) => name).join('\t'),
    ...sheet.rows.map((row) => [...row.cells.map((cell) => cell ?? ''), toCell(row.label)].join('\t')),
  ];
}

/**
 * One header line with the labels themselves, then the test first; then verdicts and the metric. A missing cell is an
 * empty field. Last columns name the columns whose value a summary reported while others were computed, and those where it is
 * missing because it is suspect, and hold the note; each is left out when there are none.
 */
function drawSheetCsv(sheet: Sheet, { note }: DrawOptions): string[] {
  const hasDoubts = doubtfulLines(sheet).length > 0;
  const hasReported = sheet.reported.length > 0;
  return [
    toCsvLine([
      'test',
      ...sheet.columns.map(({ label }) => label),
      ...(hasVerdicts(sheet) ? sheet.columns.map(({ label }) => `verdict ${label}`) : []),
      'metric',
      ...(hasReported ? ['reported'] : []),
      ...(hasDoubts ? ['suspect'] : []),
      ...(note === '' ? [] : ['note']),
    ]),
    ...sheet.rows.map((row, index) =>
      toCsvLine([
        row.label,
        ...row.cells.map((cell) => cell ?? ''),
        ...(row.verdicts ?? []),
        sheet.metric,
        ...(hasReported ? [row.reported.join('; ')] : []),
        ...(hasDoubts ? [row.doubtful.join('; ')] : []),
        ...(note === '' ? [] : [index === 0 ? note : '']),
      ]),
    ),
  ];
}

/** A Markdown table to paste into a report, its metric and legend above it, verdicts below it. */
function drawSheetMarkdown(sheet: Sheet): string[] {
  return [
    ...[
      metricLine(sheet),
      ...legendLines(sheet),
      ...reportedLines(sheet),
      ...doubtfulLines(sheet),
      ...alikeLines(sheet),
    ].map((line) => `- ${markdownLine(line)}`),
    '',
    ...toMarkdownTable(
      ['test', ...sheet.columns.map(({ name }) => name)],
      sheet.rows.map((row) => [row.label, ...shownCells(row)]),
    ),
    ...(hasVerdicts(sheet)
      ? [
          '',
          'Verdicts:',
          '',
          ...toMarkdownTable(
            ['test', ...sheet.columns.map(({ name }) => name)],
            sheet.rows.map((row) => [row.label, ...(row.verdicts ?? [])]),
          ),
        ]
      : []),
  ];
}

/** Why tests that read the same are judged differently: one example for each column. */
function alikeLines({ columns, rows }: Sheet): string[] {
  return columns.flatMap(({ name }, index) => {
    const cells = rows.map(({ label, cells: texts, verdicts }) => ({
      test: label,
      text: texts[index] ?? null,
      verdict: verdicts?.[index] ?? null,
    }));
    return alikeNote(cells, name) ?? [];
  });
}

/** `Metric: QPS, relative to the base`. */
function metricLine({ metric, isRelative }: Sheet): string {
  return `Metric: ${metric}${isRelative ? ', relative to the base' : ''}`;
}

function hasVerdicts({ rows }: Sheet): boolean {
  return rows.some(({ verdicts }) => verdicts !== null);
}

/** For reading in a terminal: aligned, in groups, with the absolute base value next to the test. */
function drawSheetText(sheet: Sheet): string[] {
  const { isRelative } = sheet;
  const header = ['', ...(isRelative ? [`base ${sheet.metric}`] : []), ...sheet.columns.map((c) => c.name)];
  const cells = sheet.rows.map((row) => [
    row.label,
    ...(isRelative ? [row.base ?? NO_VALUE] : []),
    ...shownCells(row),
  ]);
  const [heading = '', ...lines] = alignColumns([header, ...cells]);
  const body = sheet.rows.flatMap((row, index) => {
    const isFirst = sheet.rows[index - 1]?.group !== row.group;
    return [...(isFirst ? ['', row.group] : []), lines[index] ?? ''];
  });
  const what = isRelative ? `Relative ${sheet.metric}` : sheet.metric;
  return [what, ...legendLines(sheet), ...reportedLines(sheet), '', heading, ...body];
}

/** A cell as it is printed, and its verdict in words; null where nothing judged. */
interface JudgedCell {
  test: string;
  text: string | null;
  verdict: string | null;
}

/**
 * Explains the first two neighbouring tests of a column that read the same and are judged differently.
 *
 * @param cells of one column, in the order of the rows
 * @returns null where there are none
 */
export function alikeNote(cells: readonly JudgedCell[], column: string): string | null {
  const index = cells.findIndex((cell, at) => {
    const above = cells[at - 1];
    return (
      above !== undefined &&
      cell.text !== null &&
      cell.verdict !== null &&
      above.verdict !== null &&
      above.text === cell.text &&
      above.verdict !== cell.verdict
    );
  });
  const [above, below] = [cells[index - 1], cells[index]];
  if (index < 0 || !above || !below) return null;
  return `${column}: ${above.test} (${above.verdict}) and ${below.test} (${below.verdict}) both read ${below.text}. Each test is judged by its own noise and number of runs.`;
}
