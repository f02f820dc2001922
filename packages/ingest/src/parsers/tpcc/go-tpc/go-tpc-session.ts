import type { FileReporter } from '../../../files/reporter';
import { productOfWord } from '../../../layout/products';
import { toDisplayText } from '../../../text/excerpt';
import type { ParseSession } from '../../parser';
import { baseName, cellNumber, type GoRow, isReadable, latenciesOf, readGoRow } from '../../ycsb/go/go-row';
import { toNumber } from '../../ycsb/numbers';
import { ALL_TEST } from '../about';
import { testOf } from '../names';
import { RunList } from '../run-list';
import { newRun, type TpccLog, type TpccRun, transactionOf } from '../tpcc-log';

const MAX_LINE_BYTES = 4096;
/** More types than TPC-C and CH-benCHmark have; what a hostile log names must not fill the memory. */
const MAX_ROWS = 400;
const MISSING = 'no row `[Summary]`, and no line `tpmC:` behind rows without it';
/** `tpmC: 362.5`, since 2021 `tpmC: 362.5, tpmTotal: 805.1, efficiency: 2.8%`. Source: tpcc/workload.go of go-tpc. */
export const TPMC =
  /^[\t >]{0,40}tpmC: (\d+(?:\.\d+)?)(?:, tpmTotal: (\d+(?:\.\d+)?))?(?:, efficiency: (\d+(?:\.\d+)?)%)?$/;
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

/**
 * Reads what go-tpc prints. `[Current]` rows are of an interval and `[Summary]` rows the result; the first releases mark
 * neither, print rows of the time since the start, and tpmC behind the last ones.
 */
export class GoTpcSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #runs: RunList;
  #current: TpccRun | null = null;
  /** The last rows that nothing marks. */
  #unmarked = new Map<string, Kept>();
  #isEnd = false;
  #rows = 0;
  #line = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
    this.#runs = new RunList(reporter);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#line = lineNumber;
    if (start === end) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    const row = readGoRow(text);
    if (row) this.#row(row, lineNumber, bytes.subarray(start, end));
    else if (COMMAND.test(text)) this.#command(text, bytes.subarray(start, end), lineNumber);
    else if (FINISHED.test(text)) this.#unmarked.clear();
    else this.#tpmC(text, lineNumber);
  }

  #row(row: GoRow, line: number, bytes: Buffer): void {
    this.#rows += 1;
    // Lines after a complete summary belong to the next run.
    if (this.#isEnd || (row.kind === 'Current' && this.#current?.isComplete)) this.#close();
    const run = this.#open(line);
    if (row.kind === 'Current') return;
    if (!isReadable(row)) this.#reporter.unreadable(line, bytes);
    if (row.kind === 'Summary') {
      run.isComplete = true;
      apply(run, { row, line });
    } else if (this.#unmarked.has(row.name) || this.#unmarked.size < MAX_ROWS) {
      this.#unmarked.set(row.name, { row, line });
    }
  }

  #tpmC(text: string, line: number): void {
    const [found, tpmC, total, efficiency] = TPMC.exec(text) ?? [];
    if (found === undefined) return;
    if (this.#isEnd) this.#close();
    const run = this.#open(line);
    const at = (number: string | undefined) =>
      number === undefined ? null : { value: Number(number), line };
    run.tpmC = at(tpmC);
    run.efficiency = at(efficiency);
    if (total !== undefined) transactionOf(run, ALL_TEST).rate = at(total);
    run.isComplete = true;
    for (const kept of this.#unmarked.values()) apply(run, kept);
    this.#isEnd = true;
  }

  #command(text: string, bytes: Buffer, line: number): void {
    if (this.#current?.isComplete) this.#close();
    const run = this.#open(line);
    run.command ??= toDisplayText(bytes).replace(PROMPT, '').trim();
    for (const [, long, short, value = ''] of text.matchAll(OPTION)) {
      const name = long ?? short;
      const count = toNumber(value);
      if (name === 'warehouses') run.warehouses = count;
      else if (name === 'threads' || name === 'T') run.clients = count;
      else if (name === 'driver' || name === 'd') run.product = productOfWord(value);
    }
  }

  #open(line: number): TpccRun {
    this.#current ??= newRun('go-tpc', line);
    return this.#current;
  }

  #close(): void {
    const run = this.#current;
    this.#current = null;
    this.#unmarked.clear();
    this.#isEnd = false;
    if (run) this.#runs.add(run, { missing: MISSING, line: this.#line });
  }

  end(): TpccLog {
    this.#close();
    return this.#runs.toLog(this.#rows);
  }
}

/** Latencies of transactions that failed are kept as facts of the file. */
function apply(run: TpccRun, { row, line }: Kept): void {
  const { name, isFailed } = baseName(row.name);
  const test = testOf(name);
  const isKnown = run.transactions.some((each) => each.test === test);
  if (!isKnown && run.transactions.length >= MAX_ROWS) return;
  const transaction = transactionOf(run, test);
  const toAt = (value: number | null) => (value === null ? null : { value, line });
  if (isFailed) {
    transaction.failed = toAt(cellNumber(row, 'Count'));
    return;
  }
  transaction.count = toAt(cellNumber(row, 'Count'));
  transaction.rate = toAt(cellNumber(row, 'TPM'));
  transaction.takesS = toAt(cellNumber(row, 'Takes'));
  transaction.latencySumS = toAt(cellSeconds(row, 'Sum'));
  for (const [metric, value] of latenciesOf(row)) transaction.latencies.set(metric, { value, line });
}

function cellSeconds({ cells }: GoRow, key: string): number | null {
  const cell = cells.find((each) => each.key === key);
  return cell?.unit === 'ms' ? toNumber(cell.text, -3) : null;
}
