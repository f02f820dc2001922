import { FactsBuilder } from '../../files/details-builder';
import type { FileReporter } from '../../files/reporter';
import { parseFileName } from '../../layout/file-name';
import { detailsOf, type LineReader } from '../context/facts';
import type { LogParser, ParseSession } from '../parser';
import { toValue } from './qps-rows';
import { CellsBuilder, type TableLog } from './table-log';

/**
 * `o.sum.*` of 2020: throughput of each test, a row for each run directory, a number for each client count in rising
 * order. Which counts these are is not in the file.
 *
 *     sb.r.qps.point-query.pre.range100.pk1
 *     16925	33256	45473	57742	x.fbmy56.x6a.pk1
 *
 * The table of ratios ends its rows with the engine, `0.89	0.89	0.94	0.70	40313	rocksdb insert range=100`.
 */
export const sumTable: LogParser = {
  kind: 'sum-summary',
  about: 'table of throughput of 2020: blocks of `sb.r.qps.<test>...` and a row for each run directory',
  score: ({ name, head }) => {
    if (!CONTENT.test(head)) return 0;
    return name.startsWith('o.sum.') ? 1 : 0.9;
  },
  open: (reporter) => new SumTableSession(reporter),
  openDetails: detailsOf(readFacts),
};

const CONTENT = /^\s*sb\.r\.qps\.[\w.-]+\n\d[\d.]*\t/;
const TITLE = /^sb\.r\.qps\./;
const ENGINE = /^\S+ \S+ range=\d+$/;
const NUMBER = /^\d+(?:\.\d+)?$/;

class SumTableSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #cells = new CellsBuilder();
  #test: { test: string; range: number | null } | null = null;
  #ratios = 0;
  #lines = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lines = lineNumber;
    const text = bytes.toString('utf8', start, end).trim();
    if (text === '') return;
    if (TITLE.test(text)) {
      const name = parseFileName(text);
      this.#test = name && { test: name.test, range: name.range };
      if (this.#test) return;
    } else if (this.#test && this.#row(text, lineNumber)) {
      return;
    }
    const message = 'expected a title like sb.r.qps.<test>.range<R>.pk<P>, or numbers and a run directory';
    this.#reporter.report('LINE_UNPARSED', message, { line: lineNumber, bytes: bytes.subarray(start, end) });
  }

  end(): TableLog {
    if (this.#cells.cells.length === 0 && this.#ratios > 0) {
      this.#reporter.report('RATIOS_ONLY', 'ratios: kept, the table of absolute values has the numbers');
    } else if (this.#cells.cells.length === 0) {
      this.#reporter.report('TRUNCATED_LOG', 'no row of a run directory');
    }
    return {
      type: 'mytools-summary',
      shape: 'sum',
      columns: this.#cells.columns,
      cells: this.#cells.cells,
      isOldForm: true,
      lines: this.#lines,
    };
  }

  #row(text: string, line: number): boolean {
    const { numbers, label, others } = splitRow(text);
    if (numbers.length === 0 || label === '' || others > 0) return false;
    if (numbers.some((field) => field.includes('.')) || ENGINE.test(label)) {
      this.#ratios += 1;
      return true;
    }
    const column = this.#cells.column(label);
    if (column === null || !this.#test) return false;
    for (const [index, field] of numbers.entries()) {
      const value = toValue(field);
      if (value === null) continue;
      const step = numbers.length > 1 ? { index: index + 1, count: numbers.length } : null;
      const values = [{ metric: 'throughput' as const, value }];
      if (!this.#cells.add({ ...this.#test, column, clients: null, step, values, line })) return false;
    }
    return true;
  }
}

/** The numbers that a row begins with, and its last field: the run directory, or the engine. */
function splitRow(text: string): { numbers: string[]; label: string; others: number } {
  const fields = text.split('\t');
  const count = fields.findIndex((field) => !NUMBER.test(field));
  return {
    numbers: fields.slice(0, Math.max(0, count)),
    label: count < 0 ? '' : (fields.at(-1) ?? ''),
    // Cells between them that are not numbers.
    others:
      count < 0 ? 0 : fields.slice(count, -1).filter((field) => field !== '' && !ENGINE.test(field)).length,
  };
}

function readFacts(): LineReader {
  const facts = new FactsBuilder();
  let group: string | null = null;
  return {
    line(raw, line) {
      const text = raw.trim();
      if (TITLE.test(text)) {
        group = text;
        return;
      }
      const { numbers, label } = splitRow(text);
      for (const [index, value] of numbers.entries()) {
        facts.add({ name: `${label}, ${index + 1} of ${numbers.length}`, value, line, group });
      }
    },
    end: () => ({ series: [], histograms: [], facts: facts.build() }),
  };
}
