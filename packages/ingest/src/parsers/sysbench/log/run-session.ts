import { reportDisagreements } from '../../../checks/disagreements';
import type { FileReporter } from '../../../files/reporter';
import { SecondRates } from '../../../model/metrics/stalls';
import { toExcerpt } from '../../../text/excerpt';
import { MAX_COMMAND_BYTES, parseCommandLine } from './command-line';
import { type HandedOn, Head } from './head';
import { isCsvLine, isIntervalLine, readIntervalLine } from './interval-lines';
import { IntervalMeans } from './interval-means';
import { forgetLine, readFairnessLine, readSummaryLine } from './summary-lines';
import { type RelationContext, summaryRelations } from './summary-relations';
import type { SysbenchDetails } from './sysbench-details';
import type { SysbenchLog, SysbenchSummary } from './sysbench-log';
import { blockMib, readOptionLine } from './test-options';
import { isTpcc } from './tpcc';

/** Lines of a summary are short; interval lines have 120 characters. */
const MAX_BODY_LINE_BYTES = 400;
const CHECKPOINT = '] Checkpoint report:';
const [SPACE, CLOSING, ZERO, NINE, COLON, BRACKET, UPPER_F] = [32, 41, 48, 57, 58, 91, 70];
export const OPTIONS_LINE = 'Running the test with following options:';
/** In the place of a summary's end: threads were still busy when the time was over. */
const FORCED = /^(?:FATAL: )?The --(?:max-)?time limit(?: \(\w{1,20}\))? has expired, forcing shutdown/;
/** ` Performance counter stats for './tpcc.lua --threads=128 run':` follows what it counted. */
const PERF_STAT = /^ Performance counter stats for '(.+)'(?: \(\d+ runs\))?:$/;
const SQL_HEADING = /^(?:SQL|OLTP test) statistics:$/;
/** A line below that heading: no other kind of test prints one. */
const SQL_LINE =
  /^ {4}(?:queries performed:$|(?:transactions|queries|read\/write requests|other operations|ignored errors|reconnects): +\d+ +\()|^ {8}(?:read|write|other|total): +\d+$/;
/** First lines of a summary of cpu, files and memory; 0.4 and 0.5, 1.0, 1.1. threads and mutex begin with their times. */
const SYSTEM_HEADING =
  /^(?:CPU speed:|File operations:|Throughput:|Latency \(ms\):|General statistics:|Test execution summary:|(?:Total operations|Operations performed):.*)$/;

/** True for the first line of a summary. */
export function isSummaryHeading(text: string): boolean {
  return SQL_HEADING.test(text) || SYSTEM_HEADING.test(text);
}

interface RunOptions {
  details: SysbenchDetails | null;
  /** The run before it in the file. */
  before: SysbenchRun | null;
}

export type SysbenchRun = ReturnType<typeof openRun>;

/** Reads one run: the head, and of the body the last summary. */
export function openRun(reporter: FileReporter, { details, before }: RunOptions) {
  const head = new Head(before?.handedOn);
  let started = false;
  let hasOptions = false;
  let checkpoint = false;
  let hasCheckpoints = false;
  let summaries = 0;
  let found: SysbenchSummary | null = null;
  let summaryIsCheckpoint = false;
  let complete = false;
  let fatal: SysbenchLog['fatal'] = null;
  let lines = 0;
  /** The last line was not cut. */
  let isWhole = false;
  const intervals = new IntervalMeans();
  const seconds = new SecondRates('one-second');

  const begin = () => {
    started = true;
    head.options.phase = 'run';
    details?.begin();
  };

  const readHead = (bytes: Buffer, start: number, end: number, lineNumber: number) => {
    if (isStartedLine(bytes, start, end)) return begin();
    if (bytes[start] === UPPER_F && readFatal(bytes, start, end, lineNumber)) return;
    const text = head.line(bytes, start, end, lineNumber);
    if (text === OPTIONS_LINE) hasOptions = true;
    // Pasted without its first lines.
    else if (head.tool === null && end - start <= MAX_BODY_LINE_BYTES) {
      const first = text ?? bytes.toString('latin1', start, end);
      if (!isSummaryHeading(first) && !isIntervalLine(first) && !SQL_LINE.test(first)) return;
      begin();
      readBody(bytes, start, end, lineNumber);
    }
  };

  const readBody = (bytes: Buffer, start: number, end: number, lineNumber: number) => {
    const first = bytes[start];
    if (end - start > (complete ? MAX_COMMAND_BYTES : MAX_BODY_LINE_BYTES)) return;
    if (first === BRACKET) {
      const bracketed = bytes.toString('latin1', start, end);
      if (bytes[end - 1] === COLON && bracketed.endsWith(CHECKPOINT)) foundCheckpoint();
      else readInterval(bracketed, lineNumber);
      return;
    }
    if (first === UPPER_F && readFatal(bytes, start, end, lineNumber)) return;
    const text = bytes.toString('latin1', start, end);
    // The heading above it is lost: the lines below it would be taken for those of another kind of test.
    if ((found === null || complete) && SQL_LINE.test(text)) openSummary({ isSql: true });
    if (first === SPACE && found === null && !details) return;
    if (isDigit(first) && isCsvLine(text)) readInterval(text, lineNumber);
    else if (complete && first === SPACE && PERF_STAT.test(text))
      head.command(bytes.subarray(start, end), PERF_STAT.exec(text)?.[1] ?? '');
    else readText(text, lineNumber);
  };

  const readText = (text: string, line: number) => {
    if (FORCED.test(text)) fatal ??= { line, text };
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
    const rate = interval.values.get('qps') ?? interval.values.get('eps') ?? interval.values.get('tps');
    if (rate !== undefined) seconds.add(interval.second, rate, line);
    details?.interval(interval, line);
  };

  const foundCheckpoint = () => {
    checkpoint = true;
    hasCheckpoints = true;
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
    if (summary && !complete && !isWhole) forgetLine(summary, lines);
    const hasRates = summary?.isSql && (summary.reconnects ?? summary.otherPerS) !== undefined;
    const isLost = fatal !== null && !complete && !hasRates;
    if (fatal) {
      const place = fatal.line > (summary?.elapsedS?.line ?? lines) ? 'before' : 'after';
      const advice = isLost ? 'Fix its cause and run this test again.' : `The summary ${place} it was read.`;
      reporter.report('TOOL_FAILED', `${fatal.text} ${advice}`, { line: fatal.line });
    }
    if (isLost) return null;
    if (summary === null || isEmpty(summary)) {
      if (!fatal) reportMissing();
      return null;
    }
    reportDisagreements(summaryRelations(summary, context()), reporter);
    const lost = complete ? lostLine(summary) : null;
    if (lost !== null)
      reporter.report('ROWS_LOST', `no line ${lost} in the summary`, {
        line: summary.elapsedS?.line ?? lines,
      });
    if (!complete && !fatal) {
      const isShort = hasRates && !summary.elapsedS;
      const message = isShort
        ? 'the log ends after the statistics of SQL: time and latencies are missing'
        : 'the summary is cut: values after the cut are missing';
      reporter.report('TRUNCATED_LOG', message, { line: lines, ...(isShort && { severity: 'info' }) });
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
      threads: commandLine?.threads ?? threads ?? intervals.threads,
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
    get hasOptions(): boolean {
      return hasOptions;
    },
    /** It has printed something. */
    get isUsed(): boolean {
      return head.tool !== null || hasOptions || started;
    },
    /** A summary, and no checkpoint, was read. */
    get isComplete(): boolean {
      return complete && !summaryIsCheckpoint && !checkpoint;
    },
    /** A command line that follows is of another run. */
    get isOver(): boolean {
      return this.isComplete || head.options.phase !== 'run' || fatal !== null;
    },
    /** Facts for a later run that has none. */
    get handedOn(): HandedOn {
      return { cores: head.cores, commandOf: summaries === 0 ? head : null };
    },
    line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
      lines = lineNumber;
      if (start === end) return;
      isWhole = bytes[end - 1] === CLOSING;
      if (started) readBody(bytes, start, end, lineNumber);
      else readHead(bytes, start, end, lineNumber);
    },
    /** Before the threads have started there may be megabytes of EXPLAIN text; the load of files has one line of the head. */
    get readsValues(): boolean {
      return started || head.options.phase === 'prepare';
    },
    end(): SysbenchLog {
      const filled = finishSummary();
      // Filled line by line it takes four times the memory, and thousands of logs are held.
      const summary = filled && { ...filled };
      const { tool, shown: command, cores, options } = head;
      const said = head.commandLine ?? parseCommandLine('');
      return {
        ...{ type: 'sysbench', tool, command, cores, ...said },
        threads: said.threads ?? head.threads ?? intervals.threads,
        ...{ options, summary, summaries, perSecond: seconds.figures() },
        prepared: options.phase === 'prepare' ? head.prepared : null,
        ...{ fatal, lines },
      };
    },
  };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

/** The line of the throughput, where others of the summary are there. */
function lostLine(summary: SysbenchSummary): string | null {
  const { isSql, transactions, allStatements, mibPerS, operationsPerS, queriesPerS, rwRequestsPerS } =
    summary;
  if (isSql && (transactions ?? allStatements) && !queriesPerS && !rwRequestsPerS)
    return '`queries:` or `read/write requests:`';
  return !isSql && mibPerS && !operationsPerS && !rwRequestsPerS ? 'of operations or requests/s' : null;
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
