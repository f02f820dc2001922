/** A counter of perf stat, and the time that it counted. */
export interface PerfCounter {
  value: number;
  line: number;
  /** Seconds of its measurement, null when the file does not say. */
  seconds: number | null;
  /** Number of the measurement in the file: counters are only compared within one. */
  group: number;
}

/** What `perf stat` counted next to a test. */
export interface PerfStatLog {
  type: 'perf_stat';
  /**
   * `process`: of chosen processes or threads only, which may be one of several backends. `command`: of a program that perf
   * started, which is the client, not the server. `unknown`: CSV does not name it.
   */
  target: 'system' | 'process' | 'command' | 'unknown';
  /** By names without their modifier: `cycles` for `cycles:u`. All measurements of a name, in the order of the file. */
  counters: ReadonlyMap<string, readonly PerfCounter[]>;
}
