import type { FileReporter } from '../../../files/reporter';
import type { MetricId } from '../../../model/metric';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { ReportTableDetails } from './report-table-details';
import type { ReportTable, TableColumn, TableRow } from './report-table-log';
import { TableReader } from './table-reader';

/**
 * Tables that the author makes of the reports of many versions or steps:
 *
 *     ips	qps	rps	rmbps	wps	wmbps	rpq	rkbpq	wpi	wkbpi	csps	cpups	cspq	cpupq	dbgb1	dbgb2	rss	maxop	p50	p99	tag
 *     42373	0	742	2.9	85.5	26.7	0.018	0.070	0.002	0.646	9777	33.3	0.231	31	7.9	48.4	7.9	0.280	44401	5796	my5649.cx6d
 */
export const reportTable: LogParser = {
  kind: 'iibench-summary',
  about: 'Insert Benchmark table: columns ips qps rps rmbps ... p50 p99 tag, a row for each version or step',
  score: ({ name, head }: Sample) => {
    if (!CONTENT.test(head)) return 0;
    return NAME.test(name) ? 1 : 0.9;
  },
  open: (reporter) => new ReportTableSession(reporter),
  openDetails: () => new ReportTableDetails(),
};

const CONTENT = /^ips\tqps\trps\trmbps\t.{1,200}\ttag$/m;
const NAME = /^(?:o\.sum\.t|mrg|rel)\./;
/** Tables hold tens of rows. */
const MAX_ROWS = 10_000;
const MAX_LINE = 4000;

/** Columns that are printed as integers, and what is read from them. */
const RATES: readonly (readonly [TableColumn, readonly MetricId[]])[] = [
  ['ips', ['throughput', 'insert_rate']],
  ['qps', ['throughput', 'query_rate']],
];
const DECIMALS = /\.|inf/;

class ReportTableSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #reader = new TableReader();
  readonly #rows: TableRow[] = [];

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE)).trimEnd();
    const read = this.#reader.read(text, lineNumber);
    if (read === 'unparsed') {
      const spot = { line: lineNumber, bytes: bytes.subarray(start, end) };
      this.#reporter.report('LINE_UNPARSED', 'expected a row with as many cells as columns', spot);
    } else if (read !== 'other' && this.#rows.length < MAX_ROWS) this.#rows.push(read);
  }

  /** A rate with decimals, which the script that makes these tables never prints. */
  #doubtDecimals(): void {
    for (const [column, metrics] of RATES) {
      const isDamaged = ({ cells }: TableRow) => DECIMALS.test(cells[column] ?? '');
      const other = this.#rows.find((row) => !isDamaged(row));
      for (const row of this.#rows.filter(isDamaged)) {
        const message = `${column} is ${row.cells[column]} (line ${row.line}): these tables have whole numbers per second`;
        const { line } = row;
        this.#reporter.doubt({ line, metrics, message, otherLine: other?.line ?? line });
      }
    }
  }

  end(): ReportTable {
    const ratios = isRatios(this.#rows);
    const [first] = this.#rows;
    if (!first) this.#reporter.report('TRUNCATED_LOG', 'no row below the names of the columns');
    if (ratios) {
      const message = 'each row is relative to the first row of another table; kept, not read as results';
      this.#reporter.report('RATIOS_ONLY', message, { line: first?.line ?? null });
    } else this.#doubtDecimals();
    return { type: 'iibench-summary', ratios, rows: this.#rows };
  }
}

/**
 * Rates are printed as integers, ratios with two decimals; 0/0 is `1` among ratios, and nothing per second is `0`. What
 * most cells are decides: one that is damaged makes no ratios of a table.
 */
function isRatios(rows: readonly TableRow[]): boolean {
  const cells = rows.flatMap((row) => RATES.flatMap(([column]) => row.cells[column] ?? []));
  const decimals = cells.filter((text) => DECIMALS.test(text));
  const integers = cells.filter((text) => /^\d+$/.test(text) && Number(text) > 1);
  return decimals.length > integers.length;
}
