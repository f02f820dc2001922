import type { FileReporter } from '../../files/reporter';
import { detailsOf, FactsBuilder, type LineReader } from '../context/facts';
import type { LogParser, ParseSession, Sample } from '../parser';
import { QpsReader } from './qps-reader';
import { parseQpsRow } from './qps-rows';
import { CellsBuilder, parseTestLabel, type TableLog } from './table-log';

/**
 * Throughput of many run directories, rows are tests. Integers are absolute values, `Relative to:` and decimals are
 * ratios:
 *
 *     col-1 : x.my5651_rel_o2nofp.z12a_c8r32.pk1
 *
 *     col-1	col-2
 *     4533	3927	hot-points_range=100
 *
 * The matching `.csv` has the test first, and neither names nor a header: its columns are known from the `.tsv`.
 */
export const qpsTable: LogParser = {
  kind: 'qps-summary',
  about:
    'table of throughput: `col-1 : <run directory>` lines, then rows of numbers that end in <test>_range=<R>',
  score: scoreQpsTable,
  open: (reporter) => new QpsTableSession(reporter),
  openDetails: detailsOf(readFacts),
};

const NAME = /^qps\.[\w.-]+$/;
const LEGEND = /^(?:Relative to: \S[^\n]*\n)?col-1 : \S/;
const HEAD_CHARACTERS = 4096;
/** Share of headings between the rows of a table without a legend. */
const MAX_OTHER_LINES = 0.5;

function scoreQpsTable({ name, head }: Sample): number {
  if (!LEGEND.test(head) && !isRows(head)) return 0;
  return NAME.test(name) ? 1 : 0.9;
}

/** Rows alone: a csv, or a table with headings in words. */
function isRows(head: string): boolean {
  if (!head.includes('_range=')) return false;
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  // The last line may be cut by the sample.
  if (head.length >= HEAD_CHARACTERS) lines.pop();
  const rows = lines.filter((line) => parseQpsRow(line) !== null).length;
  return rows > 0 && rows >= lines.length * (1 - MAX_OTHER_LINES);
}

class QpsTableSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #reader = new QpsReader();
  readonly #cells = new CellsBuilder();
  #isFull = false;
  #lines = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lines = lineNumber;
    const found = this.#reader.line(bytes.toString('utf8', start, end));
    if (found.kind === 'other') {
      this.#reporter.report('LINE_UNPARSED', `expected ${found.expected}`, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
    }
    if (found.kind !== 'row' || this.#reader.isRatios) return;
    const { test, range } = parseTestLabel(found.label);
    for (const [column, value] of found.values.entries()) {
      if (value === null) continue;
      const values = [{ metric: 'throughput' as const, value }];
      const cell = { column, test, range, clients: null, step: null, values, line: lineNumber };
      if (this.#cells.add(cell) || this.#isFull) continue;
      this.#isFull = true;
      this.#reporter.report('LINE_UNPARSED', 'too many cells; the rest of the table was not read', {
        line: lineNumber,
      });
    }
  }

  end(): TableLog {
    const { isRatios, labels, rows, relativeTo } = this.#reader;
    if (isRatios) {
      const to = relativeTo === null ? '' : ` to ${relativeTo}`;
      this.#reporter.report('RATIOS_ONLY', `ratios${to}: kept, the table of absolute values has the numbers`);
    } else if (rows === 0) {
      this.#reporter.report('TRUNCATED_LOG', 'no row follows the names of the columns');
    }
    return {
      type: 'mytools-summary',
      shape: 'qps',
      columns: labels,
      cells: isRatios ? [] : this.#cells.cells,
      isOldForm: false,
      lines: this.#lines,
    };
  }
}

function readFacts(): LineReader {
  const reader = new QpsReader();
  const facts = new FactsBuilder();
  return {
    line(text, line) {
      const found = reader.line(text);
      if (found.kind !== 'row') return;
      const { relativeTo, labels, heading } = reader;
      for (const [column, value] of found.texts.entries()) {
        const label = labels?.[column] ?? `column ${column + 1}`;
        const group = [heading, label, relativeTo === null ? null : `relative to ${relativeTo}`];
        facts.add({
          name: found.label,
          value,
          line,
          group: group.filter((part) => part !== null).join(', '),
        });
      }
    },
    end: () => ({ series: [], histograms: [], facts: facts.build() }),
  };
}
