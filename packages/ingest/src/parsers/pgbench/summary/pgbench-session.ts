import { reportDisagreements } from '../../../checks/disagreements';
import type { FileReporter } from '../../../files/reporter';
import type { NumberAt } from '../../number-line';
import type { ParseSession } from '../../parser';
import { isProgressLine } from '../progress/progress-line';
import { Aborts, isRunAborted, joinAborted } from './aborts';
import { type PgbenchLog, type PgbenchSummary, throughputOf } from './pgbench-log';
import { reportSummary } from './report-summary';
import { RunContext } from './run-context';
import { type LineValues, readScriptLine, readText, readTopLine } from './summary-lines';
import { summaryRelations } from './summary-relations';

/** Lines of a summary are short; the path of a script may be long. */
const MAX_LINE_BYTES = 4200;
/** Memory must not grow with the file. */
const MAX_SUMMARIES = 10_000;
const MAX_SCRIPTS = 1000;
const QUOTE = /^[\t >]{1,40}/;
const VACUUM = 'starting vacuum...';
const ERROR = /^pgbench: (?:error|fatal): /;

/** The line that is read. */
interface Spot {
  line: number;
  bytes: Buffer;
}

/** Reads summaries in the order of the file, each from `transaction type:` to what follows its tps. */
export class PgbenchSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #log: PgbenchLog = { type: 'pgbench', summaries: [], progressLines: 0, aborted: null };
  readonly #context = new RunContext();
  readonly #aborts = new Aborts();
  #current: PgbenchSummary | null = null;
  /** First line of a run that has begun after the last summary; null when none has. */
  #begun: number | null = null;
  #error: { line: number; text: string } | null = null;
  #line = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#line = lineNumber;
    if (start === end) return;
    const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE_BYTES));
    const bare = text.replace(QUOTE, '');
    if (isProgressLine(bare)) {
      this.#log.progressLines += 1;
      this.#begin(lineNumber);
    } else if (isRunAborted(bare)) this.#runAborted(lineNumber);
    else if (!this.#aborts.client(bare, lineNumber)) {
      this.#read(bare, { line: lineNumber, bytes: bytes.subarray(start, end) });
    }
  }

  #read(text: string, spot: Spot): void {
    const { line } = spot;
    const type = readText(text, 'type');
    if (type !== null) {
      this.#open(line, type);
      return;
    }
    const top = readTopLine(text);
    if (top) this.#readTop(top, spot);
    else if (this.#current && this.#readRest(this.#current, text, spot)) return;
    else if (text.startsWith(VACUUM)) this.#begin(line);
    else if (ERROR.test(text)) this.#error ??= { line, text };
    else if (this.#context.line(text, line) === 'started') this.#begin(line);
  }

  /** Lines that count within a summary only. */
  #readRest(current: PgbenchSummary, text: string, spot: Spot): boolean {
    const mode = readText(text, 'queryMode');
    const method = readText(text, 'partitionMethod');
    const script = readText(text, 'script');
    if (mode !== null) current.queryMode ??= mode;
    else if (method !== null) current.partitionMethod ??= method;
    else if (script !== null) {
      if (current.scripts.length < MAX_SCRIPTS)
        current.scripts.push({ name: script, line: spot.line, values: {} });
    } else {
      const values = readScriptLine(text);
      const last = current.scripts.at(-1);
      if (!values || !last) return false;
      this.#set(last.values, values, spot);
    }
    return true;
  }

  #readTop(values: NonNullable<ReturnType<typeof readTopLine>>, spot: Spot): void {
    const { line } = spot;
    const current = this.#current;
    const [field] = values[0] ?? [];
    if (!field) return;
    // A block without its first lines: some authors leave them out of the second run of a series.
    if (!current) this.#open(line, null);
    else if (current.values[field] || (throughputOf(current) && !field.startsWith('tps')))
      this.#openShortened(line);
    if (this.#current) this.#set(this.#current.values, values, spot);
  }

  #set(
    into: Partial<Record<string, NumberAt>>,
    values: NonNullable<LineValues<string>>,
    { line, bytes }: Spot,
  ): void {
    for (const [field, value] of values) {
      if (Number.isFinite(value)) into[field] ??= { value, line };
      else this.#reporter.unreadable(line, bytes);
    }
  }

  #open(line: number, type: string | null): void {
    this.#finish();
    const aborted = this.#aborts.take();
    this.#begun = null;
    this.#current = {
      firstLine: line,
      ...this.#context.take(),
      type,
      queryMode: null,
      partitionMethod: null,
      values: {},
      scripts: [],
      aborted,
      isShortened: false,
    };
  }

  /** Settings that are not printed again are those of the summary above, from whose lines they come. */
  #openShortened(line: number): void {
    const above = this.#current;
    this.#open(line, null);
    if (!above || !this.#current) return;
    const { type, queryMode, partitionMethod, values } = above;
    const { scale, clients, threads, partitions, maxTries } = values;
    const settings = { scale, clients, threads, partitions, maxTries };
    const known = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    Object.assign(this.#current, { type, queryMode, partitionMethod, values: known, isShortened: true });
  }

  /** A run that begins after a summary: clients that aborted before it are those of the summary. */
  #begin(line: number): void {
    const current = this.#current;
    if (!current || !throughputOf(current) || this.#begun !== null) return;
    current.aborted = joinAborted(current.aborted, this.#aborts.take());
    this.#begun = line;
  }

  #runAborted(line: number): void {
    const found = joinAborted(this.#aborts.take(), { clients: null, line });
    const { aborted } = this.#current ?? this.#log;
    (this.#current ?? this.#log).aborted = joinAborted(aborted, found);
  }

  #finish(): void {
    const summary = this.#current;
    this.#current = null;
    if (!summary) return;
    if (this.#log.summaries.length >= MAX_SUMMARIES) {
      const message = `more than ${MAX_SUMMARIES} summaries in one file; the rest was not read`;
      this.#reporter.report('METRIC_MISSING', message, { line: summary.firstLine });
      return;
    }
    this.#log.summaries.push(summary);
    reportSummary(summary, this.#reporter);
    // What is left of a run whose clients gave up fits nothing.
    if (!summary.aborted) reportDisagreements(summaryRelations(summary), this.#reporter);
  }

  end(): PgbenchLog {
    const rest = this.#aborts.take();
    const owner = this.#begun === null ? (this.#current ?? this.#log) : this.#log;
    owner.aborted = joinAborted(owner.aborted, rest);
    this.#finish();
    if (this.#begun !== null) {
      const message = 'a run that began here has no summary: pgbench was stopped, or the file was cut';
      this.#reporter.report('TRUNCATED_LOG', message, { line: this.#begun });
    }
    if (this.#log.summaries.length === 0) this.#reportNone();
    return this.#log;
  }

  #reportNone(): void {
    const { aborted, progressLines } = this.#log;
    const failure = this.#error ?? (aborted && { line: aborted.line, text: 'clients aborted' });
    if (failure) {
      const message = `no summary: ${failure.text.slice(0, 200)}`;
      this.#reporter.report('TOOL_FAILED', message, { line: failure.line });
    } else if (progressLines > 0) {
      const message = `${progressLines} progress lines and no summary: it is in another file, or pgbench was stopped`;
      this.#reporter.report('NO_RESULT', message);
    } else {
      this.#reporter.report('TRUNCATED_LOG', 'no summary: pgbench was stopped, or the file was cut', {
        line: this.#line || null,
      });
    }
  }
}
