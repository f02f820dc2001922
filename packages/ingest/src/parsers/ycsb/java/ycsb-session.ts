import { reportDisagreements } from '../../../checks/disagreements';
import type { FileReporter } from '../../../files/reporter';
import { toExcerpt } from '../../../text/excerpt';
import type { ParseSession } from '../../parser';
import { reportFailures } from '../report-failures';
import { noSettings, type Settings, type YcsbLog, type YcsbRun } from '../ycsb-log';
import { readHeadLine } from './head';
import { rowRelations } from './row-relations';
import { applyRow, isBelowMillisecond, isBucketRow, type Row, readRow } from './rows';
import { isBroken, readStatus } from './status-line';

/** A class path may be some KB long, and the options come behind it. */
const MAX_LINE_BYTES = 32_768;
/** Memory must not grow with the file. */
const MAX_RUNS = 10_000;
/** The first one is the reason for missing rows: `redis.clients.jedis.exceptions.JedisConnectionException: ...` */
const EXCEPTION =
  /^(?:Exception in thread |Caused by: )?(?:"[^"]{0,80}" )?(?:[a-z]\w{0,40}\.){1,12}[A-Z]\w{0,80}(?:Exception|Error)\b/;

interface Spot {
  line: number;
  bytes: Buffer;
}

/** Reads what the Java client prints: executions in the order of the file, each from its command line to its rows. */
export class YcsbSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #runs: YcsbRun[] = [];
  #current: YcsbRun | null = null;
  #exception: { line: number; text: string } | null = null;
  #line = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#line = lineNumber;
    if (start === end) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    const spot = { line: lineNumber, bytes: bytes.subarray(start, end) };
    const row = readRow(text);
    if (row) this.#row(row, spot);
    else if (!this.#status(text, spot)) this.#head(text, spot);
  }

  #row(row: Row, spot: Spot): void {
    if (isBucketRow(row)) return;
    const isSecond = row.name === 'OVERALL' && row.metric === 'RunTime(ms)' && hasRows(this.#current);
    if (isSecond) this.#finish();
    if (isBelowMillisecond(row)) {
      const message = `${row.metric} of ${row.name} is printed in whole milliseconds, as 0: below 1 ms, not stored`;
      this.#reporter.report('ycsb:BELOW_MILLISECOND', message, spot);
    } else if (!applyRow(this.#open(spot.line), row, spot.line))
      this.#reporter.unreadable(spot.line, spot.bytes);
  }

  #status(text: string, { line, bytes }: Spot): boolean {
    const status = readStatus(text);
    if (!status) return false;
    const run = this.#open(line);
    run.status = { ...status, lines: (run.status?.lines ?? 0) + 1, line };
    if (isBroken(text)) {
      const message =
        'a line of progress ends within the latencies of an operation: these are not in the chart';
      this.#reporter.report('LINE_UNPARSED', message, { line, bytes });
    }
    return true;
  }

  #head(text: string, { line, bytes }: Spot): void {
    const head = readHeadLine(text, bytes, line);
    if (head) {
      if (hasRows(this.#current)) {
        // Text after the rows belongs to the next run, or went to another stream earlier.
        if (!head.isStart) return;
        this.#finish();
      }
      const run = this.#open(line);
      run.version ??= head.version;
      fill(run.settings, head.settings);
    } else if (!this.#exception && EXCEPTION.test(text)) {
      this.#exception = { line, text: toExcerpt(bytes) };
    }
  }

  #open(line: number): YcsbRun {
    this.#current ??= {
      tool: 'YCSB',
      version: null,
      settings: noSettings(),
      runTimeS: null,
      throughput: null,
      operations: [],
      isComplete: false,
      status: null,
      firstLine: line,
    };
    return this.#current;
  }

  #finish(): void {
    const run = this.#current;
    const exception = this.#exception;
    this.#current = null;
    this.#exception = null;
    if (!run) return;
    run.isComplete = run.throughput !== null;
    // Extremes of no operations are those of the type: 9223372036854775807.
    for (const operation of run.operations) if (operation.count?.value === 0) operation.latencies.clear();
    if (!run.isComplete) this.#reportIncomplete(run, exception);
    reportDisagreements(rowRelations(run), this.#reporter);
    reportFailures(run, this.#reporter);
    if (this.#runs.length < MAX_RUNS) this.#runs.push(run);
    else if (this.#runs.length === MAX_RUNS) {
      const message = `more than ${MAX_RUNS} runs in one file; the rest was not read`;
      this.#reporter.report('METRIC_MISSING', message, { line: this.#line });
    }
  }

  #reportIncomplete(run: YcsbRun, exception: { line: number; text: string } | null): void {
    if (exception && run.operations.length === 0) {
      const message = `no [OVERALL] rows: ${exception.text} Fix its cause and run this test again.`;
      this.#reporter.report('TOOL_FAILED', message, { line: exception.line });
      return;
    }
    const { status } = run;
    const last = status ? `; the last line of progress is of ${status.seconds} s` : '';
    const message = `no row [OVERALL], Throughput(ops/sec): YCSB was stopped, or the file was cut${last}`;
    this.#reporter.report('TRUNCATED_LOG', message, { line: this.#line || null });
  }

  end(): YcsbLog {
    if (!this.#current && this.#runs.length === 0 && this.#exception) this.#open(this.#exception.line);
    this.#finish();
    return { type: 'ycsb', runs: this.#runs, rows: 0 };
  }
}

function hasRows(run: YcsbRun | null): boolean {
  return run !== null && (run.throughput !== null || run.runTimeS !== null || run.operations.length > 0);
}

/** What an earlier line says stays: the command line comes before echoes of it. */
function fill(settings: Settings, more: Partial<Settings>): void {
  const known = Object.entries(settings).filter(([, value]) => value !== null);
  Object.assign(settings, more, Object.fromEntries(known));
}
