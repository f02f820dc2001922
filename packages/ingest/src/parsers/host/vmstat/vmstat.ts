import type { FileReporter } from '../../../files/reporter';
import { hintedKind } from '../../../layout/file-name';
import { containsAny } from '../../../text/contains-any';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { parseVmstatHeader } from './columns';
import { VmstatDetails } from './details';
import { HeaderDistance } from './header-distance';
import type { VmstatLog } from './vmstat-log';

/**
 * vmstat, any layout with named columns: 17 columns up to procps 4.0.3, 18 with `gu` since, `-w`, `-t`, `-a`, `-S`,
 * `-n`. The header pair is repeated every 21 rows when the output is a file. Which row is a mean since boot:
 * `header-distance.ts`.
 */
export const vmstat: LogParser = {
  kind: 'vmstat',
  about: 'vmstat samples: `procs ---` and ` r  b   swpd` headers, rows of 17 or 18 numbers',
  score: scoreVmstat,
  open: (reporter) => new VmstatSession(reporter),
  openDetails: () => new VmstatDetails(),
};

/** Memory columns differ by option and language, these do not. */
const HEADER = /^ *r +b +\S.* cs +us +sy +id +wa\b/m;
/** In whatever the pattern finds. */
const LITERALS = [' wa'];
const NAME = /(?:^|[._-])vmstat(?:[._-]|$)|^o\.(?:\S+\.)?vm(?:\.|$)/;
/** First characters of `procs ---...`, of `--procs--` (-w), and of ` r  b   swpd`. */
const [LOWER_P, DASH, LOWER_R] = [112, 45, 114];
const NEEDED = ['cs', 'us', 'sy', 'id', 'wa'] as const;
/** Four shares that are rounded to whole percent each. st and gu are not among them, so that they may add up to less than 100. */
const MAX_WHOLE = 103;
type Column = (typeof NEEDED)[number];
type Row = Record<Column, number>;

function scoreVmstat(sample: Sample): number {
  const hinted = hintedKind(sample.name) === 'vm';
  if (containsAny(sample.head, LITERALS) && HEADER.test(sample.head)) return hinted ? 1 : 0.9;
  if (hinted) return 0.3;
  return sample.bytes.length === 0 && NAME.test(sample.name) ? 0.3 : 0;
}

class VmstatSession implements ParseSession {
  readonly #reporter: FileReporter;
  /** Column of each needed value, in the order of NEEDED; null before the first header. */
  #columns: number[] | null = null;
  #width = 0;
  /** Column of `st`; -1 without one. */
  #stColumn = -1;
  readonly #steal = new StolenTime();
  #hasTime = false;
  #lastHeader = Buffer.alloc(0);
  readonly #distance = new HeaderDistance();
  readonly #values = new Float64Array(64);
  readonly #sums = new Float64Array(NEEDED.length);
  /** Rows, and those that are samples: the first one is not, even when it cannot be read. */
  #seen = 0;
  #samples = 0;
  /** First row, until it is known whether it is a sample. */
  #firstRow: { row: Row; st: number | null; line: number } | null = null;
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
    else if (first === LOWER_R) this.#header(bytes, at, end);
    else if (first !== LOWER_P && first !== DASH) {
      this.#reporter.report('LINE_UNPARSED', 'expected a vmstat header or numbers', {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
    }
  }

  #header(bytes: Buffer, start: number, end: number): void {
    if (this.#lastHeader.length > 0 && bytes.compare(this.#lastHeader, 0, undefined, start, end) === 0) {
      this.#distance.header();
      return;
    }
    const columns = parseVmstatHeader(bytes.toString('latin1', start, end));
    if (!columns) return;
    this.#lastHeader = Buffer.from(bytes.subarray(start, end));
    this.#distance.header();
    this.#columns = NEEDED.map((name) => columns.names.indexOf(name));
    this.#width = columns.width;
    this.#stColumn = columns.names.indexOf('st');
    this.#hasTime = columns.hasTime;
  }

  #row(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#distance.row();
    this.#seen += 1;
    if (this.#columns === null || !this.#readNumbers(bytes, start, end)) {
      const expected = this.#columns ? `${this.#width} numbers` : 'a header before the numbers';
      this.#reporter.report('LINE_UNPARSED', `expected ${expected}`, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
      return;
    }
    if (this.#seen === 1) {
      const row = toRow(this.#columns.map((column) => this.#values[column] ?? 0));
      this.#firstRow = { row, st: this.#stolen(), line: lineNumber };
      return;
    }
    const [, ...shares] = this.#columns.map((column) => this.#values[column] ?? 0);
    const whole = shares.reduce((sum, share) => sum + share, 0);
    if (whole > MAX_WHOLE) {
      const message = `us + sy + id + wa is ${whole}%, which is more than all of the time: no sample`;
      this.#reporter.report('VALUES_DISAGREE', message, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
      return;
    }
    this.#samples += 1;
    this.#addStolen(this.#stolen());
    if (this.#firstLine === 0) this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
    for (let i = 0; i < NEEDED.length; i += 1) {
      this.#sums[i] = (this.#sums[i] ?? 0) + (this.#values[this.#columns[i] ?? 0] ?? 0);
    }
  }

  /**
   * Fills `#values` with the numbers of a row. False when there are not as many as the header has columns: where a
   * number is wider than its column it touches the next one, and nothing tells where one ends.
   */
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
    while (at < end && bytes[at] === 32) at += 1;
    return this.#hasTime || at === end;
  }

  end(): VmstatLog {
    const { omitsSinceBoot, headers } = this.#distance;
    const first = this.#firstRow;
    const isSample = first !== null && omitsSinceBoot;
    if (isSample) {
      this.#addFirst(first.row);
      this.#addStolen(first.st);
    }
    const samples = this.#samples + Number(isSample);
    const means = toRow([...this.#sums].map((sum) => (samples > 0 ? sum / samples : 0)));
    return {
      type: 'vmstat',
      samples,
      ...means,
      steal: this.#steal.summary(),
      sinceBoot: isSample ? null : (first?.row ?? null),
      headers,
      firstLine: isSample ? first.line : this.#firstLine,
      lastLine: Math.max(this.#lastLine, isSample ? first.line : 0),
    };
  }

  #stolen(): number | null {
    return this.#stColumn === -1 ? null : (this.#values[this.#stColumn] ?? null);
  }

  #addStolen(percent: number | null): void {
    if (percent !== null) this.#steal.add(percent);
  }

  #addFirst(row: Row): void {
    NEEDED.forEach((name, i) => {
      this.#sums[i] = (this.#sums[i] ?? 0) + row[name];
    });
  }
}

function toRow(values: readonly number[]): Row {
  const [cs = 0, us = 0, sy = 0, id = 0, wa = 0] = values;
  return { cs, us, sy, id, wa };
}

/** Shares are whole percent. */
const SHARES = 101;

/** Counts the samples of `st` by their percent, so that memory does not grow with the log. */
class StolenTime {
  readonly #counts = new Float64Array(SHARES);
  #samples = 0;

  /** A share above 100 is none. */
  add(percent: number): void {
    if (percent >= SHARES) return;
    this.#counts[percent] = (this.#counts[percent] ?? 0) + 1;
    this.#samples += 1;
  }

  /** Null without samples. */
  summary(): { median: number; max: number } | null {
    if (this.#samples === 0) return null;
    const middle = (this.#at((this.#samples - 1) >> 1) + this.#at(this.#samples >> 1)) / 2;
    return { median: middle, max: this.#at(this.#samples - 1) };
  }

  /** The sample at a place of the list in rising order. */
  #at(place: number): number {
    let seen = 0;
    for (const [percent, count] of this.#counts.entries()) {
      seen += count;
      if (seen > place) return percent;
    }
    return 0;
  }
}
