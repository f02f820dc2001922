import { reportDisagreements } from '../../../checks/disagreements';
import type { FileReporter } from '../../../files/reporter';
import type { NumberAt } from '../../number-line';
import type { ParseSession } from '../../parser';
import { isProgressLine } from '../progress/progress-line';
import {
  type AbortedClients,
  isIncomplete,
  isWhole,
  type PgbenchLog,
  type PgbenchSummary,
  throughputOf,
} from './pgbench-log';
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

/** Reports missing parts of a summary and the limits of its numbers. */
function reportSummary(summary: PgbenchSummary, reporter: FileReporter): void {
  const { firstLine, values, aborted, isShortened } = summary;
  if (isShortened) {
    const message = 'no `transaction type:` above these lines; settings are those of the summary before';
    reporter.report('pgbench:SHORTENED', message, { line: firstLine });
  }
  if (!isWhole(summary)) {
    const message =
      'expected `transaction type:` and what follows it above these lines: the script is unknown';
    reporter.report('TRUNCATED_LOG', message, { line: firstLine });
    return;
  }
  const tps = throughputOf(summary);
  if (aborted) reportAborted(summary, reporter);
  else if (!tps) {
    const message =
      'no line `tps = ... (without initial connection time)`, or `(excluding ...)`: no throughput';
    reporter.report('TRUNCATED_LOG', message, { line: firstLine });
  } else if (isIncomplete(summary)) {
    const { processed, target } = values;
    const message = `${processed?.value} of ${target?.value} transactions were processed; the result is kept as failed`;
    reporter.report('CLIENTS_FAILED', message, { line: processed?.line ?? firstLine });
  }
  if (values.lagAvgMs) {
    const message =
      'limited by -R: the TPS is the rate that was asked for, latencies count from the scheduled start';
    reporter.report('pgbench:RATE_LIMITED', message, { line: values.lagAvgMs.line });
  }
}

function reportAborted(summary: PgbenchSummary, reporter: FileReporter): void {
  const { aborted } = summary;
  if (!aborted) return;
  const who = aborted.clients === null ? 'clients' : `${aborted.clients} clients`;
  const at = { line: aborted.line };
  if (throughputOf(summary)) {
    reporter.report('CLIENTS_FAILED', `${who} aborted; the result is incomplete and kept as failed`, at);
  } else {
    reporter.report('TOOL_FAILED', `${who} aborted before there was a result`, at);
  }
}

/**
 * `pgbench: error: client 3 aborted in command 5 (SQL) of script 0; ...`, `client 3 script 0 aborted in command ...`,
 * `Client 3 aborted in state 5: ...` of 9.x.
 */
const CLIENT = /^(?:pgbench: (?:error|fatal): )?client (\d{1,9}) (?:script \d{1,9} )?aborted\b/i;
/** The last line since 13. */
const RUN = /^pgbench: (?:error|fatal): Run was aborted; the above results are incomplete\./;
/** More clients than any run has: what a hostile log names must not fill the memory. */
const MAX_CLIENTS = 10_000;

/** Clients that aborted since the last summary. */
class Aborts {
  #clients = new Set<number>();
  #line: number | null = null;

  /** @returns whether the line was one */
  client(text: string, line: number): boolean {
    const [, client] = CLIENT.exec(text) ?? [];
    if (client === undefined) return false;
    this.#line ??= line;
    if (this.#clients.size < MAX_CLIENTS) this.#clients.add(Number(client));
    return true;
  }

  /** What was collected, once; null when no client aborted. */
  take(): AbortedClients | null {
    const line = this.#line;
    const clients = this.#clients.size;
    this.#line = null;
    this.#clients = new Set();
    return line === null ? null : { clients, line };
  }
}

function isRunAborted(text: string): boolean {
  return RUN.test(text);
}

/** Both say of one run that it was aborted. */
function joinAborted(a: AbortedClients | null, b: AbortedClients | null): AbortedClients | null {
  if (a === null || b === null) return a ?? b;
  const clients = a.clients === null && b.clients === null ? null : (a.clients ?? 0) + (b.clients ?? 0);
  return { clients, line: Math.min(a.line, b.line) };
}
