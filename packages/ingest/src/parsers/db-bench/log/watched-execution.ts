import type { Execution } from './db-bench-log';
import { isIdleStep, isRearrangingStep, Phases } from './steps';

/** An execution while its lines are read. */
export interface WatchedExecution extends Execution {
  phases: Phases;
  /** The log names the next test (`test is: overwrite`): a result without that is a copy. */
  announces: boolean;
  announced: string | null;
  /** The announced result came; what is printed without a new announcement is a copy. */
  isAnswered: boolean;
  /** Result lines of steps other than tests: a log of `compact` alone is whole. */
  steps: number;
  /** Results to come that only warm up. */
  warmups: number;
  /** Results since the database was reopened: the statistics are cumulative. */
  sinceOpen: number;
  /** Interval lines since the last result. */
  intervals: number;
  /** Threads of these lines. */
  threadIds: Set<string>;
  /** Bytes of a key and its value. */
  entryBytes: number | null;
}

export function watch(line: number): WatchedExecution {
  return {
    line,
    version: null,
    date: null,
    cores: null,
    entries: null,
    hasHeader: false,
    failure: null,
    results: [],
    phases: new Phases(),
    announces: false,
    announced: null,
    isAnswered: false,
    steps: 0,
    warmups: 0,
    sinceOpen: 0,
    intervals: 0,
    threadIds: new Set(),
    entryBytes: null,
  };
}

/** True when a test began and its result is not there. */
export function isCut({ results, steps, intervals, announced }: WatchedExecution): boolean {
  const isUnanswered = announced !== null && !isIdleStep(announced) && !isRearrangingStep(announced);
  return results.length + steps === 0 || intervals > 0 || isUnanswered;
}
