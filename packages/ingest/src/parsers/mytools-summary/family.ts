import { parseFileName } from '../../identity/names/file-name';
import type { MetricId } from '../../model/metric';
import type { FormatFamily } from '../family';
import { type LogParser, scoreOf } from '../parser';
import { mytoolsSummaryFormat as about } from './about';
import { mytoolsSummaryAssembler } from './assemble/mytools-summary-assembler';
import { perfJoin, perfJoinRatios } from './perf-join';
import { QpsReader, type QpsRow } from './qps-reader';
import { isUnreadable, parseQpsRow, toValue } from './qps-rows';
import { sumTable } from './sum-table';
import { CellsBuilder, parseTestLabel, type TableCell, type TableLog, type TableValue } from './table-log';

/**
 * Throughput of many run directories, rows are tests. Integers are absolute values, `Relative to:` and decimals are
 * ratios:
 *
 *     col-1 : x.my5651_rel_o2nofp.z12a_c8r32.pk1
 *
 *     col-1	col-2
 *     4533	3927	hot-points_range=100
 *
 * The matching `.csv` has the test first, and neither names nor a header: its columns are known from the `.tsv`.
 */
const qpsTable: LogParser = {
  kind: 'qps-summary',
  about:
    'table of throughput: `col-1 : <run directory>` lines, then rows of numbers that end in <test>_range=<R>',
  score: ({ name, head }) => scoreOf(LEGEND.test(head) || isRows(head), NAME.test(name)),
  hasDetails: true,
  /** Reads the rows into cells. Every cell is a fact, ratios too. */
  open(reporter, details) {
    const reader = new QpsReader();
    const table = new CellsBuilder();
    let isFull = false;
    let lines = 0;

    const addFacts = ({ label, texts }: QpsRow, line: number) => {
      const { relativeTo, labels, heading } = reader;
      for (const [column, value] of texts.entries()) {
        const base = relativeTo === null ? null : `relative to ${relativeTo}`;
        const group = [heading, labels?.[column] ?? `column ${column + 1}`, base];
        details?.facts.add({
          name: label,
          value,
          line,
          group: group.filter((part) => part !== null).join(', '),
        });
      }
    };

    return {
      line(bytes, start, end, line) {
        lines = line;
        const found = reader.line(bytes.toString('utf8', start, end));
        if (found.kind === 'other') reporter.unparsed(found.expected, line, bytes.subarray(start, end));
        if (found.kind !== 'row') return;
        if (details) addFacts(found, line);
        if (reader.isRatios && reader.relativeTo === null) return;
        const { test, range } = parseTestLabel(found.label);
        for (const [column, value] of found.values.entries()) {
          if (value === null) continue;
          const values = [{ metric: 'throughput' as const, value }];
          const cell = { column, test, range, clients: null, step: null, values, line };
          if (table.add(cell) || isFull) continue;
          isFull = true;
          const message = 'too many cells; the rest of the table was not read';
          reporter.report('LINE_UNPARSED', message, { line });
        }
      },
      end(): TableLog {
        const { isRatios, labels, rows, relativeTo } = reader;
        if (isRatios) {
          const use =
            relativeTo === null || labels === null
              ? 'ratios: kept, the table of absolute values has the numbers'
              : `ratios to ${relativeTo}: a workload of ratios, unless a table of absolute values has these columns`;
          reporter.report('RATIOS_ONLY', use);
        } else if (rows === 0) reporter.report('TRUNCATED_LOG', 'no row follows the names of the columns');
        return {
          ...{ type: 'mytools-summary', shape: 'qps', columns: labels, isOldForm: false, lines },
          cells: isRatios ? [] : table.cells,
          ...(isRatios && relativeTo !== null && { ratios: { to: relativeTo, cells: table.cells } }),
        };
      },
    };
  },
};

const NAME = /^qps\.[\w.-]+$/;
const LEGEND = /^(?:Relative to: \S[^\n]*\n)?col-1 : \S/;
const HEAD_CHARACTERS = 4096;
/** Share of headings between the rows of a table without a legend. */
const MAX_OTHER_LINES = 0.5;

/** Rows alone: a csv, or a table with headings in words. */
function isRows(head: string): boolean {
  if (!head.includes('_range=')) return false;
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  // The last line may be cut by the sample.
  if (head.length >= HEAD_CHARACTERS) lines.pop();
  const rows = lines.filter((line) => parseQpsRow(line) !== null).length;
  return rows > 0 && rows >= lines.length * (1 - MAX_OTHER_LINES);
}

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
const metTable: LogParser = {
  kind: 'met-summary',
  about: 'table of costs per operation: blocks of `sb.met.<test>...`, `--- absolute`, a header and rows',
  score: ({ name, head }) => scoreOf(CONTENT.test(head), name.startsWith('o.met.')),
  open(reporter) {
    const table = new CellsBuilder();
    let test: Test | null = null;
    let isAbsolute = false;
    let header: string[] | null = null;
    let isOldForm = false;
    let lines = 0;

    /** @returns false when the title follows no convention */
    const begin = (title: string): boolean => {
      const name = parseFileName(title);
      [isAbsolute, header] = [false, null];
      const { clients = null } = name ?? {};
      test = name && (name.prepare ? { test: 'prepare', range: null, clients } : { ...pick(name), clients });
      return name !== null;
    };

    /** @returns false unless the line is a header or a row of a table */
    const read = (text: string, line: number): boolean => {
      if (!header) {
        const names = text.split(/\t+/);
        if (names.at(-1) !== 'dbms' || !names.includes('o/s')) return false;
        header = names;
        isOldForm ||= !names.includes('cs/o');
        return true;
      }
      const fields = text.split('\t');
      const label = fields.at(-1)?.trim() ?? '';
      const column = label === '' ? null : table.column(label);
      if (fields.length !== header.length || column === null || !test) return false;
      const values = header.flatMap((name, index): TableValue[] => {
        const metric = COLUMNS.get(name);
        const value = toValue(fields[index] ?? '');
        return metric === undefined || value === null ? [] : [{ metric, value }];
      });
      const isDamaged = header.some((name, index) => COLUMNS.has(name) && isUnreadable(fields[index]));
      const isAdded = values.length > 0 && table.add({ ...test, column, step: null, values, line });
      return isAdded && !isDamaged;
    };

    return {
      line(bytes, start, end, line) {
        lines = line;
        const text = bytes.toString('utf8', start, end).trimEnd();
        if (text === '') return;
        if (text.startsWith('--- ')) {
          [isAbsolute, header] = [text === '--- absolute', null];
          return;
        }
        const isRead = TITLE.test(text) ? begin(text) : !isAbsolute || read(text, line);
        const expected = 'a title like sb.met.<test>.range<R>.pk<P>.dop<N>, or its header and rows';
        if (!isRead) reporter.unparsed(expected, line, bytes.subarray(start, end));
      },
      end(): TableLog {
        const { columns, cells } = table;
        if (cells.length === 0) reporter.report('TRUNCATED_LOG', 'no block with absolute values');
        return { type: 'mytools-summary', shape: 'met', columns, cells, isOldForm, lines };
      },
    };
  },
};

const CONTENT = /^\s*sb\.(?:prepare\.)?met\.[\w.-]+\n--- absolute\n/;
const TITLE = /^sb\.(?:prepare\.)?met\./;

const COLUMNS = new Map<string, MetricId>([
  ['cpu/o', 'cpu_per_op'],
  ['cs/o', 'cs_per_op'],
  ['r/o', 'reads_per_op'],
  ['rKB/o', 'read_kb_per_op'],
  ['wKB/o', 'write_kb_per_op'],
  ['o/s', 'throughput'],
]);

type Test = Pick<TableCell, 'test' | 'range' | 'clients'>;

const pick = ({ test, range }: Pick<TableCell, 'test' | 'range'>) => ({ test, range });

export const mytoolsSummaryFormat: FormatFamily = {
  ...about,
  parsers: [qpsTable, metTable, sumTable, perfJoin, perfJoinRatios],
  assembler: mytoolsSummaryAssembler,
};
