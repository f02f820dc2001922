import type { FileReporter } from '../../files/reporter';
import type { Fact, FileDetails } from '../../model/details';
import type { NumberAt } from '../number-line';
import type { DetailsSession, LogParser, ParseSession, Sample } from '../parser';
import { parseLoadName } from './names';

/** `pg1222,33781`: the token of a server version and its NOPM, or its ratio to the first version. */
export interface HammerdbSummary {
  type: 'hammerdb-summary';
  /** NOPM by token; empty for a table of ratios. */
  rows: { dbms: string; nopm: NumberAt }[];
  ratios: { dbms: string; ratio: NumberAt }[];
}

/** `sum.res.pg.load8.vu1.w100.5.120.csv` holds NOPM, `...rel.csv` ratios with three decimals. */
export const hammerdbSummary: LogParser = {
  kind: 'hammerdb-summary',
  about: 'table of NOPM: `pg1222,33781`',
  score: scoreSummary,
  open: (reporter) => new SummarySession(reporter),
  openDetails: () => new SummaryDetails(),
};

const ROW = /^((?:my|ma|pg|fbmy)\d\w{0,60}),(\d{1,12}|\d{1,6}\.\d{1,6})$/;
/** How the first line that is not empty begins, if all lines are rows. */
const FIRST = /^\s*(?:my|ma|pg|fbmy)\d/;
/** Two columns of this form say little without their name: above a side file, below other content. */
const BY_CONTENT = 0.6;
const MAX_ROWS = 10_000;

function scoreSummary({ name, head }: Sample): number {
  const isNamed = name.startsWith('sum.') && name.endsWith('.csv') && parseLoadName(name) !== null;
  if (!FIRST.test(head)) return isNamed ? BY_CONTENT : 0;
  // The last line may be cut by the sample.
  const lines = head.split('\n').slice(0, head.length < 4096 ? undefined : -1);
  const rows = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  const isTable = rows.length > 0 && rows.every((row) => ROW.test(row));
  if (isTable) return isNamed ? 1 : BY_CONTENT;
  return isNamed ? BY_CONTENT : 0;
}

function readRow(
  bytes: Buffer,
  start: number,
  end: number,
): { dbms: string; value: number; isRatio: boolean } | null {
  const [, dbms, value] = end - start > 100 ? [] : (ROW.exec(bytes.toString('latin1', start, end)) ?? []);
  if (dbms === undefined || value === undefined) return null;
  return { dbms, value: Number(value), isRatio: value.includes('.') };
}

class SummarySession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #log: HammerdbSummary = { type: 'hammerdb-summary', rows: [], ratios: [] };

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    const row = readRow(bytes, start, end);
    if (!row) {
      const message = 'expected a version and its NOPM or ratio: pg1222,33781';
      this.#reporter.report('LINE_UNPARSED', message, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
      return;
    }
    const { rows, ratios } = this.#log;
    if (rows.length + ratios.length >= MAX_ROWS) return;
    const { dbms } = row;
    const number = { value: row.value, line: lineNumber };
    if (row.isRatio) ratios.push({ dbms, ratio: number });
    else rows.push({ dbms, nopm: number });
  }

  end(): HammerdbSummary {
    const [ratio] = this.#log.ratios;
    if (ratio && this.#log.rows.length === 0) {
      const message = 'ratios to the first version only: kept, no NOPM can be computed from them';
      this.#reporter.report('RATIOS_ONLY', message, { line: ratio.ratio.line });
    }
    return this.#log;
  }
}

class SummaryDetails implements DetailsSession {
  readonly #facts: Fact[] = [];

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const row = readRow(bytes, start, end);
    if (!row || this.#facts.length >= MAX_ROWS) return;
    const value = bytes.toString('latin1', start + row.dbms.length + 1, end);
    const unit = row.isRatio ? null : 'NOPM';
    this.#facts.push({ group: null, name: row.dbms, value, number: row.value, unit, line: lineNumber });
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts };
  }
}
