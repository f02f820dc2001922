import type { MetricId } from '../../model/metric';
import type { NumberAt } from '../number-line';
import type { ParsedLog } from '../parser';

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
  firstLine: number;
}

export interface YcsbLog extends ParsedLog {
  type: 'ycsb';
  runs: YcsbRun[];
  /** Rows of go-ycsb, also those of the progress. */
  rows: number;
}

export function newRun(tool: YcsbRun['tool'], firstLine: number): YcsbRun {
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
