import type { FileReporter } from '../../../files/reporter';
import type { MetricId } from '../../../model/metric';
import { toFinite } from '../../../text/finite';
import { byContent, type LogParser } from '../../parser';
import { isStep } from '../names';
import { type ReportTable, TABLE_COLUMNS, type TableColumn, type TableRow } from './report-table-log';

const CONTENT = /^ips\tqps\trps\trmbps\t.{1,200}\ttag$/m;
const NAME = /^(?:o\.sum\.t|mrg|rel)\./;

/**
 * Tables that the author makes of the reports of many versions or steps:
 *
 *     ips	qps	rps	rmbps	wps	wmbps	rpq	rkbpq	wpi	wkbpi	csps	cpups	cspq	cpupq	dbgb1	dbgb2	rss	maxop	p50	p99	tag
 *     42373	0	742	2.9	85.5	26.7	0.018	0.070	0.002	0.646	9777	33.3	0.231	31	7.9	48.4	7.9	0.280	44401	5796	my5649.cx6d
 */
export const reportTable: LogParser = {
  kind: 'iibench-summary',
  about: 'Insert Benchmark table: columns ips qps rps rmbps ... p50 p99 tag, a row for each version or step',
  score: byContent(CONTENT, NAME),
  hasDetails: true,
  /** Reads names of steps, headers, rows, and dashes between groups of rows. Every cell is a fact, ratios too. */
  open(reporter, details) {
    const rows: TableRow[] = [];
    let step: string | null = null;
    let columns: string[] = [];
    let group = 0;

    const readRow = (fields: string[], line: number): TableRow | null => {
      const tag = fields.at(-1)?.trim() ?? '';
      if (fields.length !== columns.length || tag === '') return null;
      const cells: TableRow['cells'] = {};
      for (const [index, name] of columns.entries()) {
        const column = TABLE_COLUMNS.find((known) => known === name);
        const cell = fields[index] ?? '';
        if (column === undefined) continue;
        if (toFinite(cell) === null && cell !== 'NA' && cell !== 'inf') return null;
        cells[column] = cell;
      }
      return { tag, step, group, cells, line };
    };

    return {
      line(bytes, start, end, line) {
        const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE)).trimEnd();
        const fields = text.split('\t');
        if (text === '') return;
        if (text === BREAK) group += 1;
        else if (isStep(text)) step = text;
        else if (fields[0] === 'ips') {
          columns = fields;
          const unknown = fields.filter(
            (name) => name !== 'tag' && !TABLE_COLUMNS.some((known) => known === name),
          );
          if (unknown.length > 0)
            reporter.unparsed(`a header without ${unknown.join(', ')}`, line, bytes.subarray(start, end));
        } else {
          const row = readRow(fields, line);
          if (!row)
            return reporter.unparsed('a row with as many cells as columns', line, bytes.subarray(start, end));
          if (rows.length < MAX_ROWS) rows.push(row);
          const owner = step === null ? row.tag : `${step} ${row.tag}`;
          for (const [name, value] of Object.entries(row.cells))
            details?.facts.add({ group: owner, name, value, line });
        }
      },
      end(): ReportTable {
        const ratios = isRatios(rows);
        const [first] = rows;
        if (!first) reporter.report('TRUNCATED_LOG', 'no row below the names of the columns');
        if (ratios) {
          const message = 'each row is relative to the first row of another table; kept, not read as results';
          reporter.report('RATIOS_ONLY', message, { line: first?.line ?? null });
        } else doubtDecimals(rows, reporter);
        return { type: 'iibench-summary', ratios, rows };
      },
    };
  },
};

/** Tables hold tens of rows. */
const MAX_ROWS = 10_000;
const MAX_LINE = 4000;

/** Columns that are printed as integers, and what is read from them. */
const RATES: readonly (readonly [TableColumn, readonly MetricId[]])[] = [
  ['ips', ['throughput', 'insert_rate']],
  ['qps', ['throughput', 'query_rate']],
];
const DECIMALS = /\.|inf/;

/** After it, rows are compared with another first row. */
const BREAK = '-';

/** A rate with decimals, which the script that makes these tables never prints. */
function doubtDecimals(rows: readonly TableRow[], reporter: FileReporter): void {
  for (const [column, metrics] of RATES) {
    const isDamaged = ({ cells }: TableRow) => DECIMALS.test(cells[column] ?? '');
    const other = rows.find((row) => !isDamaged(row));
    for (const { cells, line } of rows.filter(isDamaged)) {
      const message = `${column} is ${cells[column]} (line ${line}): these tables have whole numbers per second`;
      reporter.doubt({ line, metrics, message, otherLine: other?.line ?? line });
    }
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
