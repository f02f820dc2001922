import type { FileReporter } from '../../files/reporter';
import type { MetricId } from '../../model/metric';
import { SecondRates } from '../../model/metrics/stalls';
import type { NumberAt } from '../number-line';
import type { ParsedLog } from '../parser';
import { BoundedList } from '../text-lines';
import { OVERALL_TEST } from './about';

/** Operations that gave one return code. */
export interface ReturnCount extends NumberAt {
  /** `OK`, `NOT_FOUND`, `ERROR`; 0.1 prints numbers, `0` and `-1`. Some ports print none. */
  code: string;
}

/** What the final rows say of one kind of operation. */
export interface Operation {
  /** As printed: `READ`, `READ-MODIFY-WRITE`, `Intended-READ`. */
  name: string;
  /** Of the Java client since 0.2 and of go-ycsb those that succeeded; before it all. */
  count: NumberAt | null;
  /** Operations/s; go-ycsb alone prints it. */
  throughput: NumberAt | null;
  /** In seconds, by metric. */
  latencies: Map<MetricId, NumberAt>;
  returns: ReturnCount[];
  /** `[READ-FAILED], Operations` or the count of `READ_ERROR`. */
  failed: NumberAt | null;
  /** First line that it was read from. */
  line: number;
}

/** What a command line or a list of properties says of a run; null where it does not say. */
export interface Settings {
  threads: number | null;
  /** Base name of the workload's file: `workloada`. */
  workload: string | null;
  phase: 'load' | 'run' | null;
  /** Operations/s that the run was limited to. */
  target: NumberAt | null;
  records: number | null;
  /** What is measured, by the name of the binding: `MongoDB`. */
  product: string | null;
  /** Masked. */
  command: string | null;
}

/** The last line of progress. */
export interface LastStatus {
  lines: number;
  /** Since the start. */
  seconds: number;
  operations: number;
  /** Operations/s of the last interval, null where it is not printed. */
  rate: number | null;
  line: number;
}

/** One execution of a client. */
export interface YcsbRun {
  tool: 'YCSB' | 'go-ycsb';
  version: string | null;
  settings: Settings;
  runTimeS: NumberAt | null;
  /** Of all operations, operations/s; null where it is not printed. */
  throughput: NumberAt | null;
  operations: Operation[];
  /** True when the final rows of all operations were there. */
  isComplete: boolean;
  status: LastStatus | null;
  /** Of lines of progress. */
  seconds: SecondRates;
  firstLine: number;
}

export interface YcsbLog extends ParsedLog {
  type: 'ycsb';
  runs: YcsbRun[];
  /** Rows of go-ycsb, also those of the progress. */
  rows: number;
}

function newRun(tool: YcsbRun['tool'], firstLine: number): YcsbRun {
  return {
    tool,
    version: null,
    settings: {
      threads: null,
      workload: null,
      phase: null,
      target: null,
      records: null,
      product: null,
      command: null,
    },
    runTimeS: null,
    throughput: null,
    operations: [],
    isComplete: false,
    status: null,
    seconds: new SecondRates('since-last'),
    firstLine,
  };
}

/** More kinds of operations than any workload has: what a hostile log names must not fill the memory. */
const MAX_OPERATIONS = 200;

/** The operation of a name, added to the run where it has none; null where there are too many. */
export function operationOf({ operations }: YcsbRun, name: string, line: number): Operation | null {
  const known = operations.find((operation) => operation.name === name);
  if (known || operations.length >= MAX_OPERATIONS) return known ?? null;
  const latencies = new Map<MetricId, NumberAt>();
  const operation = { name, count: null, throughput: null, latencies, returns: [], failed: null, line };
  operations.push(operation);
  return operation;
}

/** Name of the test of an operation: `READ-MODIFY-WRITE` → `read-modify-write`, `TOTAL` → `overall`. */
export function testOf(operation: string): string {
  const name = operation.toLowerCase().replaceAll('_', '-');
  return name === 'total' ? OVERALL_TEST : name;
}

/** `workloads/workloada` → `workloada`. */
export function workloadOfPath(file: string): string {
  return file.split(/[/\\]/).at(-1) || file;
}

/** `run_workload_a.txt`, `workloadb-16.log`. */
const WORKLOAD = /(?:^|[._-])(workload[-_]?[a-z])(?=$|[._-])/i;
const PHASE = /(?:^|[._-])(load|run)(?=$|[._-])/i;

/** What the name of a file says of its run, for logs without a command line. */
export function settingsOfName(name: string): Pick<Settings, 'workload' | 'phase'> {
  const workload = WORKLOAD.exec(name)?.[1]?.toLowerCase().replace(/[-_]/, '') ?? null;
  const phase = PHASE.exec(name)?.[1]?.toLowerCase();
  return { workload, phase: phase === 'load' || phase === 'run' ? phase : null };
}

/** Operations of one kind that failed. */
interface Failures {
  failed: number;
  /** Those that failed and those that did not. */
  attempts: number;
  /** `NOT_FOUND 12, ERROR 3`; null where no codes are printed. */
  codes: string | null;
  /** Lines that the count is made of. */
  line: number;
  lineEnd: number;
}

/** What succeeded, in words and in the numbers of 0.1; a port prints none. */
const SUCCEEDED = new Set(['OK', 'BATCHED_OK', '0', '']);
/** Above this share of failures, the rest does not measure the operation. */
const FAILED_PART = 0.5;
/** Of all operations; a smaller part does not make the throughput that of another workload. */
const NOTABLE_PART = 0.1;
/** Not separate operations: composites of others, and operations outside the workload. */
const NOT_COUNTED = /^(?:read-modify-write|cleanup|intended-.*)$/;

/** Operations of one kind that were tried, null where nothing says how many. */
export function attemptsOf({ count, returns, failed }: Operation): number | null {
  if (returns.length > 0) return returns.reduce((sum, { value }) => sum + value, 0);
  if (!count && !failed) return null;
  return (count?.value ?? 0) + (failed?.value ?? 0);
}

/** By the codes that were returned, else by the rows of those that failed; null where none failed. */
function failuresOf(operation: Operation): Failures | null {
  const codes = operation.returns.filter(({ code, value }) => !SUCCEEDED.has(code) && value > 0);
  const parts = codes.length > 0 ? codes : [operation.failed].filter((at) => at !== null && at.value > 0);
  const lines = parts.flatMap((at) => (at ? [at.line] : []));
  if (lines.length === 0) return null;
  return {
    failed: parts.reduce((sum, at) => sum + (at?.value ?? 0), 0),
    attempts: attemptsOf(operation) ?? 0,
    codes: codes.length > 0 ? codes.map(({ code, value }) => `${code} ${value}`).join(', ') : null,
    line: Math.min(...lines),
    lineEnd: Math.max(...lines),
  };
}

/** Operations of one kind that succeeded and that failed, with their lines; null where a log does not show failures. */
export function outcomeOf(operation: Operation, { tool, isComplete }: YcsbRun) {
  const { count, returns, line } = operation;
  const failures = failuresOf(operation);
  // go-ycsb has a row of failures only where there are some.
  if (!failures && returns.length === 0 && !(tool === 'go-ycsb' && isComplete && count)) return null;
  const failed = failures?.failed ?? 0;
  const lines = [
    count?.line ?? line,
    ...returns.map((each) => each.line),
    failures?.lineEnd ?? 0,
    failures?.line ?? line,
  ];
  const attempts = attemptsOf(operation);
  const known = lines.filter((each) => each > 0);
  return {
    failed,
    succeeded: attempts === null ? null : attempts - failed,
    line: failures?.line ?? returns[0]?.line ?? Math.min(...known),
    lineEnd: failures?.lineEnd ?? Math.max(...known),
  };
}

/** True where more than half of the operations of a kind failed. */
export function isMostlyFailed(operation: Operation): boolean {
  const failures = failuresOf(operation);
  return failures !== null && failures.failed > failures.attempts * FAILED_PART;
}

/** Kinds that make up the operations of the workload, each operation once. */
export function countedOperations(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ name }) => !NOT_COUNTED.test(testOf(name)) && testOf(name) !== 'overall');
}

/**
 * True where the throughput of all operations is that of failures: more than half of them failed, or one kind did that is
 * a tenth of them or more.
 */
export function isRunFailed(operations: readonly Operation[]): boolean {
  const counted = countedOperations(operations);
  const all = counted.reduce((sum, operation) => sum + (attemptsOf(operation) ?? 0), 0);
  const failed = counted.reduce((sum, operation) => sum + (failuresOf(operation)?.failed ?? 0), 0);
  if (failed > all * FAILED_PART) return true;
  return counted.some(
    (operation) => isMostlyFailed(operation) && (attemptsOf(operation) ?? 0) >= all * NOTABLE_PART,
  );
}

/** Above the number of rows other than buckets in any run. */
export const MAX_FACTS = 2000;

/** The runs of one file. */
export class YcsbRuns {
  current: YcsbRun | null = null;
  /** The last line that was read. */
  line = 0;
  rows = 0;
  readonly #reporter: FileReporter;
  readonly #tool: YcsbRun['tool'];
  readonly #runs: BoundedList<YcsbRun>;

  constructor(reporter: FileReporter, tool: YcsbRun['tool']) {
    this.#reporter = reporter;
    this.#tool = tool;
    this.#runs = new BoundedList(reporter, 'runs');
  }

  get isEmpty(): boolean {
    return this.#runs.items.length === 0;
  }

  open(): YcsbRun {
    this.current ??= newRun(this.#tool, this.line);
    return this.current;
  }

  close(): void {
    const run = this.current;
    this.current = null;
    if (!run) return;
    reportFailures(run, this.#reporter);
    reportLost(run, this.#reporter);
    this.#runs.add(run, this.line);
  }

  toLog(): YcsbLog {
    return { type: 'ycsb', runs: this.#runs.items, rows: this.rows };
  }
}

/** Part of the operations that may be missing: a few are not measured at the end. */
const UNMEASURED_PART = 0.02;

/** The Java client counts each operation in `[OVERALL]`, whatever became of it; a composite one counts in its parts, too. */
function reportLost(
  { tool, operations, throughput, runTimeS, isComplete }: YcsbRun,
  reporter: FileReporter,
): void {
  const attempts = countedOperations(operations).map(attemptsOf);
  if (tool !== 'YCSB' || !isComplete || !throughput || !runTimeS || attempts.length === 0) return;
  if (attempts.includes(null)) return;
  const [all, sum] = [throughput.value * runTimeS.value, attempts.reduce<number>((a, b) => a + (b ?? 0), 0)];
  if (sum >= all * (1 - UNMEASURED_PART) - 1) return;
  const message = `${sum} operations in the rows of each kind, ${Math.round(all)} in [OVERALL]: rows were lost`;
  reporter.report('ROWS_LOST', message, { line: throughput.line });
}

/** Reports operations that failed, one kind at a time, at the first line that counts them. */
function reportFailures({ operations }: YcsbRun, reporter: FileReporter): void {
  for (const operation of operations) {
    const failures = failuresOf(operation);
    if (!failures) continue;
    const { failed, attempts, codes, line } = failures;
    const returned = codes === null ? '' : ` (${codes})`;
    reporter.report(
      'ycsb:FAILED_OPERATIONS',
      `${operation.name}: ${failed} of ${attempts} operations failed${returned}`,
      { line },
    );
  }
}
