import type { NumberAt } from '../number-line';
import type { ParsedLog } from '../parser';

export const MODES = ['thrpt', 'avgt', 'sample', 'ss'] as const;
export type JmhMode = (typeof MODES)[number];

/** One benchmark with its parameters in one mode. */
export interface JmhBenchmark {
  /** As printed: with its package in JSON, shortened in tables. */
  name: string;
  /** `size=64,type=hash`; empty for a benchmark without. */
  params: string;
  mode: JmhMode;
  threads: number | null;
  score: NumberAt | null;
  /** `ops/s`, `us/op`. */
  unit: string;
  /** The score of each iteration of each fork; null for one that is not a number. Empty where only the score is printed. */
  iterations: (NumberAt | null)[];
  /** Of mode `sample`: percentiles of the times of operations, in `unit`. */
  percentiles: (NumberAt & { percent: number })[];
  /** Bytes allocated by an operation, of each iteration; of `-prof gc`. */
  allocated: (NumberAt | null)[];
  /** The same as a mean. */
  allocatedScore: NumberAt | null;
  /** Which table of the file it is of, from 1. */
  table: number;
  line: number;
}

export interface JmhLog extends ParsedLog {
  type: 'jmh';
  source: 'json' | 'text';
  /** Version of JMH, null where it is not said. */
  version: string | null;
  benchmarks: JmhBenchmark[];
}

export function isMode(text: string): text is JmhMode {
  return MODES.some((mode) => mode === text);
}

/** `org.example.Store.get[size=64] (avgt)`; throughput is JMH's default mode. */
export function testName({ name, params, mode }: Pick<JmhBenchmark, 'name' | 'params' | 'mode'>): string {
  const withParams = params === '' ? name : `${name}[${params}]`;
  return mode === 'thrpt' ? withParams : `${withParams} (${mode})`;
}
