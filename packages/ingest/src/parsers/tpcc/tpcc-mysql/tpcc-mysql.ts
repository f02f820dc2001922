import type { FileReporter } from '../../../files/reporter';
import { containsAny } from '../../../text/contains-any';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { toNumber } from '../../ycsb/numbers';
import { NEW_ORDER_TEST } from '../about';
import { TRANSACTION_ORDER, testOf } from '../names';
import { RunList } from '../run-list';
import { newRun, type TpccLog, type TpccRun, transactionOf } from '../tpcc-log';
import {
  BANNER,
  CONSTRAINT,
  isSeconds,
  NAMED_RAW,
  PARAMETER,
  PERCENTAGE_HEADING,
  PERCENTILE,
  PROGRESS,
  RAW,
  RAW_HEADING,
  SECOND_HEADING,
  SECONDS,
  TABLE_RAW,
  TPMC,
} from './lines';
import { TpccMysqlDetails } from './tpcc-mysql-details';

/** What tpcc_start of tpcc-mysql prints, and an imitation of it in Rust. */
export const tpccMysql: LogParser = {
  kind: 'tpcc-mysql',
  about: 'output of tpcc-mysql: `<Raw Results>`, `[0] sc:481189 lt:584832 ...`, `1066021.000 TpmC`',
  score: scoreTpccMysql,
  open: (reporter) => new TpccMysqlSession(reporter),
  valueLines: [RAW, NAMED_RAW, TABLE_RAW, SECONDS, PERCENTILE, TPMC, PARAMETER, PROGRESS],
  openDetails: () => new TpccMysqlDetails(),
};

/** A rate alone also appears in handwritten notes. */
const CONTENT =
  /^[\t >]{0,40}(?:\*{3} ###easy### TPC-C Load Generator|<Raw Results>|<TpmC>|\[\d\] sc: ?\d+ +lt: ?\d|\d+, trx: \d+, 95%?: |\|New-Order\| sc: \d|\| New-Order {1,20}\|(?: +\d+ \|){4}$)/m;
const LITERALS = [
  '###easy###',
  '<Raw Results>',
  '<TpmC>',
  ' sc:',
  ', trx: ',
  '| sc: ',
  '| New-Order ',
  'pmC',
  'pmc',
];

function scoreTpccMysql({ head, name }: Sample): number {
  const isNamed = /tpcc/i.test(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return 0;
}

const MAX_LINE_BYTES = 1024;
const MISSING = 'no line `TpmC`';
const TOOL = 'tpcc-mysql';
/** A reimplementation of the transactions. */
const PORT = 'Rust port of tpcc-mysql';
/** Fields of a run that parameters set. */
const FIELDS = { warehouse: 'warehouses', connection: 'clients' } as const;

/** Reads what tpcc_start prints: parameters, raw results of each type, constraints, and TpmC. */
class TpccMysqlSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #runs: RunList;
  #current: TpccRun | null = null;
  /** In the second list of raw results, which restates the first. */
  #isSecond = false;
  #isPercentage = false;
  #notMet: { line: number; names: string[] } | null = null;
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
    if (PROGRESS.test(text)) {
      this.#rows += 1;
      this.#open(lineNumber);
    } else if (BANNER.test(text)) this.#begin(lineNumber);
    else if (RAW_HEADING.test(text)) this.#isSecond = false;
    else if (SECOND_HEADING.test(text)) this.#isSecond = true;
    else if (!this.#result(text, lineNumber)) this.#constraint(text, lineNumber);
  }

  #result(text: string, line: number): boolean {
    const raw = RAW.exec(text);
    const named = raw ? null : (NAMED_RAW.exec(text) ?? TABLE_RAW.exec(text));
    if (raw) this.#raw(TRANSACTION_ORDER[Number(raw[1])], raw.slice(2), line);
    else if (named) {
      const [, name = '', inTime = '', late = '', failed = ''] = named;
      this.#raw(typeOf(name), [inTime, late, undefined, failed], line);
      if (this.#current) this.#current.tool = PORT;
    } else return this.#number(text, line);
    return true;
  }

  #number(text: string, line: number): boolean {
    const [elapsed, ofList, ofTable] = SECONDS.exec(text) ?? [];
    const percentile = PERCENTILE.exec(text);
    const tpmC = TPMC.exec(text)?.[1];
    const [, parameter, value = ''] = PARAMETER.exec(text) ?? [];
    if (parameter !== undefined) this.#parameter(parameter, Number(value), line);
    else if (elapsed !== undefined) this.#seconds(Number(ofList ?? ofTable), ofTable !== undefined, line);
    else if (percentile) this.#percentile(percentile.slice(1), line);
    else if (tpmC !== undefined) {
      const run = this.#open(line);
      run.tpmC = { value: Number(tpmC), line };
      run.isComplete = true;
      this.#isSecond = false;
    } else return false;
    return true;
  }

  /** @param isTable above a table, which it begins */
  #seconds(value: number, isTable: boolean, line: number): void {
    if (isTable && this.#current?.elapsedS) this.#close();
    this.#open(line).elapsedS ??= { value, line };
  }

  /** A time below the first bucket is printed as 0, and not stored. */
  #percentile([name = '', percentile = '', longest = '']: string[], line: number): void {
    const run = this.#open(line);
    if (!isSeconds(percentile) || !isSeconds(longest)) return;
    const test = typeOf(name);
    if (test === undefined) return;
    run.tool = PORT;
    const { latencies } = transactionOf(run, test);
    const times = [
      ['latency_p90', Number(percentile)],
      ['latency_max', Number(longest)],
    ] as const;
    for (const [metric, value] of times) if (value > 0) latencies.set(metric, { value, line });
  }

  #parameter(name: string, value: number, line: number): void {
    const run = this.#open(line);
    if (name === 'rampup') run.options = [`${value} s ramp-up`];
    else if (name === 'warehouse' || name === 'connection') run[FIELDS[name]] = value;
  }

  /** @param test undefined for a number of a type that there is not */
  #raw(test: string | undefined, fields: readonly (string | undefined)[], line: number): void {
    if (test === undefined || this.#isSecond) return;
    // The first type again: another run without its parameters or its end.
    const isAgain = this.#current?.transactions.some((each) => each.test === test) ?? false;
    if (isAgain && test === NEW_ORDER_TEST) this.#close();
    const transaction = transactionOf(this.#open(line), test);
    const [inTime, late, retries, failed, average] = fields.map((text) => {
      const value = toNumber(text ?? '');
      return value === null ? null : { value, line };
    });
    transaction.inTime = inTime ?? null;
    transaction.late = late ?? null;
    transaction.retries = retries ?? null;
    transaction.failed = failed ?? null;
    const seconds = average ? toNumber(fields[4] ?? '', -3) : null;
    if (seconds !== null) transaction.latencies.set('latency_avg', { value: seconds, line });
  }

  #constraint(text: string, line: number): void {
    if (PERCENTAGE_HEADING.test(text)) this.#isPercentage = true;
    else if (text.includes('[response time')) this.#isPercentage = false;
    const [, name = '', percent = '', verdict] = CONSTRAINT.exec(text) ?? [];
    if (verdict !== 'NG') return;
    const what = this.#isPercentage ? `${percent}% of the transactions` : `${percent}% in time`;
    this.#notMet ??= { line, names: [] };
    if (this.#notMet.names.length < 2 * TRANSACTION_ORDER.length) this.#notMet.names.push(`${name} ${what}`);
  }

  #begin(line: number): void {
    if (this.#current && this.#current.transactions.length > 0) this.#close();
    this.#open(line);
  }

  /** The rate is the last number of a run: what follows is of the next one. */
  #open(line: number): TpccRun {
    if (this.#current?.isComplete) this.#close();
    this.#current ??= newRun(TOOL, line);
    return this.#current;
  }

  #close(): void {
    const run = this.#current;
    const notMet = this.#notMet;
    this.#current = null;
    this.#notMet = null;
    this.#isSecond = false;
    if (!run) return;
    if (notMet) {
      this.#reporter.report('tpcc:CONSTRAINT_NOT_MET', notMet.names.join(', '), { line: notMet.line });
    }
    this.#runs.add(run, { missing: MISSING, line: this.#line });
  }

  end(): TpccLog {
    this.#close();
    return this.#runs.toLog(this.#rows);
  }
}

/** The transaction type of a name; undefined for other words. */
function typeOf(name: string): string | undefined {
  const test = testOf(name);
  return TRANSACTION_ORDER.find((known) => known === test);
}
