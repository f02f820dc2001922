import type { Histogram } from '../../../model/details';
import { numberAt, toNumber } from '../../number-line';
import { byContent, type LogParser } from '../../parser';
import { textLines } from '../../text-lines';
import { NEW_ORDER_TEST } from '../about';
import { TRANSACTION_ORDER, testOf } from '../names';
import { MAX_FACTS, RunList, transactionOf } from '../tpcc-log';

/** Quote marks of a pasted block. */
const PREFIX = String.raw`^[\t >]{0,40}`;
const NUMBER = String.raw`(\d+(?:\.\d+)?)`;

/**
 * `  [0] sc:481189 lt:584832  rt:0  fl:0 avg_rt: 5.3 (5)`: in time, late, retried, failed, average and limit in
 * milliseconds. Older releases print no average. Source: main.c of github.com/Percona-Lab/tpcc-mysql.
 */
const RAW = new RegExp(
  String.raw`${PREFIX}\[(\d)\] sc: ?(\d+) +lt: ?(\d+) +rt: ?(\d+) +fl: ?(\d+)(?: +avg_rt: ${NUMBER} \(${NUMBER}\))? *$`,
);
/** `|New-Order| sc: 93779  lt: 0  fl: 926`, of an imitation in Rust. */
const NAMED_RAW = new RegExp(
  String.raw`${PREFIX}\|([A-Z][A-Za-z-]{2,20})\| sc: (\d+) +lt: (\d+) +fl: (\d+) *$`,
);
/** `| New-Order    |  468621 |    0 |    4749 | 473370 |` of its later releases: the last column is the sum. */
const TABLE_RAW = new RegExp(
  String.raw`${PREFIX}\| ([A-Z][A-Za-z-]{2,20}) {1,20}\| +(\d+) \| +(\d+) \| +(\d+) \| +\d+ \|$`,
);
/** ` in 60 sec.`, `Transaction Summary (elapsed 720.0s)` */
const SECONDS = new RegExp(
  String.raw`${PREFIX}(?:in ${NUMBER} sec\.|Transaction Summary \(elapsed ${NUMBER}s\))$`,
);
/**
 * `   New-Order : 0.002  (0.004)`: the bucket that 90% are up to, and the longest time. Three digits after the point are
 * seconds. Releases in C print two, of times that the later ones count in milliseconds: their unit is not known.
 */
const PERCENTILE = new RegExp(
  String.raw`${PREFIX}([A-Z][A-Za-z-]{2,20}) : (\d+\.\d{2,3})  \((\d+\.\d{2,3})\)$`,
);
/** `1.New-Order` above the buckets of a type. */
const HISTOGRAM = new RegExp(String.raw`${PREFIX}\d\.([A-Z][A-Za-z-]{2,20})$`);
/** `0.001,  20973`: upper bound in seconds, and transactions. */
const BUCKET = new RegExp(String.raw`${PREFIX}(\d+\.\d{3}), +(\d+)$`);
/** `                 1066021.000 TpmC   `, `7815 tpmC` */
const TPMC = new RegExp(`${PREFIX}${NUMBER} [Tt]pm[Cc] *$`);
/** `  [warehouse]: 1500`, `     [rampup]: 10 (sec.)` */
const PARAMETER = new RegExp(
  String.raw`${PREFIX}\[(warehouse|connection|rampup|measure)\]: (\d+)(?: \(sec\.\))?$`,
);
/**
 * `  10, trx: 12920, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 12919|98.778, 1292|101.096, 1294|443.955, 1293|670.842`:
 * new orders of the interval, then count and largest time of the other types, all in milliseconds.
 */
const PROGRESS = new RegExp(
  String.raw`${PREFIX}(\d+), trx: (\d+), 95%?: ${NUMBER}, 99%?: ${NUMBER}, max_rt: ${NUMBER}, (\d+)\|${NUMBER}, (\d+)\|${NUMBER}, (\d+)\|${NUMBER}, (\d+)\|${NUMBER}$`,
);
/** `      New-Order: 4.62%  [NG] *` */
const CONSTRAINT = new RegExp(
  String.raw`${PREFIX}([A-Z][A-Za-z-]{2,20}): ([\d.]{1,12})%? {0,4}(?:\(>= ?[\d.]{1,12}%?\))? {0,4}\[(OK|Ok|NG)\]`,
);
const RAW_HEADING = new RegExp(`${PREFIX}<Raw Results>`);
/** The same numbers, summed up in another way: they differ a little. */
const SECOND_HEADING = new RegExp(`${PREFIX}<Raw Results2`);
/** Three digits after the point. */
const isSeconds = (text: string) => /\.\d{3}$/.test(text);
const PERCENTAGE_HEADING = new RegExp(String.raw`${PREFIX}\[transaction percentage\]`);
const BANNER = new RegExp(String.raw`${PREFIX}(?:\*{3} ###easy### TPC-C Load Generator|<Parameters>)`);

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

/** What tpcc_start of tpcc-mysql prints, and an imitation of it in Rust. */
export const tpccMysql: LogParser = {
  kind: 'tpcc-mysql',
  about: 'output of tpcc-mysql: `<Raw Results>`, `[0] sc:481189 lt:584832 ...`, `1066021.000 TpmC`',
  score: byContent(CONTENT, /tpcc/i, { words: LITERALS }),
  valueLines: [RAW, NAMED_RAW, TABLE_RAW, SECONDS, PERCENTILE, TPMC, PARAMETER, PROGRESS],
  hasDetails: true,
  maxFacts: MAX_FACTS,
  /**
   * Reads what tpcc_start prints: parameters, raw results of each type, constraints, and TpmC. Progress is drawn as series:
   * transactions of each interval, and their slowest. Details are those of the last run in a file.
   */
  open(reporter, details) {
    const runs = new RunList(reporter, { tool: 'tpcc-mysql', missing: 'no line `TpmC`' });
    /** In the second list of raw results, which restates the first. */
    let isSecond = false;
    let constraints = 'response time';
    let notMet: { line: number; names: string[] } | null = null;
    /** The rate is the last number of a run: what follows is of the next one. */
    let isOver = false;

    const close = () => {
      if (notMet && runs.current)
        reporter.report('tpcc:CONSTRAINT_NOT_MET', notMet.names.join(', '), { line: notMet.line });
      notMet = null;
      isSecond = false;
      runs.close();
    };

    const open = () => {
      if (runs.current?.isComplete) close();
      return runs.open();
    };

    /** Details of the next run, which has begun. */
    const beginDetails = () => {
      if (isOver) details?.clear();
      isOver = false;
    };

    const readProgress = (second: string | undefined, cells: readonly string[]) => {
      runs.rows += 1;
      open();
      beginDetails();
      COLUMNS.forEach((head, index) => {
        const exponent = head.unit === 's' ? -3 : 0;
        details?.series(head).add(Number(second), toNumber(cells[index] ?? '', exponent), runs.line);
      });
    };

    /** @param isTable above a table, which it begins */
    const readSeconds = (text: string | undefined, isTable: boolean) => {
      if (isTable && runs.current?.elapsedS) close();
      open().elapsedS ??= numberAt(text, runs.line);
    };

    /** A time below the first bucket is printed as 0, and not stored. */
    const readPercentile = ([name = '', percentile = '', longest = '']: string[], line: number) => {
      const run = open();
      beginDetails();
      const group = testOf(name);
      const unit = isSeconds(percentile) ? 's' : null;
      details?.facts.update({ group, name: '90th percentile', value: percentile, unit, line });
      details?.facts.update({ group, name: 'longest', value: longest, unit, line });
      const test = typeOf(name);
      if (!isSeconds(percentile) || !isSeconds(longest) || test === undefined) return;
      run.tool = PORT;
      const { latencies } = transactionOf(run, test);
      const [p90, max] = [Number(percentile), Number(longest)];
      if (p90 > 0) latencies.set('latency_p90', { value: p90, line });
      if (max > 0) latencies.set('latency_max', { value: max, line });
    };

    const readParameter = (name: string, value: string, line: number) => {
      const run = open();
      beginDetails();
      details?.facts.update({ group: 'parameters', name, value, line });
      if (name === 'rampup') run.options = [`${value} s ramp-up`];
      else if (name === 'warehouse' || name === 'connection') run[FIELDS[name]] = Number(value);
    };

    /** @param name of a type, also of one that there is not */
    const readRaw = (name: string, fields: readonly string[], cells: readonly (string | undefined)[]) => {
      const { line } = runs;
      beginDetails();
      const group = `${testOf(name)}${isSecond ? ', second list' : ''}`;
      for (const [index, field] of fields.entries()) {
        const value = cells[index];
        const unit = MILLISECONDS.has(field) ? 'ms' : null;
        if (value !== undefined) details?.facts.update({ group, name: field, value, unit, line });
      }
      const test = typeOf(name);
      if (test === undefined || isSecond) return;
      // The first type again: another run without its parameters or its end.
      const isAgain = runs.current?.transactions.some((each) => each.test === test) ?? false;
      if (isAgain && test === NEW_ORDER_TEST) close();
      const transaction = transactionOf(open(), test);
      const at = (field: string, exponent = 0) => numberAt(cells[fields.indexOf(field)], line, exponent);
      transaction.inTime = at('sc');
      transaction.late = at('lt');
      transaction.retries = at('rt');
      transaction.failed = at('fl');
      const average = at('avg_rt', -3);
      if (average) transaction.latencies.set('latency_avg', average);
    };

    const readConstraint = (text: string, line: number) => {
      if (PERCENTAGE_HEADING.test(text)) constraints = 'transaction percentage';
      else if (text.includes('[response time')) constraints = 'response time';
      const [, name = '', percent = '', verdict] = CONSTRAINT.exec(text) ?? [];
      if (verdict === undefined) return;
      details?.facts.update({ group: constraints, name, value: `${percent}% [${verdict}]`, line });
      if (verdict !== 'NG') return;
      const what =
        constraints === 'response time' ? `${percent}% in time` : `${percent}% of the transactions`;
      notMet ??= { line, names: [] };
      if (notMet.names.length < 2 * TRANSACTION_ORDER.length) notMet.names.push(`${name} ${what}`);
    };

    const readNumber = (text: string, line: number) => {
      const [elapsed, ofList, ofTable] = SECONDS.exec(text) ?? [];
      const percentile = PERCENTILE.exec(text);
      const tpmC = TPMC.exec(text)?.[1];
      const [, parameter, value = ''] = PARAMETER.exec(text) ?? [];
      if (parameter !== undefined) readParameter(parameter, value, line);
      else if (elapsed !== undefined) readSeconds(ofList ?? ofTable, ofTable !== undefined);
      else if (percentile) readPercentile(percentile.slice(1), line);
      else if (tpmC !== undefined) {
        const run = open();
        run.tpmC = numberAt(tpmC, line);
        run.isComplete = true;
        isSecond = false;
        isOver = true;
      } else readConstraint(text, line);
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, { line }) => {
        runs.line = line;
        const [progress, second, ...cells] = PROGRESS.exec(text) ?? [];
        const raw = RAW.exec(text);
        const named = NAMED_RAW.exec(text) ?? TABLE_RAW.exec(text);
        if (progress !== undefined) readProgress(second, cells);
        else if (BANNER.test(text)) {
          if (runs.current && runs.current.transactions.length > 0) close();
          open();
          beginDetails();
        } else if (RAW_HEADING.test(text)) isSecond = false;
        else if (SECOND_HEADING.test(text)) isSecond = true;
        else if (raw) {
          const type = TRANSACTION_ORDER[Number(raw[1])];
          if (type !== undefined) readRaw(type, RAW_FIELDS, raw.slice(2));
        } else if (named) {
          readRaw(named[1] ?? '', NAMED_FIELDS, named.slice(2));
          if (runs.current) runs.current.tool = PORT;
        } else if (HISTOGRAM.test(text) || BUCKET.test(text)) {
          beginDetails();
          if (details) readHistogram(details.histograms, text, line);
        } else readNumber(text, line);
      }),
      end: () => {
        close();
        return runs.toLog();
      },
    };
  },
};

const MAX_LINE_BYTES = 1024;
/** A reimplementation of the transactions. */
const PORT = 'Rust port of tpcc-mysql';
/** Fields of a run that parameters set. */
const FIELDS = { warehouse: 'warehouses', connection: 'clients' } as const;
const RAW_FIELDS = ['sc', 'lt', 'rt', 'fl', 'avg_rt', 'limit'];
const NAMED_FIELDS = ['sc', 'lt', 'fl'];
/** Fields that are times, in the unit they are printed in. */
const MILLISECONDS: ReadonlySet<string> = new Set(['avg_rt', 'limit']);

const COUNT = { id: 'transactions', label: 'transactions', unit: 'transactions' };
const time = (name: string) => ({ id: `latency_${name}`, label: name, unit: 's' });
/** Columns of a row of progress behind the second, in its order. */
const COLUMNS = TRANSACTION_ORDER.flatMap((of) =>
  (of === NEW_ORDER_TEST ? [COUNT, time('p95'), time('p99'), time('max')] : [COUNT, time('max')]).map(
    (head) => ({ ...head, of }),
  ),
);

/** The transaction type of a name; undefined for other words. */
function typeOf(name: string): string | undefined {
  const test = testOf(name);
  return TRANSACTION_ORDER.find((known) => known === test);
}

/** The tool has buckets of a millisecond up to 20 s, and prints those up to four times the 90th percentile. */
const MAX_BUCKETS = 20_000;

/**
 * Reads response times that tpcc-mysql and its ports print of each type below `<RT Histogram>`: a heading, then buckets
 * of a millisecond, which ports print only where they are not empty. Source: rthist.c of
 * github.com/Percona-Lab/tpcc-mysql.
 */
function readHistogram(found: Histogram[], text: string, line: number): void {
  const heading = HISTOGRAM.exec(text)?.[1];
  if (heading !== undefined) {
    const head = { id: 'latency', label: 'response time', unit: 's', of: testOf(heading) };
    if (found.length < TRANSACTION_ORDER.length) found.push({ ...head, buckets: [], line, lineEnd: line });
    return;
  }
  const open = found.at(-1);
  const [upTo = 0, count = 0] = BUCKET.exec(text)?.slice(1).map(Number) ?? [];
  // Bounds that do not rise are of a damaged file.
  if (!open || upTo <= (open.buckets.at(-1)?.upTo ?? 0) || open.buckets.length >= MAX_BUCKETS) return;
  open.buckets.push({ upTo, count });
  open.lineEnd = line;
}
