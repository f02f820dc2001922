import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import type { ParseSession } from '../../parser';
import { CPU_PREFIX, findBanner } from './banner';
import { isSysbenchCommand, MAX_COMMAND_BYTES } from './command-line';
import { isIntervalLine } from './interval-lines';
import { isSummaryHeading, OPTIONS_LINE, openRun } from './run-session';
import { sysbenchDetails } from './sysbench-details';
import type { SysbenchLog } from './sysbench-log';

const [UPPER_C, UPPER_R, LOWER_S] = [67, 82, 115];
/** Space, tab, CR. */
const BLANKS: ReadonlySet<number> = new Set([32, 9, 13]);
const MAX_PREFIX_BYTES = 40;
/** No machine has more CPUs; a damaged file must not grow. */
const MAX_RUNS = 10_000;

/**
 * Reads one file, which may hold several runs: appended to each other, with their prepare and cleanup, failed attempts
 * before them. PerfKit Benchmarker pins sysbench to one CPU after the other and writes `CPU 0 ` before each banner.
 */
export function openSysbench(reporter: FileReporter, builder?: DetailsBuilder): ParseSession {
  const details = builder ? sysbenchDetails(builder) : null;
  const logs: SysbenchLog[] = [];
  let run = openRun(reporter, { details, before: null });
  let isPinned = false;

  const next = () => {
    if (run.isUsed) keep(run.end());
    run = openRun(reporter, { details, before: run });
  };

  const keep = (log: SysbenchLog) => {
    if (logs.length < MAX_RUNS) logs.push(log);
    else {
      const message = `more than ${MAX_RUNS} executions in one file; this one was not read`;
      reporter.report('METRIC_MISSING', message, { line: log.lines });
    }
  };

  /** True for the first line of another run. */
  const beginsRun = (bytes: Buffer, start: number, end: number): boolean => {
    const first = bytes[start];
    const isNamed = first === LOWER_S || (first === UPPER_R && run.hasOptions);
    if (!run.isUsed || start === end || end - start > MAX_COMMAND_BYTES) return false;
    if (!isNamed && !run.isOver) return false;
    const text = bytes.toString('latin1', start, end);
    if (first === LOWER_S && findBanner(text) !== null) return true;
    if (run.hasOptions && text === OPTIONS_LINE) return true;
    if (run.isOver && isSysbenchCommand(text)) return true;
    return run.isComplete && (isSummaryHeading(text) || isIntervalLine(text));
  };

  return {
    line(bytes, start, to, lineNumber) {
      // Spaces at the end are gone already; tabs, which part cells in other files, are not.
      let end = to;
      while (end > start && BLANKS.has(bytes[end - 1] ?? 0)) end -= 1;
      const prefix = bytes[start] === UPPER_C ? prefixLength(bytes, start, end) : 0;
      if (prefix > 0) isPinned = true;
      if (prefix > 0 || beginsRun(bytes, start, end)) next();
      run.line(bytes, start + prefix, end, lineNumber);
    },
    get readsValues() {
      return run.readsValues;
    },
    end(): SysbenchLog {
      if (run.isUsed || logs.length === 0) keep(run.end());
      details?.end();
      const [first, ...others] = isPinned ? logs : withResults(logs);
      if (!first) throw new Error('a session always gives a log');
      return others.length === 0 ? first : { ...first, others, ...(isPinned && { isPinned }) };
    },
  };
}

/** Loads, cleanups and attempts that failed where another of as many threads did not are only reported. */
function withResults(logs: readonly SysbenchLog[]): readonly SysbenchLog[] {
  const whole = logs.filter(({ summary, prepared }) => summary ?? prepared);
  const known = new Set([null, ...whole.map(({ threads }) => threads)]);
  const failed = logs.filter((log) => !whole.includes(log) && log.options.phase === 'run');
  if (whole.length === 0) return failed.length > 0 ? failed : logs.slice(-1);
  return logs.filter((log) => whole.includes(log) || (failed.includes(log) && !known.has(log.threads)));
}

function prefixLength(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString('latin1', start, Math.min(end, start + MAX_PREFIX_BYTES));
  return CPU_PREFIX.exec(text)?.[0].length ?? 0;
}
