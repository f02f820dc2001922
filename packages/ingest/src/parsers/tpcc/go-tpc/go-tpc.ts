import { LostRows } from '../../../checks/lost-rows';
import { productOfWord } from '../../../identity/names/products';
import { containsAny } from '../../../text/contains-any';
import { toDisplayText } from '../../../text/excerpt';
import { numberAt, toNumber } from '../../number-line';
import { type LogParser, scoreOf, wordsAnywhere } from '../../parser';
import { textLines } from '../../text-lines';
import {
  addGoFacts,
  baseName,
  cellAt,
  cellNumber,
  type GoRow,
  isReadable,
  latenciesOf,
  readGoRow,
} from '../../ycsb/go/go-row';
import { ALL_TEST, NEW_ORDER_TEST } from '../about';
import { testOf } from '../names';
import { MAX_FACTS, RunList, type TpccRun, transactionOf } from '../tpcc-log';

/** `tpmC: 362.5`, since 2021 `tpmC: 362.5, tpmTotal: 805.1, efficiency: 2.8%`. Source: tpcc/workload.go of go-tpc. */
const TPMC =
  /^[\t >]{0,40}tpmC: (\d+(?:\.\d+)?)(?:, tpmTotal: (\d+(?:\.\d+)?))?(?:, efficiency: (\d+(?:\.\d+)?)%)?$/;

/** What go-tpc, which is `tiup bench`, prints of TPC-C and CH-benCHmark. */
export const goTpc: LogParser = {
  kind: 'go-tpc',
  about:
    'output of go-tpc: rows `[Summary] NEW_ORDER - Takes(s): 59.4, Count: 359, TPM: 362.5, ...`, `tpmC: 362.5`',
  score: ({ head, name }) => scoreOf(containsAny(head, LITERALS) && CONTENT.test(head), /tpcc/i.test(name)),
  fallback: wordsAnywhere(['\n[Summary] NEW_ORDER - ']),
  valueLines: [TPMC],
  hasDetails: true,
  maxFacts: MAX_FACTS,
  /**
   * Reads what go-tpc prints. `[Current]` rows are of an interval and `[Summary]` rows the result; the first releases mark
   * neither, print rows of the time since the start, and tpmC behind the last ones. Rows of progress are series of each
   * type.
   */
  open(reporter, details) {
    const runs = new RunList(reporter, {
      tool: 'go-tpc',
      missing: 'no row `[Summary]`, and no line `tpmC:` behind rows without it',
    });
    /** The last rows that nothing marks. */
    const unmarked = new Map<string, Kept>();
    const intervals = new Map<string, number>();
    let isEnd = false;
    let isSummary = false;
    const rows = new LostRows(reporter);
    const close = () => {
      unmarked.clear();
      isEnd = false;
      const { transactions = [], isComplete = false } = runs.current ?? {};
      for (const { test, count } of transactions) if (test !== ALL_TEST) rows.row(test, count?.value ?? null);
      if (isComplete) rows.end(runs.line || null);
      if (isSummary && !runs.current?.tpmC && transactions.some(({ test }) => test === NEW_ORDER_TEST))
        reporter.report('ROWS_LOST', 'no line `tpmC:` below the rows `[Summary]`', {
          line: runs.line || null,
          severity: 'info',
        });
      isSummary = false;
      runs.close();
    };

    const progress = (row: GoRow, line: number) => {
      const count = (intervals.get(row.name) ?? 0) + 1;
      if (intervals.size < MAX_ROWS) intervals.set(row.name, count);
      // Rows that nothing marks are of the time since the start.
      const seconds = row.kind === null ? cellNumber(row, 'Takes') : count * INTERVAL_S;
      if (seconds === null || !details) return;
      const of = testOf(row.name);
      const rate = { id: 'tpm', label: 'TPM', unit: 'transactions/min', of };
      details.series(rate).add(seconds, cellNumber(row, 'TPM'), line);
      const average = latenciesOf(row).find(([metric]) => metric === 'latency_avg')?.[1] ?? null;
      details.series({ id: 'latency_avg', label: 'avg', unit: 's', of }).add(seconds, average, line);
    };

    const readRow = (row: GoRow, line: number, bytes: Buffer) => {
      runs.rows += 1;
      if (details) {
        if (row.kind !== 'Summary') progress(row, line);
        addGoFacts(details, { row, group: row.kind === null ? row.name : `${row.kind} ${row.name}`, line });
      }
      // Lines after a complete summary belong to the next run.
      if (isEnd || (row.kind === 'Current' && runs.current?.isComplete)) close();
      const run = runs.open();
      const { name, isFailed } = baseName(row.name);
      if (row.kind !== 'Summary' && !isFailed) rows.progress(testOf(name));
      if (row.kind === 'Current') return;
      if (!isReadable(row)) reporter.unreadable(line, bytes);
      if (row.kind === 'Summary') {
        run.isComplete = true;
        isSummary = true;
        apply(run, { row, line });
      } else if (unmarked.has(row.name) || unmarked.size < MAX_ROWS) unmarked.set(row.name, { row, line });
    };

    const readTpmC = (text: string, line: number) => {
      const [found, tpmC = '', total, efficiency] = TPMC.exec(text) ?? [];
      if (found === undefined) return;
      if (isEnd) close();
      const run = runs.open();
      run.tpmC = numberAt(tpmC, line);
      run.efficiency = numberAt(efficiency, line);
      if (total !== undefined) transactionOf(run, ALL_TEST).rate = numberAt(total, line);
      run.isComplete = true;
      for (const kept of unmarked.values()) apply(run, kept);
      isEnd = true;
      const facts = [
        ['tpmC', tpmC, 'tpmC'],
        ['tpmTotal', total, 'transactions/min'],
        ['efficiency', efficiency, '%'],
      ] as const;
      for (const [name, value, unit] of facts)
        if (value !== undefined) details?.facts.update({ name, value, unit, line });
    };

    const readCommand = (text: string, bytes: Buffer) => {
      if (runs.current?.isComplete) close();
      const run = runs.open();
      run.command ??= toDisplayText(bytes).replace(PROMPT, '').trim();
      for (const [, long, short, value = ''] of text.matchAll(OPTION)) {
        const name = long ?? short;
        if (name === 'warehouses') run.warehouses = toNumber(value);
        else if (name === 'threads' || name === 'T') run.clients = toNumber(value);
        else run.product = productOfWord(value);
      }
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, { line, bytes }) => {
        runs.line = line;
        const row = readGoRow(text);
        if (row) readRow(row, line, bytes);
        else if (COMMAND.test(text)) readCommand(text, bytes);
        else if (FINISHED.test(text)) unmarked.clear();
        else readTpmC(text, line);
      }),
      end: () => {
        close();
        return runs.toLog();
      },
    };
  },
};

const ROW = String.raw`(?:\[(?:Current|Summary)\] )?[A-Z][A-Z0-9_]{1,40} *- (?:Takes\(s\): [^,]{0,20}, Count: [^,]{0,20}, TPM: |Count: [^,]{0,20}, Sum\(ms\): )`;
/** A rate alone also appears in handwritten notes. */
const CONTENT = new RegExp(String.raw`^[\t >]{0,40}(?:${ROW}|tpmC: \d[\d.]{0,20}, tpmTotal: )`, 'm');
const LITERALS = ['TPM: ', 'Sum(ms): ', ', tpmTotal: '];

const MAX_LINE_BYTES = 4096;
/** More types than TPC-C and CH-benCHmark have; what a hostile log names must not fill the memory. */
const MAX_ROWS = 400;
/** `[Current]` rows are printed each 10 s; `Takes` of a row is the time within the interval. */
const INTERVAL_S = 10;
/** `./bin/go-tpc tpcc -H db1 --warehouses 10 run -T 32`, `tiup bench tpcc ...` */
const COMMAND = /(?:^|[\s/])(?:go-tpc|tiup bench) (?:tpcc|ch)(?= |$)/;
/** Of the shell that the command was typed into. */
const PROMPT = /^\s*[$#>] /;
const OPTION = /(?: --(warehouses|threads|driver)[ =]| -(T|d) ?)([\w-]{1,40})(?= |$)/g;
const FINISHED = /^[\t >]{0,40}Finished(?:: .{0,40})?$/;

interface Kept {
  row: GoRow;
  line: number;
}

/** Latencies of transactions that failed are kept as facts of the file. */
function apply(run: TpccRun, { row, line }: Kept): void {
  const { name, isFailed } = baseName(row.name);
  const test = testOf(name);
  const isKnown = run.transactions.some((each) => each.test === test);
  if (!isKnown && run.transactions.length >= MAX_ROWS) return;
  const transaction = transactionOf(run, test);
  const count = cellAt(row, 'Count', line);
  if (isFailed) {
    transaction.failed = count;
    return;
  }
  transaction.count = count;
  transaction.rate = cellAt(row, 'TPM', line);
  transaction.takesS = cellAt(row, 'Takes', line);
  const sum = row.cells.find(({ key, unit }) => key === 'Sum' && unit === 'ms');
  transaction.latencySumS = numberAt(sum?.text, line, -3);
  for (const [metric, value] of latenciesOf(row)) transaction.latencies.set(metric, { value, line });
}
