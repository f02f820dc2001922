import { NO_VALUE } from '../format/format';
import { alignColumns, toCsvLine, toMarkdownTable, toSheetCell } from './lines';
import { doubtfulLines, legendLines, reportedLines, type Sheet, shownCells } from './sheet';

/**
 * The shape of published `qps.rel.*.tsv` and `qps.abs.*.tsv`: legend, blank line, column names, then values with
 * the test last. A missing cell is an empty field (published tables have none to copy). The legend lists columns
 * reported by a summary while others were computed, and cells that are missing because they are doubtful; a
 * table without such has the published shape to the byte.
 *
 * @param forSpreadsheets false for programs: names as they are, byte for byte
 */
export function drawSheetTsv(sheet: Sheet, forSpreadsheets = false): string[] {
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
 * One header line with the labels themselves, then the test first; then verdicts. A missing cell is an empty field.
 * Last
 * columns name the columns whose value a summary reported while others were computed, and those where it is missing
 * because
 * it is doubtful; each is left out when there are none.
 */
export function drawSheetCsv(sheet: Sheet): string[] {
  const hasDoubts = doubtfulLines(sheet).length > 0;
  const hasReported = sheet.reported.length > 0;
  return [
    toCsvLine([
      'test',
      ...sheet.columns.map(({ label }) => label),
      ...(hasVerdicts(sheet) ? sheet.columns.map(({ label }) => `verdict ${label}`) : []),
      ...(hasReported ? ['reported'] : []),
      ...(hasDoubts ? ['doubtful'] : []),
    ]),
    ...sheet.rows.map((row) =>
      toCsvLine([
        row.label,
        ...row.cells.map((cell) => cell ?? ''),
        ...(row.verdicts ?? []),
        ...(hasReported ? [row.reported.join('; ')] : []),
        ...(hasDoubts ? [row.doubtful.join('; ')] : []),
      ]),
    ),
  ];
}

/** A Markdown table to paste into a report, its legend above it, verdicts below it. */
export function drawSheetMarkdown(sheet: Sheet): string[] {
  return [
    ...[...legendLines(sheet), ...reportedLines(sheet), ...doubtfulLines(sheet)].map((line) => `- ${line}`),
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

function hasVerdicts({ rows }: Sheet): boolean {
  return rows.some(({ verdicts }) => verdicts !== null);
}

/** For reading in a terminal: aligned, in groups, with the absolute base value next to the test. */
export function drawSheetText(sheet: Sheet): string[] {
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
