import type { FileReporter } from '../../../files/reporter';
import { percentileMetric } from '../../../model/metric';
import type { NumberAt } from '../../number-line';
import type { ParseSession } from '../../parser';
import { extremeMetric, toNumber } from '../../ycsb/numbers';
import { ALL_TEST, NEW_ORDER_TEST } from '../about';
import { testOf } from '../names';
import { RunList } from '../run-list';
import { newRun, type TpccLog, type TpccRun, type TpccTransaction, transactionOf } from '../tpcc-log';
import { cellValue, readCells, readHeader, type Table } from './columns';

const MAX_LINE_BYTES = 1024;
const MISSING = 'no table with the column `tpmC`';
/** More types than TPC-C has; what a hostile log names must not fill the memory. */
const MAX_TYPES = 100;
const LATENCY = /^(?:(avg|pMax)|p(\d{1,2}(?:\.\d{1,2})?))\(ms\)$/;
const RATES = ['tpmC', 'tpmC(cum)'] as const;

/** Reads the tables of `cockroach workload run tpcc` and of its predecessor: intervals, totals of types, the result. */
export class CockroachSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #runs: RunList;
  #current: TpccRun | null = null;
  #table: Table | null = null;
  #rows = 0;
  #line = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
    this.#runs = new RunList(reporter);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#line = lineNumber;
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    const table = readHeader(text);
    if (table) this.#begin(table, lineNumber);
    else if (this.#table)
      this.#row(text, this.#table, { line: lineNumber, bytes: bytes.subarray(start, end) });
  }

  #begin(table: Table, line: number): void {
    this.#table = table;
    if (this.#current?.isComplete && table.kind === 'interval') this.#close();
    this.#open(line);
  }

  #row(text: string, table: Table, { line, bytes }: { line: number; bytes: Buffer }): void {
    const found = readCells(text, table);
    if (!found) return;
    const { cells, isWhole } = found;
    if (table.kind === 'interval') this.#rows += 1;
    else if (!isWhole) this.#reporter.unreadable(line, bytes);
    else {
      const run = this.#open(line);
      const row = { cells, line };
      run.elapsedS ??= cellAt(row, 'elapsed');
      if (table.kind === 'tpmC') addResult(run, row);
      else addTotal(run, row, table.kind === 'all' ? ALL_TEST : testOf(cells.get('opName') ?? ''));
    }
  }

  #open(line: number): TpccRun {
    this.#current ??= newRun('cockroach workload', line);
    return this.#current;
  }

  #close(): void {
    const run = this.#current;
    this.#current = null;
    if (!run) return;
    run.product = 'CockroachDB';
    this.#runs.add(run, { missing: MISSING, line: this.#line });
  }

  end(): TpccLog {
    this.#close();
    return this.#runs.toLog(this.#rows);
  }
}

interface Row {
  cells: ReadonlyMap<string, string>;
  line: number;
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
    const value = toNumber(text, -3);
    if (metric && value !== null) transaction.latencies.set(metric, { value, line });
  }
}
