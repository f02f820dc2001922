import { percentileMetric } from '../../../model/metric';
import { ALL_TEST } from '../about';
import { testOf } from '../names';
import { newRun, type TpccRun, type TpccTransaction, transactionOf } from '../tpcc-log';
import type { PythonValue } from './python-literal';

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

export type Dict = { [key: string]: PythonValue };

/** True for a dict of Python, false for lists and what is nothing. */
export function isDict(value: PythonValue | undefined): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The run of a dict of results: latencies in milliseconds by type, totals, and the options of the driver. All are on
 * one line. Source: pytpcc/util/results.py of github.com/mongodb-labs/py-tpcc.
 *
 * @returns `unreadable` names what should be a number and is none
 */
export function toRun(dict: Dict, line: number): { run: TpccRun; unreadable: string[] } {
  const run = newRun('py-tpcc', line);
  const unreadable: string[] = [];
  const number = (value: PythonValue | undefined, name: string, exponent = 0) => {
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

type ReadNumber = (
  value: PythonValue | undefined,
  name: string,
  exponent?: number,
) => { value: number; line: number } | null;

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
