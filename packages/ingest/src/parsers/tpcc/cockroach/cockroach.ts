import { LostRows } from '../../../checks/lost-rows';
import type { DetailsBuilder } from '../../../files/details-builder';
import { percentileMetric } from '../../../model/metric';
import { lookUp } from '../../../model/words/look-up';
import { containsAny } from '../../../text/contains-any';
import { extremeMetric, type NumberAt, numberAt, toNumber } from '../../number-line';
import { type LogParser, scoreOf, wordsAnywhere } from '../../parser';
import { textLines } from '../../text-lines';
import { parseGoDuration } from '../../ycsb/go/go-duration';
import { ALL_TEST, NEW_ORDER_TEST } from '../about';
import { testOf } from '../names';
import { MAX_FACTS, RunList, type TpccRun, type TpccTransaction, transactionOf } from '../tpcc-log';

/** What `cockroach workload run tpcc` prints, and the load generator before it. */
export const cockroachTpcc: LogParser = {
  kind: 'cockroach-tpcc',
  about:
    'output of `cockroach workload run tpcc`: a header `_elapsed_______tpmC____efc__avg(ms)...`, values below',
  score({ head, name }) {
    const isOwn =
      containsAny(head, LITERALS) && (RESULT.test(head) || (INTERVAL.test(head) && TYPE.test(head)));
    return scoreOf(isOwn, /tpcc/i.test(name));
  },
  fallback: wordsAnywhere(['_elapsed_______tpmC', '_tpmC(cum)_']),
  hasDetails: true,
  maxFacts: MAX_FACTS,
  /**
   * Reads tables of `cockroach workload run tpcc` and of its predecessor: intervals, which are series of each type, totals
   * of types, and the result.
   */
  open(reporter, details) {
    const runs = new RunList(reporter, {
      tool: 'cockroach workload',
      missing: 'no table with the column `tpmC`',
    });
    let table: Table | null = null;
    const totals = new LostRows(reporter);
    return {
      line: textLines(MAX_LINE_BYTES, (text, { line, bytes }) => {
        runs.line = line;
        if (text.length === MAX_LINE_BYTES) return;
        const header = readHeader(text);
        if (header) {
          if (header.kind === 'interval') runs.closeComplete();
          runs.open().product = 'CockroachDB';
          table = header;
          return;
        }
        const found = table && readCells(text, table);
        if (!table || !found) return;
        const row = { cells: found.cells, line };
        if (table.kind === 'interval') {
          runs.rows += 1;
          const shown = found.cells.get('opName');
          if (found.isWhole && shown !== undefined) totals.progress(testOf(shown));
          if (details) addInterval(details, row);
          return;
        }
        const type = row.cells.get('opName');
        const group = type === undefined ? table.kind : `${table.kind} ${type}`;
        for (const [name, value] of row.cells)
          if (name !== 'opName') details?.facts.update({ group, name, value, line });
        if (!found.isWhole) reporter.unreadable(line, bytes);
        if (!found.isWhole && !found.isCut) return;
        const run = runs.open();
        run.product = 'CockroachDB';
        run.elapsedS ??= cellAt(row, 'elapsed');
        if (table.kind === 'tpmC') addResult(run, row);
        else {
          const test = table.kind === 'all' ? ALL_TEST : testOf(type ?? '');
          const count = cellAt(row, 'ops(total)')?.value ?? null;
          addTotal(run, row, test);
          if (test === ALL_TEST) totals.end(line, count);
          else totals.row(test, count);
        }
      }),
      end: () => runs.toLog(),
    };
  },
};

/** Intervals of other workloads have the same header: their types are none of TPC-C. */
const RESULT = /^[\t >]{0,40}_elapsed_[A-Za-z0-9_()/%]{0,80}_tpmC/m;
const INTERVAL = /^[\t >]{0,40}_(?:elapsed|time)_[A-Za-z0-9_()/%]{0,80}_ops\/s/m;
const TYPE =
  /^[\t >]{0,40}\d[\d.hms]{0,20} .{10,200} (?:newOrder|orderStatus|stockLevel)$|^ {0,10}\d{1,9}s +tpmC +\d/m;
/** One of them is in whatever a pattern finds. */
const LITERALS = ['_tpmC', '_ops/s'];

const MAX_LINE_BYTES = 1024;
/** More types than TPC-C has; what a hostile log names must not fill the memory. */
const MAX_TYPES = 100;
export const LATENCY = /^(?:(avg|pMax)|p(\d{1,2}(?:\.\d{1,2})?))\(ms\)$/;
const RATES = ['tpmC', 'tpmC(cum)'] as const;
const RATE = { id: 'transactions_per_s', label: 'transactions/s', unit: 'transactions/s', exponent: 0 };
const latency = (label: string) => ({ id: `latency_${label}`, label, unit: 's', exponent: -3 });
/** What is drawn of an interval, by its column. */
const COLUMNS: ReadonlyMap<string, typeof RATE> = new Map([
  ['ops/s(inst)', RATE],
  ['ops/sec(inst)', RATE],
  ['p50(ms)', latency('p50')],
  ['p95(ms)', latency('p95')],
  ['p99(ms)', latency('p99')],
  ['pMax(ms)', latency('max')],
]);

interface Row {
  cells: ReadonlyMap<string, string>;
  line: number;
}

function addInterval(details: DetailsBuilder, { cells, line }: Row): void {
  const column = cells.has('elapsed') ? 'elapsed' : 'time';
  const seconds = cellValue(column, cells.get(column) ?? '');
  const type = cells.get('opName');
  // The predecessor calls its only row by the metric.
  const of = type === undefined || type === 'tpmC' ? null : testOf(type);
  if (seconds === null) return;
  for (const [name, text] of cells) {
    const column = COLUMNS.get(name);
    if (!column) continue;
    const { exponent, ...head } = column;
    details.series({ ...head, of }).add(seconds, toNumber(text, exponent), line);
  }
}

function cellAt({ cells, line }: Row, column: string): NumberAt | null {
  const value = cellValue(column, cells.get(column) ?? '');
  return value === null ? null : { value, line };
}

/** The result is of new orders. */
function addResult(run: TpccRun, row: Row): void {
  const rate = RATES.find((column) => row.cells.has(column));
  run.tpmC ??= rate === undefined ? null : cellAt(row, rate);
  run.efficiency ??= cellAt(row, 'efc');
  run.isComplete = run.tpmC !== null;
  const own = transactionOf(run, NEW_ORDER_TEST);
  own.count ??= cellAt(row, 'newOrders');
  addLatencies(own, row);
}

/** `120.0s  0  2143  17.9  ... newOrder`: errors, operations and operations/s. */
function addTotal(run: TpccRun, row: Row, test: string): void {
  if (run.transactions.length >= MAX_TYPES) return;
  const transaction = transactionOf(run, test);
  transaction.count ??= cellAt(row, 'ops(total)');
  transaction.ratePerS ??= cellAt(row, 'ops/sec(cum)');
  transaction.failed ??= cellAt(row, 'errors');
  addLatencies(transaction, row);
}

function addLatencies(transaction: TpccTransaction, { cells, line }: Row): void {
  for (const [column, text] of cells) {
    const [found, word, percentile = ''] = LATENCY.exec(column) ?? [];
    if (found === undefined) continue;
    const metric =
      word === undefined ? percentileMetric(Number(percentile)) : extremeMetric(word.replace('pMax', 'max'));
    const at = numberAt(text, line, -3);
    if (metric && at) transaction.latencies.set(metric, at);
  }
}

/** What a table of the tool holds: tpmC, totals of each type, totals of all types, or an interval. */
type TableKind = 'tpmC' | 'type' | 'all' | 'interval';

interface Table {
  kind: TableKind;
  /** Names of all cells of a row, with `opName` for the type. */
  columns: string[];
}

/** `_elapsed___newOrders___tpmC(cum)__avg(ms)__p50(ms)...`: names between underscores. */
const HEADER = /^[\t >]{0,40}_(?:elapsed|time)_[A-Za-z0-9_()/%]{10,400}$/;
const TYPE_COLUMN = 'opName';
/** Tables of totals are headed by their kind, where others have nothing above the type. */
const KINDS: Readonly<Record<string, TableKind>> = { total: 'type', result: 'all' };

/**
 * The columns that a header names; null for other lines. Sources: pkg/workload of github.com/cockroachdb/cockroach, and
 * tpcc of github.com/cockroachdb/loadgen, which it was made of.
 */
export function readHeader(text: string): Table | null {
  if (!HEADER.test(text)) return null;
  const names = text.split(/[_\s>]+/).filter((name) => name !== '');
  if (names.some((name) => name.startsWith('tpmC'))) return { kind: 'tpmC', columns: names };
  const last = names.at(-1) ?? '';
  // A terminal may have cut the last word.
  const word = last.length < 3 ? undefined : Object.keys(KINDS).find((name) => name.startsWith(last));
  const kind = word === undefined ? 'interval' : (lookUp(KINDS, word) ?? 'interval');
  const columns = kind === 'interval' ? names : names.slice(0, -1);
  const hasType = kind === 'all' || columns.includes(TYPE_COLUMN);
  return { kind, columns: hasType ? columns : [...columns, TYPE_COLUMN] };
}

/**
 * The cells of a row, by column; null for a line that is not a row, because most of it is not numeric. `isWhole` is false
 * where a cell is missing or unreadable: then the columns of the other cells are unknown, unless only the last one is unreadable
 * (`isCut`), which is then left out.
 */
export function readCells(
  text: string,
  { columns }: Table,
): { cells: Map<string, string>; isWhole: boolean; isCut: boolean } | null {
  const texts = text
    .replace(/^[\t >]+/, '')
    .trimEnd()
    .split(/\s+/);
  const numbers = texts.filter((each) => /^\d/.test(each)).length;
  if (numbers * 2 < columns.length) return null;
  const cells = new Map(columns.map((name, index) => [name, texts[index] ?? '']));
  const areReadable = readableBut(cells, null);
  const isWhole = areReadable && texts.length === columns.length;
  const last = columns.at(-1) ?? '';
  const isCut =
    !isWhole && last !== TYPE_COLUMN && texts.length === columns.length && readableBut(cells, last);
  if (isCut) cells.delete(last);
  return { cells, isWhole, isCut };
}

function readableBut(cells: ReadonlyMap<string, string>, left: string | null): boolean {
  return [...cells].every(
    ([name, cell]) =>
      name === left || (name === TYPE_COLUMN ? /^[A-Za-z]/.test(cell) : cellValue(name, cell) !== null),
  );
}

/** Number of a cell: `9.2s` in seconds, `96.0%` as percent. */
function cellValue(column: string, text: string): number | null {
  if (column === 'elapsed' || column === 'time') return parseGoDuration(text);
  return toNumber(column === 'efc' ? text.replace(/%$/, '') : text);
}
