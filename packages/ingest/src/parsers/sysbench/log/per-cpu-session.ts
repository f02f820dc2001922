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
import { isStartedLine } from './started';
import { forgetLine, readFairnessLine, readSummaryLine } from './summary-lines';
import { type RelationContext, summaryRelations } from './summary-relations';
import { SysbenchDetails } from './sysbench-details';
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
export class PerCpuSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #details: SysbenchDetails | null;
  readonly #logs: SysbenchLog[] = [];
  #session: SysbenchSession;
  #isPinned = false;

  constructor(reporter: FileReporter, details?: DetailsBuilder) {
    this.#reporter = reporter;
    this.#details = details ? new SysbenchDetails(details) : null;
    this.#session = new SysbenchSession(reporter, this.#details);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const prefix = bytes[start] === UPPER_C ? prefixLength(bytes, start, end) : 0;
    if (prefix > 0) this.#next();
    this.#session.line(bytes, start + prefix, end, lineNumber);
  }

  get readsValues(): boolean {
    return this.#session.readsValues;
  }

  #next(): void {
    if (this.#isPinned) this.#keep(this.#session.end());
    this.#isPinned = true;
    this.#session = new SysbenchSession(this.#reporter, this.#details);
  }

  #keep(log: SysbenchLog): void {
    if (this.#logs.length < MAX_EXECUTIONS) this.#logs.push(log);
    else {
      const message = `more than ${MAX_EXECUTIONS} executions in one file; this one was not read`;
      this.#reporter.report('METRIC_MISSING', message, { line: log.lines });
    }
  }

  end(): SysbenchLog {
    const [first, ...others] = [...this.#logs, this.#session.end()];
    this.#details?.end();
    if (!first) throw new Error('a session always gives a log');
    return others.length === 0 ? first : { ...first, others };
  }
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
class SysbenchSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #head = new Head();
  #started = false;
  #checkpoint = false;
  #hasCheckpoints = false;
  #summaries = 0;
  #summary: SysbenchSummary | null = null;
  #summaryIsCheckpoint = false;
  #complete = false;
  #fatal: SysbenchLog['fatal'] = null;
  #lines = 0;
  #intervals = new IntervalMeans();

  readonly #details: SysbenchDetails | null;

  constructor(reporter: FileReporter, details: SysbenchDetails | null) {
    this.#reporter = reporter;
    this.#details = details;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lines = lineNumber;
    if (start === end) return;
    if (this.#started) this.#readBody(bytes, start, end, lineNumber);
    else this.#readHead(bytes, start, end, lineNumber);
  }

  /** Before the threads have started there may be megabytes of EXPLAIN text; the load of files has one line of the head. */
  get readsValues(): boolean {
    return this.#started || this.#head.options.phase === 'prepare';
  }

  #readHead(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (isStartedLine(bytes, start, end)) {
      this.#started = true;
      this.#details?.begin();
      return;
    }
    if (bytes[start] === UPPER_F && this.#readFatal(bytes, start, end, lineNumber)) return;
    this.#head.line(bytes, start, end, lineNumber);
  }

  #readBody(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const first = bytes[start];
    if (end - start > MAX_BODY_LINE_BYTES) return;
    if (first === BRACKET) {
      const bracketed = bytes.toString('latin1', start, end);
      if (bytes[end - 1] === COLON && bracketed.endsWith(CHECKPOINT)) this.#foundCheckpoint();
      else this.#readInterval(bracketed, lineNumber);
      return;
    }
    if (first === UPPER_F && this.#readFatal(bytes, start, end, lineNumber)) return;
    if (first === SPACE && this.#summary === null && !this.#details) return;
    const text = bytes.toString('latin1', start, end);
    if (isDigit(first) && isCsvLine(text)) this.#readInterval(text, lineNumber);
    else if (first === LOWER_S && findBanner(text) !== null) this.#beginAgain(bytes, start, end, lineNumber);
    else this.#readText(text, lineNumber);
  }

  #readText(text: string, line: number): void {
    this.#details?.text(text, line);
    const isIndented = text.startsWith(' ');
    if (!isIndented) this.#readHeading(text);
    if (!this.#summary) return;
    if (!this.#complete) readSummaryLine(this.#summary, text, line);
    else if (isIndented) readFairnessLine(this.#summary, text, line);
  }

  #readInterval(text: string, line: number): void {
    const interval = readIntervalLine(text);
    if (!interval) return;
    this.#intervals.add(interval, line);
    this.#details?.interval(interval, line);
  }

  #foundCheckpoint(): void {
    this.#checkpoint = true;
    this.#hasCheckpoints = true;
  }

  /** A second run was appended: its head, and perhaps its EXPLAIN text, comes first. */
  #beginAgain(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#started = false;
    this.#summary = null;
    this.#intervals = new IntervalMeans();
    this.#hasCheckpoints = false;
    this.#head.line(bytes, start, end, lineNumber);
  }

  #readHeading(text: string): void {
    if (SQL_HEADING.test(text)) this.#openSummary({ isSql: true });
    else if (text.startsWith('Threads fairness:')) this.#complete = this.#summary !== null;
    else if ((this.#summary === null || this.#complete) && SYSTEM_HEADING.test(text)) this.#openSummary({});
    // `Maximum prime number checked in CPU test: 20000` of 0.4 and 0.5.
    else if (text.startsWith('Maximum prime number')) readOptionLine(this.#head.options, text);
  }

  #openSummary(summary: SysbenchSummary): void {
    this.#summaries += 1;
    this.#summary = summary;
    this.#complete = false;
    this.#summaryIsCheckpoint = this.#checkpoint;
    this.#checkpoint = false;
  }

  #readFatal(bytes: Buffer, start: number, end: number, lineNumber: number): boolean {
    if (bytes.toString('latin1', start, start + 6) !== 'FATAL:') return false;
    const line = bytes.subarray(start, end);
    this.#fatal ??= { line: lineNumber, text: toExcerpt(line) };
    return true;
  }

  end(): SysbenchLog {
    const head = this.#head;
    const summary = this.#finishSummary();
    const { tool, command, cores, options } = head;
    const said = head.commandLine ?? parseCommandLine('');
    return {
      ...{ type: 'sysbench', tool, command, cores, ...said, threads: said.threads ?? head.threads },
      ...{ options, summary, summaries: this.#summaries },
      prepared: options.phase === 'prepare' ? head.prepared : null,
      ...{ fatal: this.#fatal, lines: this.#lines },
    };
  }

  /** The last summary; null when the log ends without one of the whole run. Reports what is wrong with it. */
  #finishSummary(): SysbenchSummary | null {
    const summary = this.#summaryIsCheckpoint ? null : this.#summary;
    if (summary && !this.#complete) forgetLine(summary, this.#lines);
    if (summary && !this.#fatal) {
      reportDisagreements(summaryRelations(summary, this.#context()), this.#reporter);
    }
    if (this.#fatal) {
      const { text, line } = this.#fatal;
      this.#reporter.report('TOOL_FAILED', `${text} Fix its cause and run this test again.`, { line });
      return null;
    }
    if (summary === null || isEmpty(summary)) {
      this.#reportMissing();
      return null;
    }
    if (!this.#complete) {
      this.#reporter.report('TRUNCATED_LOG', 'the summary is cut: values after the cut are missing', {
        line: this.#lines,
      });
    } else if (this.#summaries > 1) {
      this.#reporter.report('SEVERAL_SUMMARIES', `${this.#summaries} summaries; the last one was read`, {
        line: (summary.queries ?? summary.events)?.line ?? null,
      });
    }
    return summary;
  }

  #context(): RelationContext {
    const { options, commandLine, threads, hasRate } = this.#head;
    return {
      intervals: this.#intervals,
      hasCheckpoints: this.#hasCheckpoints,
      hasRate,
      threads: commandLine?.threads ?? threads,
      blockMib: blockMib(options.words),
      isTpcc: isTpcc({ options, script: commandLine?.script ?? null }, this.#reporter.file),
    };
  }

  #reportMissing(): void {
    if (this.#head.options.phase !== 'run') return;
    const seen = this.#summaries > 0 ? 'only checkpoint reports' : 'no summary';
    this.#reporter.report(
      'TRUNCATED_LOG',
      `${seen} in ${this.#lines} lines: sysbench was killed or the file was cut. Run this test again.`,
      { line: this.#lines || null },
    );
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

function isEmpty(summary: SysbenchSummary): boolean {
  return Object.values(summary).every((value) => typeof value !== 'object');
}
