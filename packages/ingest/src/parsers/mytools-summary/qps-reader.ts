import { isDamagedRow, parseQpsRow, toValue } from './qps-rows';

export interface QpsRow {
  kind: 'row';
  label: string;
  texts: string[];
  values: (number | null)[];
}

type QpsLine = QpsRow | { kind: 'legend' } | { kind: 'other'; expected: string };

const LEGEND: QpsLine = { kind: 'legend' };
const COLUMN = /^col-(\d{1,5}) : (\S.*)$/;
/** Some tables repeat it before each group, with the name of the group. */
const HEADER = /^col-1(?:\tcol-\d{1,5})*(?:\t-> (.{1,200}))?$/;
const BASE = /^Relative to: (\S.*)$/;
/** What `basecase compare` says of a table: what it left out, and which columns come from a summary. */
const REMARK = /^(?:doubtful : \S.* in|reported :) \S/;
const CSV_HEADER = /^test(?:,[^,]+)+$/;
/** `0.97`: throughput is printed as integers, so decimals are ratios. */
const DECIMALS = /\d\.\d/;

/** Reads the lines of a throughput table one by one; what it is, is known when all were read. */
export class QpsReader {
  /** Base of a table of ratios, when it is named. */
  relativeTo: string | null = null;
  /** Words between the rows of tables without a legend. */
  heading: string | null = null;
  rows = 0;
  readonly #labels: string[] = [];
  #hasDecimals = false;
  #width: number | null = null;

  get isRatios(): boolean {
    return this.relativeTo !== null || (this.#hasDecimals && this.#labels.length === 0);
  }

  /** Null when the columns have no names. */
  get labels(): string[] | null {
    return this.#labels.length > 0 ? [...this.#labels] : null;
  }

  line(raw: string): QpsLine {
    const text = raw.trimEnd();
    const header = HEADER.exec(text);
    if (header?.[1] !== undefined) this.heading = header[1];
    if (text === '' || header) return LEGEND;
    const row = parseQpsRow(raw);
    if (row) return this.#row(row.label, row.cells);
    if (this.rows === 0 && this.#legend(text)) return LEGEND;
    if (this.#labels.length > 0 || isDamagedRow(text))
      return { kind: 'other', expected: `${this.#width ?? this.#labels.length} numbers and a test` };
    this.heading = text.slice(0, 200);
    return LEGEND;
  }

  #legend(text: string): boolean {
    if (REMARK.test(text) && this.#labels.length > 0) return true;
    const base = BASE.exec(text)?.[1];
    if (base !== undefined && this.#labels.length === 0) {
      this.relativeTo = base.trim();
      return true;
    }
    const [, number, label] = COLUMN.exec(text) ?? [];
    if (label !== undefined && Number(number) === this.#labels.length + 1) {
      this.#labels.push(label.trim());
      return true;
    }
    if (!CSV_HEADER.test(text) || this.#labels.length > 0) return false;
    this.#labels.push(...text.split(',').slice(1));
    return true;
  }

  #row(label: string, texts: string[]): QpsLine {
    this.#width ??= this.#labels.length > 0 ? this.#labels.length : texts.length;
    if (texts.length !== this.#width) return { kind: 'other', expected: `${this.#width} numbers and a test` };
    this.rows += 1;
    this.#hasDecimals ||= texts.some((text) => DECIMALS.test(text));
    return { kind: 'row', label, texts, values: texts.map(toValue) };
  }
}
