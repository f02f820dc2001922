import type { FileReporter } from '../../files/reporter';
import { isTestLogName } from '../../layout/file-name';
import { toDisplayText, toExcerpt } from '../../text/excerpt';
import type { LogParser, ParseSession, Sample } from '../parser';
import { type CommandLine, isSysbenchCommand, parseCommandLine } from './command-line';
import { forgetLine, readSummaryLine } from './summary-lines';
import type { SysbenchLog, SysbenchSummary } from './sysbench-log';

/**
 * sysbench 1.0.x and 1.1.0: what follows "Threads started!". Before it a run may hold megabytes of EXPLAIN text,
 * interleaved between threads and full of colons and numbers, so nothing there is read but the head.
 */
export const sysbench: LogParser = {
  kind: 'sysbench',
  score: scoreSysbench,
  open: (reporter) => new SysbenchSession(reporter),
};

const BANNER = /^(sysbench 1\.[01]\.\d[\w.-]*)(?: |$)/m;
const HEAD_LINES = 30;
const MAX_COMMAND_BYTES = 4096;
/** Lines of a summary are short; interval lines have 120 characters. */
const MAX_BODY_LINE_BYTES = 400;
const STARTED = 'Threads started!';
const [EXCLAMATION, SPACE, BRACKET, UPPER_F, UPPER_S, UPPER_T, LOWER_S] = [33, 32, 91, 70, 83, 84, 115];

function scoreSysbench(sample: Sample): number {
  const hinted = isTestLogName(sample.name);
  if (BANNER.test(sample.head)) return hinted ? 1 : 0.9;
  return hinted ? 0.3 : 0;
}

class SysbenchSession implements ParseSession {
  readonly #reporter: FileReporter;
  #tool: string | null = null;
  #command: string | null = null;
  #options: CommandLine | null = null;
  #cores: number | null = null;
  #threads: number | null = null;
  #started = false;
  #checkpoint = false;
  #summaries = 0;
  #summary: SysbenchSummary | null = null;
  #summaryIsCheckpoint = false;
  #complete = false;
  #fatal: SysbenchLog['fatal'] = null;
  #lines = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lines = lineNumber;
    if (start === end) return;
    if (this.#started) this.#readBody(bytes, start, end, lineNumber);
    else this.#readHead(bytes, start, end, lineNumber);
  }

  #readHead(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (bytes[end - 1] === EXCLAMATION && endsWith(bytes, end, STARTED)) {
      this.#started = true;
      return;
    }
    if (bytes[start] === UPPER_F && this.#readFatal(bytes, start, end, lineNumber)) return;
    if (lineNumber > HEAD_LINES) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_COMMAND_BYTES));
    const banner = BANNER.exec(text)?.[1];
    if (banner) this.#tool = banner;
    else if (this.#tool === null && this.#command === null && isSysbenchCommand(text)) {
      this.#command = toDisplayText(bytes.subarray(start, Math.min(end, start + MAX_COMMAND_BYTES)));
      this.#options = parseCommandLine(text);
    } else if (this.#tool === null) {
      this.#cores ??= matchCount(/^(\d+) CPUs$/, text);
    } else {
      this.#threads ??= matchCount(/^Number of threads: (\d+)$/, text);
    }
  }

  #readBody(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const first = bytes[start];
    if (end - start > MAX_BODY_LINE_BYTES) return;
    if (first === SPACE) {
      if (this.#summary && !this.#complete) {
        readSummaryLine(this.#summary, bytes.toString('latin1', start, end), lineNumber);
      }
      return;
    }
    if (first === BRACKET) {
      if (endsWith(bytes, end, '] Checkpoint report:')) this.#checkpoint = true;
    } else if (first === UPPER_F) {
      this.#readFatal(bytes, start, end, lineNumber);
    } else {
      this.#readHeading(bytes.toString('latin1', start, end), first);
    }
  }

  #readHeading(text: string, first: number | undefined): void {
    if (first === UPPER_S && text === 'SQL statistics:') {
      this.#openSummary();
    } else if (first === UPPER_T && text.startsWith('Threads fairness:')) {
      this.#complete = this.#summary !== null;
    } else if (first === LOWER_S && BANNER.test(text)) {
      // A second run was appended: its head, and perhaps its EXPLAIN text, comes first.
      this.#started = false;
      this.#summary = null;
    } else if (
      this.#summary === null &&
      /^(?:CPU speed|General statistics|Throughput|Latency \(ms\)):$/.test(text)
    ) {
      this.#openSummary();
    }
  }

  #openSummary(): void {
    this.#summaries += 1;
    this.#summary = {};
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
    const summary = this.#finishSummary();
    return {
      type: 'sysbench',
      tool: this.#tool,
      command: this.#command,
      cores: this.#cores,
      threads: this.#options?.threads ?? this.#threads,
      tables: this.#options?.tables ?? null,
      tableSize: this.#options?.tableSize ?? null,
      seconds: this.#options?.seconds ?? null,
      script: this.#options?.script ?? null,
      summary,
      summaries: this.#summaries,
      fatal: this.#fatal,
      lines: this.#lines,
    };
  }

  /** The last summary; null when the log ends without one of the whole run. Reports what is wrong with it. */
  #finishSummary(): SysbenchSummary | null {
    const summary = this.#summaryIsCheckpoint ? null : this.#summary;
    if (summary && !this.#complete) forgetLine(summary, this.#lines);
    const isEmpty = summary === null || Object.keys(summary).length === 0;
    if (this.#fatal) {
      this.#reporter.report('TOOL_FAILED', `${this.#fatal.text} Fix its cause and run this test again.`, {
        line: this.#fatal.line,
      });
      return null;
    }
    if (isEmpty) {
      const seen = this.#summaries > 0 ? 'only checkpoint reports' : 'no summary';
      this.#reporter.report(
        'TRUNCATED_LOG',
        `${seen} in ${this.#lines} lines: sysbench was killed or the file was cut. Run this test again.`,
        { line: this.#lines || null },
      );
      return null;
    }
    if (!this.#complete) {
      this.#reporter.report('TRUNCATED_LOG', 'the summary is cut: values after the cut are missing', {
        line: this.#lines,
      });
    } else if (this.#summaries > 1) {
      this.#reporter.report('SEVERAL_SUMMARIES', `${this.#summaries} summaries; the last one was read`, {
        line: summary.queries?.line ?? null,
      });
    }
    return summary;
  }
}

function matchCount(pattern: RegExp, text: string): number | null {
  const value = Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

function endsWith(bytes: Buffer, end: number, text: string): boolean {
  return end >= text.length && bytes.toString('latin1', end - text.length, end) === text;
}
