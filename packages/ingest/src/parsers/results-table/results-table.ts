import type { FileReporter } from '../../files/reporter';
import {
  isBesideTable,
  readTableHeading,
  readTableSample,
  splitCells,
  type TableHeading,
} from '../../model/table/delimited';
import type { LogParser, ParseSession } from '../parser';
import type { ResultsTableLog } from './table-log';

/** Of one file: as many as a thousand tests of a hundred versions in ten columns have. */
const MAX_CELLS = 1_000_000;
const MAX_CHARACTERS = 32 * 2 ** 20;

/** Lines that are looked at to see what a file is. */
const SAMPLE_ROWS = 20;
/** What detection sees of a file; one that is as long may go on. */
const SAMPLE_BYTES = 64 * 1024;

/** Below every other: whoever knows a table by its name or its columns reads it. */
const LAST_OF_ALL = 0.1;

/** CSV, TSV and tables with semicolons whose first line has headings. */
export const resultsTable: LogParser = {
  kind: 'results-table',
  about: 'a table with headings, whose columns basecase.json explains',
  score: () => 0,
  fallback: {
    most: LAST_OF_ALL,
    score: ({ bytes, head }) => {
      if (!mayHaveHeadings(head)) return 0;
      const isCut = bytes.length >= SAMPLE_BYTES;
      return readTableSample(bytes.toString('utf8'), { isCut, mostRows: SAMPLE_ROWS }) ? LAST_OF_ALL : 0;
    },
  },
  open: (reporter) => new TableSession(reporter),
};

/** Most files are none, and their first line tells. One that is cut may be. */
function mayHaveHeadings(head: string): boolean {
  const first = head.split('\n', SAMPLE_ROWS).find((line) => !isBesideTable(line)) ?? '';
  return !head.includes('\n') || readTableHeading(first) !== null;
}

class TableSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #rows: string[] = [];
  readonly #lines: number[] = [];
  #heading: TableHeading | null = null;
  #characters = 0;
  #isFull = false;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (this.#isFull) return;
    const text = bytes.toString('utf8', start, end);
    if (isBesideTable(text.replace(/^\uFEFF/, ''))) return;
    if (!this.#heading) {
      this.#heading = readTableHeading(text);
      if (!this.#heading)
        this.#stop(lineNumber, 'LINE_UNPARSED', 'expected a line of headings, each of them once');
      return;
    }
    const { columns, separator } = this.#heading;
    const cells = splitCells(text, separator);
    if (cells?.length !== columns.length) {
      const found = cells ? `${cells.length} cells` : 'a quote that is not closed on its line';
      const message = `expected ${columns.length} cells as in the line of headings, found ${found}`;
      this.#reporter.report('LINE_UNPARSED', message, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
      return;
    }
    this.#characters += text.length;
    if ((this.#rows.length + 1) * columns.length > MAX_CELLS || this.#characters > MAX_CHARACTERS) {
      const most = `${MAX_CELLS} cells or ${MAX_CHARACTERS} characters`;
      this.#stop(
        lineNumber,
        'results-table:TOO_MANY',
        `more than ${most}; the rows from here on are not read`,
      );
      return;
    }
    this.#rows.push(text);
    this.#lines.push(lineNumber);
  }

  end(): ResultsTableLog | null {
    if (!this.#heading || this.#rows.length === 0) return null;
    return { type: 'results-table', ...this.#heading, rows: this.#rows, lines: this.#lines };
  }

  #stop(line: number, code: 'LINE_UNPARSED' | 'results-table:TOO_MANY', message: string): void {
    this.#isFull = true;
    this.#reporter.report(code, message, { line });
  }
}
