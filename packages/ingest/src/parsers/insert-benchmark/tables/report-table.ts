import type { FileReporter } from '../../../files/reporter';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { ReportTableDetails } from './report-table-details';
import type { ReportTable, TableRow } from './report-table-log';
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

  end(): ReportTable {
    const ratios = isRatios(this.#rows);
    const [first] = this.#rows;
    if (!first) this.#reporter.report('TRUNCATED_LOG', 'no row below the names of the columns');
    if (ratios) {
      const message = 'each row is relative to the first row of another table; kept, not read as results';
      this.#reporter.report('RATIOS_ONLY', message, { line: first?.line ?? null });
    }
    return { type: 'iibench-summary', ratios, rows: this.#rows };
  }
}

/** Rates are printed as integers, ratios with two decimals. 0/0 is `1` in both, so one decimal point decides. */
function isRatios(rows: readonly TableRow[]): boolean {
  return rows.some(({ cells }) => /\.|inf/.test(`${cells.ips ?? ''}${cells.qps ?? ''}`));
}
