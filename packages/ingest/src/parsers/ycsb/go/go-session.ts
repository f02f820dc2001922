import { type MaybeRelation, reportDisagreements } from '../../../checks/disagreements';
import { exact, over, printed } from '../../../checks/ranges';
import type { FileReporter } from '../../../files/reporter';
import { productOfWord } from '../../../layout/products';
import type { MetricId } from '../../../model/metric';
import type { ParseSession } from '../../parser';
import { workloadOfPath } from '../names';
import { toNumber } from '../numbers';
import { reportFailures } from '../report-failures';
import { newOperation, noSettings, type Operation, type YcsbLog, type YcsbRun } from '../ycsb-log';
import { parseGoDuration } from './go-duration';
import { baseName, cellNumber, type GoRow, isReadable, latenciesOf, readGoRow } from './go-row';

const MAX_LINE_BYTES = 4096;
/** Memory must not grow with the file. */
const MAX_RUNS = 10_000;
const MAX_OPERATIONS = 200;
const FINISHED = /^[\t >]{0,40}Run finished, takes (.{0,60})$/;
/** `"threadcount"="96"`, between two rows of asterisks. */
const PROPERTY = /^[\t >]{0,40}"([a-z][\w.]{0,80})"="(.{0,400})"$/;
const HEADING = /^[\t >]{0,40}\*{3,} properties \*{3,}/;

/**
 * Reads what go-ycsb prints. Rows before `Run finished` are of the time since the start; those after it are the result.
 */
export class GoYcsbSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #runs: YcsbRun[] = [];
  #current: YcsbRun | null = null;
  #rows = 0;
  #line = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#line = lineNumber;
    if (start === end) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    const row = readGoRow(text);
    const duration = row ? undefined : FINISHED.exec(text)?.[1];
    if (row && row.kind === null) this.#row(row, lineNumber, bytes.subarray(start, end));
    else if (duration !== undefined) this.#finished(duration, lineNumber, bytes.subarray(start, end));
    else this.#head(text, lineNumber);
  }

  #row(row: GoRow, line: number, bytes: Buffer): void {
    this.#rows += 1;
    const { name, isFailed } = baseName(row.name);
    // Each kind has one row in a result: a second one is progress of the run that follows.
    if (this.#current?.isComplete && this.#current.operations.some((each) => isKnown(each, name, isFailed))) {
      this.#close();
    }
    const run = this.#open(line);
    if (!run.isComplete) return;
    if (!isReadable(row)) this.#reporter.unreadable(line, bytes);
    const known = run.operations.find((each) => each.name === name);
    if (!known && run.operations.length >= MAX_OPERATIONS) return;
    const operation = known ?? newOperation(name, line);
    if (!known) run.operations.push(operation);
    fillOperation(operation, { row, isFailed, line });
    if (!isFailed) reportDisagreements(goRelations(row, line), this.#reporter);
  }

  #finished(text: string, line: number, bytes: Buffer): void {
    if (this.#current?.isComplete) this.#close();
    const run = this.#open(line);
    const seconds = parseGoDuration(text.trim());
    run.isComplete = true;
    if (seconds === null) this.#reporter.unreadable(line, bytes);
    else run.runTimeS = { value: seconds, line };
  }

  #head(text: string, line: number): void {
    const isHeading = HEADING.test(text);
    const [, name = '', value = ''] = PROPERTY.exec(text) ?? [];
    if (!isHeading && name === '') return;
    if (this.#current?.isComplete) this.#close();
    const { settings } = this.#open(line);
    const count = toNumber(value);
    const isCount = count !== null && Number.isSafeInteger(count) && count > 0;
    if (name === 'threadcount' && isCount) settings.threads = count;
    else if (name === 'recordcount' && isCount) settings.records = count;
    else if (name === 'target' && isCount) settings.target = { value: count, line };
    else if (name === 'dotransactions') settings.phase = value === 'false' ? 'load' : 'run';
    else if (name === 'command' && (value === 'load' || value === 'run')) settings.phase = value;
    else if (name === 'propertyfile') settings.workload = workloadOfPath(value);
    else settings.product ??= name.includes('.') ? productOfWord(name.split('.')[0] ?? '') : null;
  }

  #open(line: number): YcsbRun {
    this.#current ??= {
      tool: 'go-ycsb',
      version: null,
      settings: noSettings(),
      runTimeS: null,
      throughput: null,
      operations: [],
      isComplete: false,
      status: null,
      firstLine: line,
    };
    return this.#current;
  }

  #close(): void {
    const run = this.#current;
    this.#current = null;
    if (!run) return;
    if (!run.isComplete) {
      const message =
        'no line `Run finished`: go-ycsb was stopped, or the file was cut; its rows are progress';
      this.#reporter.report('TRUNCATED_LOG', message, { line: this.#line || null });
    }
    run.throughput = run.operations.find(({ name }) => name === 'TOTAL')?.throughput ?? null;
    reportFailures(run, this.#reporter);
    if (this.#runs.length < MAX_RUNS) this.#runs.push(run);
    else if (this.#runs.length === MAX_RUNS) {
      const message = `more than ${MAX_RUNS} runs in one file; the rest was not read`;
      this.#reporter.report('METRIC_MISSING', message, { line: this.#line });
    }
  }

  end(): YcsbLog {
    this.#close();
    return { type: 'ycsb', runs: this.#runs, rows: this.#rows };
  }
}

function isKnown({ name, count, failed }: Operation, other: string, isFailed: boolean): boolean {
  return name === other && (isFailed ? failed : count) !== null;
}

/** Latencies of operations that failed are kept as facts of the file. */
function fillOperation(
  operation: Operation,
  { row, isFailed, line }: { row: GoRow; isFailed: boolean; line: number },
): void {
  const count = cellNumber(row, 'Count');
  const rate = cellNumber(row, 'OPS');
  if (isFailed) {
    operation.failed = count === null ? null : { value: count, line };
    return;
  }
  operation.count = count === null ? null : { value: count, line };
  operation.throughput = rate === null ? null : { value: rate, line };
  for (const [metric, value] of latenciesOf(row)) operation.latencies.set(metric, { value, line });
}

/** Digits that rates and `Takes` are printed with. */
const DECIMALS = 1;

/** What a row says twice: OPS = Count / Takes. Both times are rounded, so that short runs say little. */
function goRelations(row: GoRow, line: number): MaybeRelation[] {
  const [count, takes, rate] = ['Count', 'Takes', 'OPS'].map((key) => cellNumber(row, key));
  if (typeof count !== 'number' || typeof takes !== 'number' || typeof rate !== 'number') return [];
  const metrics = (ids: readonly MetricId[]) => ids;
  return [
    {
      of: [
        { name: 'OPS', value: rate, range: printed(rate, DECIMALS), line, metrics: metrics(['throughput']) },
        { name: 'Count', value: count, range: exact(count), line, metrics: metrics(['operations']) },
        { name: 'Takes', value: takes, range: printed(takes, DECIMALS), line, metrics: [] },
      ],
      left: printed(rate, DECIMALS),
      right: over(exact(count), printed(takes, DECIMALS)),
      words: `OPS = Count / Takes of ${row.name}`,
    },
  ];
}
