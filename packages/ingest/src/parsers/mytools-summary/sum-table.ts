import { parseFileName } from '../../identity/names/file-name';
import { type LogParser, scoreOf } from '../parser';
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
  score: ({ name, head }) => scoreOf(CONTENT.test(head), name.startsWith('o.sum.')),
  hasDetails: true,
  /** Reads the rows into cells. Every number is a fact, ratios too. */
  open(reporter, details) {
    const table = new CellsBuilder();
    let test: { test: string; range: number | null } | null = null;
    let group: string | null = null;
    let ratios = 0;
    let lines = 0;

    const readRow = ({ numbers, label, others }: SumRow, line: number): boolean => {
      if (numbers.length === 0 || label === '' || others > 0) return false;
      if (numbers.some((field) => field.includes('.')) || ENGINE.test(label)) {
        ratios += 1;
        return true;
      }
      const column = table.column(label);
      if (column === null || !test) return false;
      for (const [index, field] of numbers.entries()) {
        const value = toValue(field);
        if (value === null) continue;
        const step = numbers.length > 1 ? { index: index + 1, count: numbers.length } : null;
        const values = [{ metric: 'throughput' as const, value }];
        if (!table.add({ ...test, column, clients: null, step, values, line })) return false;
      }
      return true;
    };

    return {
      line(bytes, start, end, line) {
        lines = line;
        const text = bytes.toString('utf8', start, end).trim();
        if (text === '') return;
        if (TITLE.test(text)) {
          const name = parseFileName(text);
          test = name && { test: name.test, range: name.range };
          group = text;
          if (test) return;
        } else {
          const row = splitRow(text);
          for (const [index, value] of row.numbers.entries())
            details?.facts.add({
              name: `${row.label}, ${index + 1} of ${row.numbers.length}`,
              value,
              line,
              group,
            });
          if (test && readRow(row, line)) return;
        }
        const expected = 'a title like sb.r.qps.<test>.range<R>.pk<P>, or numbers and a run directory';
        reporter.unparsed(expected, line, bytes.subarray(start, end));
      },
      end(): TableLog {
        const { columns, cells } = table;
        if (cells.length === 0 && ratios > 0)
          reporter.report('RATIOS_ONLY', 'ratios: kept, the table of absolute values has the numbers');
        else if (cells.length === 0) reporter.report('TRUNCATED_LOG', 'no row of a run directory');
        return { type: 'mytools-summary', shape: 'sum', columns, cells, isOldForm: true, lines };
      },
    };
  },
};

const CONTENT = /^\s*sb\.r\.qps\.[\w.-]+\n\d[\d.]*\t/;
const TITLE = /^sb\.r\.qps\./;
const ENGINE = /^\S+ \S+ range=\d+$/;
const NUMBER = /^\d+(?:\.\d+)?$/;

interface SumRow {
  numbers: string[];
  label: string;
  /** Cells between them that are not numbers. */
  others: number;
}

/** The numbers that a row begins with, and its last field: the run directory, or the engine. */
function splitRow(text: string): SumRow {
  const fields = text.split('\t');
  const count = fields.findIndex((field) => !NUMBER.test(field));
  return {
    numbers: fields.slice(0, Math.max(0, count)),
    label: count < 0 ? '' : (fields.at(-1) ?? ''),
    others:
      count < 0 ? 0 : fields.slice(count, -1).filter((field) => field !== '' && !ENGINE.test(field)).length,
  };
}
