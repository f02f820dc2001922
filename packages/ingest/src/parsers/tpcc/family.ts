import { draftsOfLogs, noteZeroThroughput, partsOfDrafts } from '../../assemble/parts-of-drafts';
import type { DetailsBuilder } from '../../files/details-builder';
import { findVariant } from '../../identity/names/find-variant';
import { percentileMetric } from '../../model/metric';
import { UNKNOWN_WORKLOAD, type Workload } from '../../model/run';
import { containsAny } from '../../text/contains-any';
import type { AssembleContext, Assembler, FormatFamily } from '../family';
import type { NumberAt } from '../number-line';
import { type LogParser, scoreOf } from '../parser';
import { type Spot, textLines } from '../text-lines';
import { ALL_TEST, tpccFormat as about } from './about';
import { buildResults, type TpccDraft } from './assemble/build-results';
import { benchmarksql } from './benchmarksql/benchmarksql';
import { cockroachTpcc } from './cockroach/cockroach';
import { goTpc } from './go-tpc/go-tpc';
import { testOf } from './names';
import { oltpbench } from './oltpbench/oltpbench';
import {
  MAX_FACTS,
  newRun,
  RunList,
  type TpccLog,
  type TpccRun,
  type TpccTransaction,
  transactionOf,
} from './tpcc-log';
import { tpccMysql } from './tpcc-mysql/tpcc-mysql';

/** Names in the result that are not driver options. */
const NOT_OPTIONS: ReadonlySet<string> = new Set([
  'tpmc',
  'duration',
  'warehouses',
  'date',
  'threads',
  'total',
  'aborts',
  'total_retries',
]);
/** Options that the driver of MongoDB alone has. */
const OF_MONGODB = ['read_preference', 'write_concern', 'read_concern', 'find_and_modify'];
const MAX_OPTIONS = 40;
/** More types than TPC-C has; what a hostile log names must not fill the memory. */
const MAX_TYPES = 100;

type Dict = { [key: string]: PythonValue };

/** True for a dict of Python, false for lists and what is nothing. */
function isDict(value: PythonValue | undefined): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The run of a dict of results: latencies in milliseconds by type, totals, and the options of the driver. All are on
 * one line. Source: pytpcc/util/results.py of github.com/mongodb-labs/py-tpcc.
 *
 * @returns `unreadable` names what should be a number and is none
 */
function toRun(dict: Dict, line: number): { run: TpccRun; unreadable: string[] } {
  const run = newRun('py-tpcc', line);
  const unreadable: string[] = [];
  const number: ReadNumber = (value, name, exponent = 0) => {
    if (value === undefined || value === null) return null;
    const scaled = typeof value === 'number' ? scale(value, exponent) : Number.NaN;
    if (Number.isFinite(scaled)) return { value: scaled, line };
    unreadable.push(name);
    return null;
  };
  run.tpmC = number(dict['tpmc'], 'tpmc');
  run.isComplete = run.tpmC !== null;
  run.elapsedS = number(dict['duration'], 'duration');
  run.warehouses = number(dict['warehouses'], 'warehouses')?.value ?? null;
  run.clients = number(dict['threads'], 'threads')?.value ?? null;
  run.product = OF_MONGODB.some((name) => name in dict) ? 'MongoDB' : null;
  run.options = optionsOf(dict);
  for (const [name, values] of Object.entries(dict).slice(0, MAX_TYPES)) {
    if (isDict(values)) addType(transactionOf(run, testOf(name)), { name, values }, number);
  }
  const all = transactionOf(run, ALL_TEST);
  all.count = number(dict['total'], 'total');
  all.failed = number(dict['aborts'], 'aborts');
  all.retries = number(dict['total_retries'], 'total_retries');
  return { run, unreadable };
}

type ReadNumber = (value: PythonValue | undefined, name: string, exponent?: number) => NumberAt | null;

function addType(
  transaction: TpccTransaction,
  { name, values }: { name: string; values: Dict },
  number: ReadNumber,
): void {
  transaction.count = number(values['total'], `total of ${name}`);
  const retries = values['retries'];
  if (isDict(retries)) transaction.retries = number(retries['retries_txn_total'], `retries of ${name}`);
  const latency = values['latency'];
  if (!isDict(latency)) return;
  for (const [key, value] of Object.entries(latency)) {
    const metric = metricOf(key);
    const at = metric && number(value, `${key} of ${name}`, -3);
    if (metric && at) transaction.latencies.set(metric, at);
  }
}

/** `p95`, `min`, `max`. */
function metricOf(key: string) {
  if (key === 'min') return 'latency_min';
  if (key === 'max') return 'latency_max';
  return percentileMetric(Number(key.replace(/^p/, '')));
}

/** `denorm`, `write_concern 1`: those that are switched on, and those with a value. */
function optionsOf(dict: Dict): string[] {
  return Object.entries(dict)
    .filter(([name]) => !NOT_OPTIONS.has(name))
    .flatMap(([name, value]) => {
      if (value === true) return [name];
      return typeof value === 'string' || typeof value === 'number' ? [`${name} ${value}`] : [];
    })
    .slice(0, MAX_OPTIONS);
}

/** The point is moved in the text, as it is printed. */
function scale(value: number, exponent: number): number {
  const text = String(value);
  return text.includes('e') ? value * 10 ** exponent : Number(`${text}e${exponent}`);
}

/** A dict of results has 2 KB. */
const MAX_DICT_BYTES = 262_144;
/** Only the last line of a run has the rate; those of single workers have latencies and no rate. */
const RESULT = /^[\t ]*\{.*['"]tpmc['"]\s*:/;
const PROGRESS = /^[\t >]{0,40}([A-Z_]{3,40}) \[cnt=(\d+), time=(\d+)\]$/;
const MISSING = "no dict with 'tpmc'";

/** `latency.p95`, `retries.retries_ops.0`. @param group name of the type, null outside of all */
function addFacts(
  details: DetailsBuilder,
  dict: Dict,
  { group, prefix, line }: { group: string | null; prefix: string; line: number },
): void {
  for (const [key, value] of Object.entries(dict)) {
    const name = `${prefix}${key}`;
    const unit = group !== null && name.startsWith('latency.') ? 'ms' : null;
    if (!isDict(value)) details.facts.update({ group, name, value: textOf(value), unit, line });
    else addFacts(details, value, { group: group ?? key, prefix: group === null ? '' : `${name}.`, line });
  }
}

function textOf(value: PythonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return Array.isArray(value) ? value.map(textOf).join(', ') : String(value);
}

/** TPC-C lets a warehouse have 12.86 tpmC at most: near that, terminals wait and the server does not. In percent. */
const PACED = { from: 80, to: 101 };
/** A rate that was reached up to this part of it is a limit. */
const LIMITED_PART = 0.95;

/** Each run of a client becomes a result of each type of transaction; runs of one directory and workload are one part. */
const tpccAssembler: Assembler = {
  assemble(logs, context) {
    const drafts = draftsOfLogs<TpccLog>(logs, 'tpcc', context);
    return partsOfDrafts(drafts, context, (draft, place) => {
      noteLimits(draft, context);
      return {
        benchmark: 'tpcc',
        variant: findVariant(place, { product: draft.run.product }),
        workload: workloadOf(draft.run),
        build: (hardware) => buildResults(draft, hardware),
      };
    });
  },
};

/**
 * What must be equal for a fair comparison: `100 warehouses, go-tpc`, options of the client, a rate. How long a run took
 * is not in it. Clients implement the transactions differently, so that each is compared with itself.
 */
function workloadOf({ tool, warehouses, clients, options, targetPerS }: TpccRun): Workload {
  const words = [
    warehouses === null ? null : `${warehouses} ${warehouses === 1 ? 'warehouse' : 'warehouses'}`,
    tool,
    ...options,
    targetPerS === null ? null : `limited to ${targetPerS.value} transactions/s`,
  ].filter((word) => word !== null);
  return { ...UNKNOWN_WORKLOAD, clients, label: words.join(', ') };
}

function noteLimits({ file, run }: TpccDraft, context: AssembleContext): void {
  const { efficiency, targetPerS } = run;
  if (efficiency && efficiency.value >= PACED.from && efficiency.value <= PACED.to) {
    const message = `${efficiency.value}% of what think times allow: the terminals waited, not the server`;
    context.note('tpcc:LIMITED', file, message, efficiency.line);
  }
  const reached = run.transactions.find(({ test }) => test === ALL_TEST)?.ratePerS;
  if (targetPerS && reached && reached.value >= targetPerS.value * LIMITED_PART) {
    const message = `limited to ${targetPerS.value} transactions/s, and ${reached.value} were done`;
    context.note('tpcc:LIMITED', file, message, targetPerS.line);
  }
  noteZeroThroughput(file, run.tpmC, context);
}

/** What py-tpcc prints: counters and latencies as dict literals of Python, and progress. */
export const pyTpcc: LogParser = {
  kind: 'py-tpcc',
  about:
    "output of py-tpcc: `NEW_ORDER [cnt=91562, time=451]`, a dict `{'DELIVERY': {'latency': ..., 'tpmc': 62074.4, ...}`",
  score: ({ head, name }) =>
    scoreOf(containsAny(head, LITERALS) && CONTENT.test(head), /py-?tpcc/i.test(name)),
  hasDetails: true,
  maxFacts: MAX_FACTS,
  /**
   * Reads the dicts that py-tpcc prints: of each worker, then of the run as a whole, which counts. The progress has no time
   * axis: its last counts are facts.
   */
  open(reporter, details) {
    const runs = new RunList(reporter, { tool: 'py-tpcc', missing: MISSING });
    let hasResult = false;

    const readDict = (text: string, { line, bytes }: Spot) => {
      const literal = bytes.length <= MAX_DICT_BYTES ? parsePythonLiteral(text.trim()) : null;
      if (!literal || !isDict(literal.value)) {
        reporter.unreadable(line, bytes);
        return;
      }
      hasResult = true;
      if (details) addFacts(details, literal.value, { group: null, prefix: '', line });
      const { run, unreadable } = toRun(literal.value, line);
      if (unreadable.length > 0) {
        const message = `expected numbers: ${unreadable.slice(0, 5).join(', ')}`;
        reporter.report('VALUE_UNREADABLE', message, { line, bytes });
      }
      runs.current = run;
      runs.close();
    };

    return {
      line: textLines(MAX_DICT_BYTES, (text, { line, bytes }) => {
        runs.line = line;
        if (RESULT.test(text)) readDict(text, { line, bytes: bytes.subarray(text.search(/\{/)) });
        const [found, name, value = '', time = ''] = PROGRESS.exec(text) ?? [];
        if (found === undefined) return;
        runs.rows += 1;
        const group = `${name} so far`;
        details?.facts.update({ group, name: 'cnt', value, line });
        details?.facts.update({ group, name: 'time', value: time, unit: 's', line });
      }),
      end: () => {
        if (!hasResult) runs.current = newRun('py-tpcc', 1);
        return runs.toLog();
      },
    };
  },
};

const TYPES = 'NEW_ORDER|PAYMENT|ORDER_STATUS|DELIVERY|STOCK_LEVEL';
const CONTENT = new RegExp(
  String.raw`^\s{0,40}(?:(?:${TYPES}) \[cnt=\d|\{['"](?:${TYPES})['"]: (?:\d|\{['"]latency))`,
  'm',
);
const LITERALS = ['[cnt=', "{'", '{"'];

/** Clients of TPC-C: tpcc-mysql, go-tpc, py-tpcc, BenchmarkSQL, CockroachDB's workload, OLTPBench. */
export const tpccFormat: FormatFamily = {
  ...about,
  parsers: [tpccMysql, goTpc, pyTpcc, benchmarksql, cockroachTpcc, oltpbench],
  assembler: tpccAssembler,
};

/** A value of Python as JavaScript has it; `nan` and `inf` are those numbers. */
type PythonValue = null | boolean | number | string | PythonValue[] | { [key: string]: PythonValue };

/** A comma that ends its list, a string in either quotes, a number, a word or a mark; with the colon after a key. */
const TOKEN =
  /(?:,\s*(?=[)\]}])|u?(?<quote>['"])(?<string>(?:(?!\k<quote>)[^\\]|\\.)*)\k<quote>|(?<number>(?:-?\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])|(?<word>\w+)|(?<mark>\S))(?<colon>\s*:)?/gs;

/** JSON has no such number: it is passed on as a string that Python does not write. */
const NAN = '\0nan';

const IN_JSON: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['nan', JSON.stringify(NAN)],
  ['inf', '1e999'],
  ['(', '['],
  [')', ']'],
]);

/**
 * Reads a literal of Python, as `print(results)` writes a dict: strings in either quotes, numbers, True, False, None,
 * lists, tuples and dicts. Nothing is evaluated: the literal is written as JSON.
 *
 * @returns null where the text is not a literal, or continues after it
 */
export function parsePythonLiteral(text: string): { value: PythonValue } | null {
  try {
    const json = text.replace(TOKEN, (...found) => toJson(found.at(-1)));
    return { value: JSON.parse(json, (_key, value) => (value === NAN ? Number.NaN : value)) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A word that Python has not becomes a mark that JSON has not. */
function toJson({ string, number, word, mark = '', colon = '' }: Record<string, string | undefined>): string {
  const value = string?.replace(/\\(.)/gs, '$1') ?? (number && Number(number));
  if (value !== undefined) return JSON.stringify(colon === '' ? value : String(value)) + colon;
  return (word === undefined ? (IN_JSON.get(mark) ?? mark) : (IN_JSON.get(word) ?? '?')) + colon;
}
