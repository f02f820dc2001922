import { productOfWord } from '../../../identity/names/products';
import { numberAt, numberLine } from '../../number-line';
import { byContent, type LogParser, wordsAnywhere } from '../../parser';
import { type Spot, textLines } from '../../text-lines';
import { ALL_TEST, NEW_ORDER_TEST } from '../about';
import { RunList, transactionOf } from '../tpcc-log';

/**
 * `2024-01-10 10:58:12 INFO  jTPCC:763 - Term-00, Measured ...` and, in version 4 and 5, `10:58:12,170 [main] INFO   jTPCC : Term-00, `.
 * Only the end of a line is read.
 */
const OWN = /\bjTPCC ?:/;
const RATE = [
  numberLine(/\bMeasured tpmC \(NewOrders\) += (\d+\.\d+)$/, ['throughput']),
  numberLine(/\bMeasured tpmTOTAL += (\d+\.\d+)$/, ['tpm']),
  numberLine(/\bTransaction Count += (\d+)$/, ['transactions']),
  numberLine(/\bTransaction NewOrders += (\d+)$/, ['operations']),
  numberLine(/\bTransaction Error += (\d+)$/, ['errors']),
];
const SESSION = /\bSession (Start|End) += (.+)$/;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?$/;
/** Settings that the log begins with: `conn=jdbc:postgresql://db1/x`, `terminals=50`. */
const SETTING = /, (conn|db|warehouses|terminals|newOrderWeight|limitTxnsPerMin)=(.{1,200})$/;
/** A value that is missing. */
const EMPTY = /\b(?:Measured tpm\w+.{0,20}|Transaction \w+|Session (?:Start|End)) *=$/;
const MAX_LINE_BYTES = 2000;

/** BenchmarkSQL, the jTPCC client: reads what it logs at the end of a session. Source: jTPCC.java of BenchmarkSQL 4 to 6. */
export const benchmarksql: LogParser = {
  kind: 'benchmarksql',
  about: 'output of BenchmarkSQL (jTPCC): `Measured tpmC (NewOrders) = 2859.0`',
  score: byContent(/\bjTPCC ?:.*Term-\d/, /benchmark_?sql|jtpcc/i),
  fallback: wordsAnywhere(['Measured tpmC (NewOrders)']),
  hasStamps: true,
  valueLines: RATE.map(({ pattern }) => pattern),
  open(reporter) {
    const runs = new RunList(reporter, { tool: 'BenchmarkSQL', missing: 'no line `Measured tpmC`' });
    let start: number | null = null;
    let isOpened = false;

    const readSession = (which: string, text: string, { line, bytes }: Spot) => {
      if (!TIME.test(text)) return reporter.unreadable(line, bytes);
      const time = Date.parse(`${text.replace(' ', 'T')}Z`);
      if (which === 'Start') start = time;
      else if (start !== null && time > start) runs.open().elapsedS = { value: (time - start) / 1000, line };
    };

    const readSetting = (key: string, value: string) => {
      const run = runs.open();
      if (key === 'warehouses') run.warehouses = Number(value) || null;
      else if (key === 'terminals') run.clients = Number(value) || null;
      else if (key === 'conn')
        run.product = productOfWord(/^jdbc:(\w+)/.exec(value)?.[1] ?? '') ?? run.product;
      else if (key === 'db') run.product ??= productOfWord(value);
      else if (value !== '0') run.options.push(`${key}=${value}`);
    };

    /** Both rates are printed, one below the other. */
    const reportHalf = () => {
      const { tpmC, transactions = [] } = runs.current ?? {};
      const all = transactions.find(({ test }) => test === ALL_TEST);
      if (tpmC && !all?.rate)
        reporter.report('ROWS_LOST', 'no line `Measured tpmTOTAL` below `Measured tpmC`', {
          line: tpmC.line,
        });
    };

    const readNumbers = (text: string, line: number) => {
      for (const [metric, { printed }] of RATE.flatMap((each) => each.read(text, line))) {
        const at = numberAt(printed, line);
        if (metric === 'throughput') {
          // Of a session that was appended to the one before it.
          if (runs.current?.tpmC) {
            reportHalf();
            runs.close();
          }
          Object.assign(runs.open(), { tpmC: at, isComplete: at !== null });
          continue;
        }
        const run = runs.open();
        const own = transactionOf(run, metric === 'operations' ? NEW_ORDER_TEST : ALL_TEST);
        if (metric === 'tpm') own.rate = at;
        else if (metric === 'errors') own.failed = at;
        else own.count = at;
      }
    };

    return {
      line: textLines(MAX_LINE_BYTES, (raw, spot) => {
        const text = raw.trimEnd();
        runs.line = spot.line;
        // A session that was stopped has a result that failed.
        if (!isOpened && OWN.test(text)) runs.open();
        isOpened ||= OWN.test(text);
        const [, which, time] = SESSION.exec(text) ?? [];
        const [, key, value] = SETTING.exec(text) ?? [];
        if (which !== undefined && time !== undefined) readSession(which, time, spot);
        else if (key !== undefined && value !== undefined) readSetting(key, value);
        else if (EMPTY.test(text)) reporter.unreadable(spot.line, spot.bytes);
        else readNumbers(text, spot.line);
      }),
      end: () => {
        reportHalf();
        return runs.toLog();
      },
    };
  },
};
