import type { FileReporter } from '../../files/reporter';
import { hintedKind } from '../../layout/file-name';
import type { LogParser, ParseSession, Sample } from '../parser';
import type { VmstatLog } from './vmstat-log';

/**
 * vmstat, any layout with named columns: 17 columns up to procps 4.0.3, 18 with `gu` since, `-w`, `-t`, `-a`.
 * The header pair is repeated every 22 lines when the output is a file.
 */
export const vmstat: LogParser = {
  kind: 'vmstat',
  score: scoreVmstat,
  open: (reporter) => new VmstatSession(reporter),
};

const HEADER = /^\s*r\s+b\s+swpd\s.*\scs\s+us\s+sy\s+id\b/m;
/** First characters of `procs ---...`, of `--procs--` (-w), and of ` r  b   swpd`. */
const [LOWER_P, DASH, LOWER_R] = [112, 45, 114];
const NEEDED = ['cs', 'us', 'sy', 'id', 'wa'] as const;
type Column = (typeof NEEDED)[number];
type Row = Record<Column, number>;

/** Columns beyond these are a time zone and its date (-t). */
const LAST_COLUMNS = ['gu', 'st', 'wa'];

function scoreVmstat(sample: Sample): number {
  const hinted = hintedKind(sample.name) === 'vm';
  if (HEADER.test(sample.head)) return hinted ? 1 : 0.9;
  return hinted ? 0.3 : 0;
}

class VmstatSession implements ParseSession {
  readonly #reporter: FileReporter;
  /** Column of each needed value, in the order of NEEDED; null before the first header. */
  #columns: number[] | null = null;
  #width = 0;
  readonly #values = new Float64Array(64);
  readonly #sums = new Float64Array(NEEDED.length);
  #rows = 0;
  #sinceBoot: Row | null = null;
  #firstLine = 0;
  #lastLine = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    let at = start;
    while (at < end && bytes[at] === 32) at += 1;
    if (at === end) return;
    const first = bytes[at] ?? 0;
    if (first >= 48 && first <= 57) this.#row(bytes, at, end, lineNumber);
    else if (first === LOWER_R) this.#header(bytes.toString('latin1', at, end));
    else if (first !== LOWER_P && first !== DASH) {
      this.#reporter.report('LINE_UNPARSED', 'expected a vmstat header or numbers', {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
    }
  }

  #header(text: string): void {
    const names = text.split(/\s+/);
    const columns = NEEDED.map((name) => names.indexOf(name));
    if (columns.includes(-1)) return;
    this.#columns = columns;
    this.#width = 1 + Math.max(...LAST_COLUMNS.map((name) => names.indexOf(name)));
  }

  #row(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (this.#columns === null || !this.#readNumbers(bytes, start, end)) {
      const expected = this.#columns ? `${this.#width} numbers` : 'a header before the numbers';
      this.#reporter.report('LINE_UNPARSED', `expected ${expected}`, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
      return;
    }
    this.#rows += 1;
    if (this.#rows === 1) {
      this.#sinceBoot = toRow(this.#columns.map((column) => this.#values[column] ?? 0));
      return;
    }
    if (this.#firstLine === 0) this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
    for (let i = 0; i < NEEDED.length; i += 1) {
      this.#sums[i] = (this.#sums[i] ?? 0) + (this.#values[this.#columns[i] ?? 0] ?? 0);
    }
  }

  /** Fills `#values` with the leading numbers of a row. False when there are fewer than the header has columns. */
  #readNumbers(bytes: Buffer, start: number, end: number): boolean {
    let column = 0;
    let at = start;
    while (column < this.#width) {
      while (at < end && bytes[at] === 32) at += 1;
      if (at === end) return false;
      let value = 0;
      while (at < end && bytes[at] !== 32) {
        const digit = (bytes[at] ?? 0) - 48;
        if (digit < 0 || digit > 9) return false;
        value = value * 10 + digit;
        at += 1;
      }
      if (value > Number.MAX_SAFE_INTEGER) return false;
      this.#values[column] = value;
      column += 1;
    }
    return true;
  }

  end(): VmstatLog {
    const samples = Math.max(0, this.#rows - 1);
    const means = toRow([...this.#sums].map((sum) => (samples > 0 ? sum / samples : 0)));
    return {
      type: 'vmstat',
      samples,
      ...means,
      sinceBoot: this.#sinceBoot,
      firstLine: this.#firstLine,
      lastLine: this.#lastLine,
    };
  }
}

function toRow(values: readonly number[]): Row {
  const [cs = 0, us = 0, sy = 0, id = 0, wa = 0] = values;
  return { cs, us, sy, id, wa };
}
