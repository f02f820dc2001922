import type { FileReporter } from '../../files/reporter';
import { parseFileName } from '../../layout/file-name';
import type { MetricId } from '../../model/metric';
import type { LogParser, ParseSession } from '../parser';
import { isUnreadable, toValue } from './qps-rows';
import { CellsBuilder, type TableCell, type TableLog, type TableValue } from './table-log';

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
export const metTable: LogParser = {
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
