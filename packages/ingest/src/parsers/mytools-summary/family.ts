import { FactsBuilder } from '../../files/details-builder';
import type { FileReporter } from '../../files/reporter';
import { parseFileName } from '../../layout/file-name';
import type { MetricId } from '../../model/metric';
import { detailsOf, type LineReader } from '../context/facts';
import type { FormatFamily } from '../family';
import type { LogParser, ParseSession, Sample } from '../parser';
import { mytoolsSummaryFormat as about } from './about';
import { mytoolsSummaryAssembler } from './assemble/mytools-summary-assembler';
import { QpsReader } from './qps-reader';
import { isUnreadable, parseQpsRow, toValue } from './qps-rows';
import { sumTable } from './sum-table';
import { CellsBuilder, parseTestLabel, type TableCell, type TableLog, type TableValue } from './table-log';

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
const qpsTable: LogParser = {
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

/**
 * `o.met.*`: costs per operation, a block for each test, a row for each run directory:
 *
 *     sb.met.scan.range100.pk1.dop1
 *     --- absolute
 *     cpu/o		cs/o	r/o	rKB/o	wKB/o	o/s	dbms
 *     0.000510	3.825	0	0	0.003	24733	x.my5651_rel_o2nofp.z12a_c8r32.pk1
 *     --- relative to first result
 *     1.17		1.00	1	1	0.00	0.88	x.my5744_rel_o2nofp.z12a_c8r32.pk1
 *
 * Its header has two tabs after cpu/o. Files of 2020 lack cs/o and r/o. The relative half restates the other one.
 */
const metTable: LogParser = {
  kind: 'met-summary',
  about: 'table of costs per operation: blocks of `sb.met.<test>...`, `--- absolute`, a header and rows',
  score: ({ name, head }) => {
    if (!CONTENT.test(head)) return 0;
    return name.startsWith('o.met.') ? 1 : 0.9;
  },
  open: (reporter) => new MetTableSession(reporter),
};

const CONTENT = /^\s*sb\.(?:prepare\.)?met\.[\w.-]+\n--- absolute\n/;
const TITLE = /^sb\.(?:prepare\.)?met\./;

const COLUMNS: Readonly<Record<string, MetricId>> = {
  'cpu/o': 'cpu_per_op',
  'cs/o': 'cs_per_op',
  'r/o': 'reads_per_op',
  'rKB/o': 'read_kb_per_op',
  'wKB/o': 'write_kb_per_op',
  'o/s': 'throughput',
};

type Test = Pick<TableCell, 'test' | 'range' | 'clients'>;

class MetTableSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #cells = new CellsBuilder();
  #test: Test | null = null;
  #isAbsolute = false;
  #header: string[] | null = null;
  #isOldForm = false;
  #lines = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lines = lineNumber;
    const text = bytes.toString('utf8', start, end).trimEnd();
    if (text === '') return;
    if (text.startsWith('--- ')) {
      this.#isAbsolute = text === '--- absolute';
      this.#header = null;
      return;
    }
    const isRead = TITLE.test(text) ? this.#begin(text) : !this.#isAbsolute || this.#read(text, lineNumber);
    if (isRead) return;
    const message = 'expected a title like sb.met.<test>.range<R>.pk<P>.dop<N>, or its header and rows';
    this.#reporter.report('LINE_UNPARSED', message, { line: lineNumber, bytes: bytes.subarray(start, end) });
  }

  end(): TableLog {
    if (this.#cells.cells.length === 0)
      this.#reporter.report('TRUNCATED_LOG', 'no block with absolute values');
    return {
      type: 'mytools-summary',
      shape: 'met',
      columns: this.#cells.columns,
      cells: this.#cells.cells,
      isOldForm: this.#isOldForm,
      lines: this.#lines,
    };
  }

  /** @returns false when the title follows no convention */
  #begin(title: string): boolean {
    const name = parseFileName(title);
    this.#isAbsolute = false;
    this.#header = null;
    this.#test = name && {
      test: name.prepare ? 'prepare' : name.test,
      range: name.prepare ? null : name.range,
      clients: name.clients,
    };
    return name !== null;
  }

  /** @returns false unless the line is a header or a row of a table */
  #read(text: string, line: number): boolean {
    if (!this.#header) {
      const header = text.split(/\t+/);
      if (header.at(-1) !== 'dbms' || !header.includes('o/s')) return false;
      this.#header = header;
      this.#isOldForm ||= !header.includes('cs/o');
      return true;
    }
    const fields = text.split('\t');
    const label = fields.at(-1)?.trim() ?? '';
    const column = label === '' ? null : this.#cells.column(label);
    if (fields.length !== this.#header.length || column === null || !this.#test) return false;
    const values = this.#header.flatMap((name, index): TableValue[] => {
      const metric = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
      const value = toValue(fields[index] ?? '');
      return metric === undefined || value === null ? [] : [{ metric, value }];
    });
    const isDamaged = this.#header.some(
      (name, index) => Object.hasOwn(COLUMNS, name) && isUnreadable(fields[index]),
    );
    const isAdded = values.length > 0 && this.#cells.add({ ...this.#test, column, step: null, values, line });
    return isAdded && !isDamaged;
  }
}

export const mytoolsSummaryFormat: FormatFamily = {
  ...about,
  parsers: [qpsTable, metTable, sumTable],
  assembler: mytoolsSummaryAssembler,
};
