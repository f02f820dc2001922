import { reportDisagreements } from '../../../checks/disagreements';
import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { toExcerpt } from '../../../text/excerpt';
import type { ParseSession } from '../../parser';
import { CPU_PREFIX, findBanner } from './banner';
import { parseCommandLine } from './command-line';
import { Head } from './head';
import { isCsvLine, readIntervalLine } from './interval-lines';
import { IntervalMeans } from './interval-means';
import { forgetLine, readFairnessLine, readSummaryLine } from './summary-lines';
import { type RelationContext, summaryRelations } from './summary-relations';
import { type SysbenchDetails, sysbenchDetails } from './sysbench-details';
import type { SysbenchLog, SysbenchSummary } from './sysbench-log';
import { blockMib, readOptionLine } from './test-options';
import { isTpcc } from './tpcc';

const UPPER_C = 67;
const MAX_PREFIX_BYTES = 40;
/** No machine has more CPUs; a damaged file must not grow. */
const MAX_EXECUTIONS = 10_000;

/**
 * Reads one log. PerfKit Benchmarker pins sysbench to one CPU after the other and writes all of it into one file, with
 * `CPU 0 ` before each banner: these are as many executions, where others append runs of which the last one counts.
 */
export function openSysbench(reporter: FileReporter, builder?: DetailsBuilder): ParseSession {
  const details = builder ? sysbenchDetails(builder) : null;
  const logs: SysbenchLog[] = [];
  let session = openOne(reporter, details);
  let isPinned = false;

  const next = () => {
    if (isPinned) keep(session.end());
    isPinned = true;
    session = openOne(reporter, details);
  };

  const keep = (log: SysbenchLog) => {
    if (logs.length < MAX_EXECUTIONS) logs.push(log);
    else {
      const message = `more than ${MAX_EXECUTIONS} executions in one file; this one was not read`;
      reporter.report('METRIC_MISSING', message, { line: log.lines });
    }
  };

  return {
    line(bytes, start, end, lineNumber) {
      const prefix = bytes[start] === UPPER_C ? prefixLength(bytes, start, end) : 0;
      if (prefix > 0) next();
      session.line(bytes, start + prefix, end, lineNumber);
    },
    get readsValues() {
      return session.readsValues;
    },
    end(): SysbenchLog {
      const [first, ...others] = [...logs, session.end()];
      details?.end();
      if (!first) throw new Error('a session always gives a log');
      return others.length === 0 ? first : { ...first, others };
    },
  };
}

function prefixLength(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString('latin1', start, Math.min(end, start + MAX_PREFIX_BYTES));
  return CPU_PREFIX.exec(text)?.[0].length ?? 0;
}

/** Lines of a summary are short; interval lines have 120 characters. */
const MAX_BODY_LINE_BYTES = 400;
const CHECKPOINT = '] Checkpoint report:';
const [SPACE, ZERO, NINE, COLON, BRACKET, UPPER_F, LOWER_S] = [32, 48, 57, 58, 91, 70, 115];
const SQL_HEADING = /^(?:SQL|OLTP test) statistics:$/;
/** First lines of a summary of cpu, files and memory; 0.4 and 0.5, 1.0, 1.1. threads and mutex begin with their times. */
const SYSTEM_HEADING =
  /^(?:CPU speed:|File operations:|Throughput:|Latency \(ms\):|General statistics:|Test execution summary:|(?:Total operations|Operations performed):.*)$/;

/** Reads one log: the head, and of the body the last summary. */
function openOne(reporter: FileReporter, details: SysbenchDetails | null) {
  const head = new Head();
  let started = false;
  let checkpoint = false;
  let hasCheckpoints = false;
  let summaries = 0;
  let found: SysbenchSummary | null = null;
  let summaryIsCheckpoint = false;
  let complete = false;
  let fatal: SysbenchLog['fatal'] = null;
  let lines = 0;
  let intervals = new IntervalMeans();

  const readHead = (bytes: Buffer, start: number, end: number, lineNumber: number) => {
    if (isStartedLine(bytes, start, end)) {
      started = true;
      details?.begin();
      return;
    }
    if (bytes[start] === UPPER_F && readFatal(bytes, start, end, lineNumber)) return;
    head.line(bytes, start, end, lineNumber);
  };

  const readBody = (bytes: Buffer, start: number, end: number, lineNumber: number) => {
    const first = bytes[start];
    if (end - start > MAX_BODY_LINE_BYTES) return;
    if (first === BRACKET) {
      const bracketed = bytes.toString('latin1', start, end);
      if (bytes[end - 1] === COLON && bracketed.endsWith(CHECKPOINT)) foundCheckpoint();
      else readInterval(bracketed, lineNumber);
      return;
    }
    if (first === UPPER_F && readFatal(bytes, start, end, lineNumber)) return;
    if (first === SPACE && found === null && !details) return;
    const text = bytes.toString('latin1', start, end);
    if (isDigit(first) && isCsvLine(text)) readInterval(text, lineNumber);
    else if (first === LOWER_S && findBanner(text) !== null) beginAgain(bytes, start, end, lineNumber);
    else readText(text, lineNumber);
  };

  const readText = (text: string, line: number) => {
    details?.text(text, line);
    const isIndented = text.startsWith(' ');
    if (!isIndented) readHeading(text);
    if (!found) return;
    if (!complete) readSummaryLine(found, text, line);
    else if (isIndented) readFairnessLine(found, text, line);
  };

  const readInterval = (text: string, line: number) => {
    const interval = readIntervalLine(text);
    if (!interval) return;
    intervals.add(interval, line);
    details?.interval(interval, line);
  };

  const foundCheckpoint = () => {
    checkpoint = true;
    hasCheckpoints = true;
  };

  /** A second run was appended: its head, and perhaps its EXPLAIN text, comes first. */
  const beginAgain = (bytes: Buffer, start: number, end: number, lineNumber: number) => {
    started = false;
    found = null;
    intervals = new IntervalMeans();
    hasCheckpoints = false;
    head.line(bytes, start, end, lineNumber);
  };

  const readHeading = (text: string) => {
    if (SQL_HEADING.test(text)) openSummary({ isSql: true });
    else if (text.startsWith('Threads fairness:')) complete = found !== null;
    else if ((found === null || complete) && SYSTEM_HEADING.test(text)) openSummary({});
    // `Maximum prime number checked in CPU test: 20000` of 0.4 and 0.5.
    else if (text.startsWith('Maximum prime number')) readOptionLine(head.options, text);
  };

  const openSummary = (summary: SysbenchSummary) => {
    summaries += 1;
    found = summary;
    complete = false;
    summaryIsCheckpoint = checkpoint;
    checkpoint = false;
  };

  const readFatal = (bytes: Buffer, start: number, end: number, lineNumber: number): boolean => {
    if (bytes.toString('latin1', start, start + 6) !== 'FATAL:') return false;
    const line = bytes.subarray(start, end);
    fatal ??= { line: lineNumber, text: toExcerpt(line) };
    return true;
  };

  /** The last summary; null when the log ends without one of the whole run. Reports what is wrong with it. */
  const finishSummary = (): SysbenchSummary | null => {
    const summary = summaryIsCheckpoint ? null : found;
    if (summary && !complete) forgetLine(summary, lines);
    if (summary && !fatal) {
      reportDisagreements(summaryRelations(summary, context()), reporter);
    }
    if (fatal) {
      const { text, line } = fatal;
      reporter.report('TOOL_FAILED', `${text} Fix its cause and run this test again.`, { line });
      return null;
    }
    if (summary === null || isEmpty(summary)) {
      reportMissing();
      return null;
    }
    if (!complete) {
      reporter.report('TRUNCATED_LOG', 'the summary is cut: values after the cut are missing', {
        line: lines,
      });
    } else if (summaries > 1) {
      reporter.report('SEVERAL_SUMMARIES', `${summaries} summaries; the last one was read`, {
        line: (summary.queries ?? summary.events)?.line ?? null,
      });
    }
    return summary;
  };

  const context = (): RelationContext => {
    const { options, commandLine, threads, hasRate } = head;
    return {
      intervals,
      hasCheckpoints,
      hasRate,
      threads: commandLine?.threads ?? threads,
      blockMib: blockMib(options.words),
      isTpcc: isTpcc({ options, script: commandLine?.script ?? null }, reporter.file),
    };
  };

  const reportMissing = () => {
    if (head.options.phase !== 'run') return;
    const seen = summaries > 0 ? 'only checkpoint reports' : 'no summary';
    reporter.report(
      'TRUNCATED_LOG',
      `${seen} in ${lines} lines: sysbench was killed or the file was cut. Run this test again.`,
      { line: lines || null },
    );
  };

  return {
    line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
      lines = lineNumber;
      if (start === end) return;
      if (started) readBody(bytes, start, end, lineNumber);
      else readHead(bytes, start, end, lineNumber);
    },
    /** Before the threads have started there may be megabytes of EXPLAIN text; the load of files has one line of the head. */
    get readsValues(): boolean {
      return started || head.options.phase === 'prepare';
    },
    end(): SysbenchLog {
      const summary = finishSummary();
      const { tool, command, cores, options } = head;
      const said = head.commandLine ?? parseCommandLine('');
      return {
        ...{ type: 'sysbench', tool, command, cores, ...said, threads: said.threads ?? head.threads },
        ...{ options, summary, summaries },
        prepared: options.phase === 'prepare' ? head.prepared : null,
        ...{ fatal, lines },
      };
    },
  };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

function isEmpty(summary: SysbenchSummary): boolean {
  return Object.values(summary).every((value) => typeof value !== 'object');
}

const STARTED = 'Threads started!';
const EXCLAMATION = 33;

/** True for the line after which the test's own output begins. Threads may have printed EXPLAIN text before it. */
function isStartedLine(bytes: Buffer, start: number, end: number): boolean {
  return (
    bytes[end - 1] === EXCLAMATION &&
    end - start >= STARTED.length &&
    bytes.toString('latin1', end - STARTED.length, end) === STARTED
  );
}
