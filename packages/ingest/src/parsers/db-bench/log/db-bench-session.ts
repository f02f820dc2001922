import { reportDisagreements } from '../../../checks/disagreements';
import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { baseName } from '../../../layout/base-name';
import { toExcerpt } from '../../../text/excerpt';
import type { ParseSession } from '../../parser';
import { parseLogName } from '../names';
import { GIB } from '../sizes';
import { DbBenchDetails } from './db-bench-details';
import type { DbBenchLog, DbBenchResult, Execution, LogValue } from './db-bench-log';
import { microsToSeconds, OPERATION_HEADING, readHistogramLine } from './histogram-lines';
import { afterProgress, hasDamagedExtra, parseResultLine, type ResultLine, resultText } from './result-line';
import { resultRelations } from './result-relations';
import { isIdleStep, isRearrangingStep, Phases } from './steps';
import { TreeReader, type TreeStatistics } from './tree-statistics';

/** Of one file: benchmark.sh makes one, long sequences make tens. */
const MAX_RESULTS = 10_000;
const MAX_LINE_BYTES = 1000;
const VERSION = /^RocksDB: {2,8}version (\S{1,40})$/;
const HEADER = /^(?:Date: {2,10}(.{1,60})|CPU: {2,12}(\d{1,5}) \* .*|Entries: {2,6}(\d{1,15}))$/;
/** `Keys:       20 bytes each (+ 0 bytes user-defined timestamp)`, `Values:     100 bytes each (50 bytes after compression)` */
const ENTRY = /^(?:Keys|Values): {2,12}(\d{1,9}) bytes each/;
/** `2021/02/25-17:01:41  ... thread 0: (33900000,33900000) ops and (...) ops/second in (...) seconds` */
const INTERVAL = / {2}\.\.\. thread (\d+): \(/;
const MAX_THREADS = 10_000;
/** `open error: IO error: ...`, `put error: ...`, `unknown benchmark 'nosuch'` */
const FAILURE = /^(?:\w+ error: |unknown benchmark |Corruption: |IO error: )/;
const TEST_IS = /^test is: ([\w.]{1,60})$/;
const WARM_UP = /^Warming up benchmark by running (\d{1,9}) times$/;

/** Reads results and gives each the histogram and the statistics that belong to it. */
export class DbBenchSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #executions: WatchedExecution[] = [];
  readonly #tree = new TreeReader((line, text) =>
    this.#reporter.unreadable(line, Buffer.from(text, 'latin1')),
  );
  /** Statistics without a test yet: dumps while a test runs come before its result. */
  #early: TreeStatistics | null = null;
  readonly #trees = new Map<DbBenchResult, { tree: TreeStatistics; isCumulative: boolean }>();
  /** The last result, while histogram and statistics that follow are its own. */
  #owner: { result: DbBenchResult; isCumulative: boolean } | null = null;
  #inHistogram = false;
  #log = { resultLines: 0, compactionStats: 0, warnings: 0, lines: 0 };
  #kept = 0;
  readonly #details: DbBenchDetails | null;

  constructor(reporter: FileReporter, details?: DetailsBuilder) {
    this.#reporter = reporter;
    this.#details = details ? new DbBenchDetails(details) : null;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#log.lines = lineNumber;
    const result = resultText(bytes, start, end);
    if (result?.includes(' micros/op ')) {
      const parsed = parseResultLine(result);
      if (parsed) {
        if (hasDamagedExtra(parsed))
          this.#reporter.unreadable(lineNumber, bytes.subarray(end - result.length, end));
        this.#details?.result(parsed, lineNumber);
        this.#result(parsed, lineNumber);
        return;
      }
      const line = bytes.subarray(end - result.length, end);
      this.#reporter.unparsed('`<test> : N micros/op N ops/sec ...`', lineNumber, line);
      return;
    }
    const at = afterProgress(bytes, start, end);
    if (end - at > MAX_LINE_BYTES || at === end) return;
    this.#text(bytes.toString('latin1', at, end), lineNumber);
  }

  #text(text: string, line: number): void {
    const isTree = this.#tree.line(text, line);
    if (isTree) this.#newTree();
    this.#details?.text(text, line, isTree ? this.#tree.dump : null);
    const first = text.charCodeAt(0);
    if (text.startsWith('** Compaction Stats [')) this.#log.compactionStats += 1;
    if (OPERATION_HEADING.test(text)) this.#inHistogram = true;
    else if (this.#inHistogram && (first === 77 || first === 80)) this.#histogram(text, line);
    else if (first === 42) this.#inHistogram = false;
    else this.#control(text, line);
  }

  /** Lines with the progress of the tool. */
  #control(text: string, line: number): void {
    const version = VERSION.exec(text)?.[1];
    if (version !== undefined) {
      const execution = this.#current();
      const fresh = execution.hasHeader && execution.version === null && execution.results.length === 0;
      const at = fresh || !execution.hasHeader ? this.#headed(line) : this.#open(line);
      at.version = version;
      at.hasHeader = true;
    } else if (text.startsWith('Keys:  ')) {
      this.#headed(line).hasHeader = true;
    } else if (text.startsWith('Initializing RocksDB Options from')) {
      this.#current().sinceOpen = 0;
      this.#settle();
    } else if (text.startsWith('DB path: [')) {
      this.#current().hasHeader = true;
      this.#settle();
    } else if (text.startsWith('WARNING: ')) {
      this.#log.warnings += 1;
    } else if (INTERVAL.test(text)) {
      const execution = this.#current(line);
      execution.intervals += 1;
      if (execution.threadIds.size < MAX_THREADS) execution.threadIds.add(INTERVAL.exec(text)?.[1] ?? '');
      this.#settle();
    } else if (FAILURE.test(text)) {
      this.#current(line).failure ??= { line, text: toExcerpt(Buffer.from(text, 'latin1')) };
    } else {
      this.#step(text, line);
    }
  }

  #step(text: string, line: number): void {
    const [, date, cores, entries] = HEADER.exec(text) ?? [];
    const execution = this.#current(line);
    if (date) execution.date = date;
    if (cores) execution.cores = Number(cores) || null;
    if (entries) execution.entries = Number(entries) || null;
    const bytes = ENTRY.exec(text)?.[1];
    if (bytes)
      this.#headed(line).entryBytes =
        (text.startsWith('K') ? 0 : (execution.entryBytes ?? 0)) + Number(bytes);
    const announced = TEST_IS.exec(text)?.[1];
    if (announced) {
      execution.announces = true;
      execution.isAnswered = false;
      execution.announced = announced;
      if (isRearrangingStep(announced)) execution.phases.step(announced);
      if (!isIdleStep(announced)) this.#settle();
    }
    if (text === 'flush memtable' && !execution.announces) execution.phases.step('flush');
    const warmups = WARM_UP.exec(text)?.[1];
    if (warmups) execution.warmups = Number(warmups);
  }

  #result(parsed: ResultLine, line: number): void {
    this.#log.resultLines += 1;
    const execution = this.#current(line);
    const { announces, isAnswered } = execution;
    execution.isAnswered = true;
    execution.announced = null;
    execution.intervals = 0;
    if (isRearrangingStep(parsed.bench)) {
      execution.steps += 1;
      if (!announces) execution.phases.step(parsed.bench);
      this.#settle();
      return;
    }
    if (isIdleStep(parsed.bench) || (announces && isAnswered) || this.#kept >= MAX_RESULTS) return;
    this.#kept += 1;
    const { microsText, extra: _, ...numbers } = parsed;
    const result: DbBenchResult = {
      ...numbers,
      line,
      lineEnd: line,
      warmup: execution.warmups > 0,
      phase: execution.phases.current,
      values: [{ metric: 'latency_avg', value: microsToSeconds(microsText), line }],
    };
    execution.warmups = Math.max(0, execution.warmups - 1);
    execution.phases.step(parsed.bench);
    execution.results.push(result);
    const { threadIds, entryBytes } = execution;
    const threads = parseLogName(baseName(this.#reporter.file))?.threads ?? (threadIds.size || null);
    reportDisagreements(resultRelations(result, { threads, entryBytes }), this.#reporter);
    threadIds.clear();
    const isCumulative = execution.sinceOpen === 0;
    execution.sinceOpen += 1;
    if (this.#early) this.#trees.set(result, { tree: this.#early, isCumulative });
    this.#early = null;
    this.#tree.close();
    this.#owner = { result, isCumulative };
    this.#inHistogram = false;
  }

  #newTree(): void {
    const tree = this.#tree.dump;
    if (!tree) return;
    if (this.#owner) this.#trees.set(this.#owner.result, { tree, isCumulative: this.#owner.isCumulative });
    else this.#early = tree;
  }

  #histogram(text: string, line: number): void {
    const { result } = this.#owner ?? {};
    if (!result) return;
    for (const [metric, { value }] of readHistogramLine(text, line)) {
      const known: LogValue | undefined = result.values.find((each) => each.metric === metric);
      // A test of several operation types prints a histogram of each; the first is that of the test's own.
      if (!known) result.values.push({ metric, value, line });
      result.lineEnd = line;
    }
    if (text.startsWith('Percentiles:')) this.#inHistogram = false;
  }

  /** What follows belongs to the next test. */
  #settle(): void {
    this.#owner = null;
    this.#inHistogram = false;
  }

  #current(line = this.#log.lines): WatchedExecution {
    return this.#executions.at(-1) ?? this.#open(line);
  }

  /** The execution whose header is being read: a header after results starts the next one. */
  #headed(line: number): WatchedExecution {
    const execution = this.#current(line);
    return execution.results.length > 0 ? this.#open(line) : execution;
  }

  #open(line: number): WatchedExecution {
    this.#settle();
    this.#early = null;
    this.#tree.close();
    const execution = watch(line);
    if (this.#executions.length < MAX_RESULTS) this.#executions.push(execution);
    return execution;
  }

  end(): DbBenchLog {
    for (const [result, { tree, isCumulative }] of this.#trees) {
      result.values.push(...toTreeValues(tree, isCumulative));
      result.lineEnd = Math.max(result.lineEnd, tree.lineEnd);
    }
    this.#details?.end();
    const executions = this.#executions.map((execution) => this.#finish(execution));
    return { type: 'db_bench', executions, ...this.#log };
  }

  #finish(execution: WatchedExecution): Execution {
    const { line, version, date, cores, entries, hasHeader, results } = execution;
    const { lines } = this.#log;
    let { failure } = execution;
    if (failure) {
      this.#reporter.report('TOOL_FAILED', `${failure.text} Fix its cause and run this test again.`, {
        line: failure.line,
      });
    } else if (isCut(execution)) {
      const what = results.length === 0 ? 'no result line' : 'the last test has no result line';
      const message = `${what}: db_bench was killed, or the file was cut. Run this test again.`;
      this.#reporter.report('TRUNCATED_LOG', message, { line: lines || null });
      if (results.length === 0) failure = { line: lines, text: what };
    }
    return { line, version, date, cores, entries, hasHeader, failure, results };
  }
}

/**
 * Measurements of a dump of statistics.
 *
 * @param isCumulative true when nothing but the test ran since the database was opened; else only sizes say something
 *   about the test
 */
function toTreeValues(tree: TreeStatistics, isCumulative: boolean): LogValue[] {
  const { compactionGb: written, stalls } = tree;
  const amplification = reportWriteAmplification(tree);
  const cumulative: [LogValue['metric'], Omit<LogValue, 'metric'> | null | undefined][] = [
    ['compaction_write', written && { ...written, value: Math.round(written.value * GIB) }],
    ['compaction_rate', tree.compactionRate],
    ['compaction_seconds', tree.compactionSeconds],
    ['compaction_cpu', tree.compactionCpuSeconds],
    ['uptime', tree.uptimeSeconds],
    ['stall_percent', tree.stallPercent],
    ['stall_count', stalls && { ...stalls, formula: 'stall_counts' }],
    ['write_amplification', amplification],
  ];
  const sizes: typeof cumulative = [
    ['lsm_size', tree.lsmBytes],
    ['blob_size', tree.blobBytes],
  ];
  return [...sizes, ...(isCumulative ? cumulative : [])].flatMap(([metric, at]) =>
    at ? [{ metric, ...at }] : [],
  );
}

/** As benchmark.sh computes w_amp. Flushes are in the compaction statistics too, so they count twice. */
function reportWriteAmplification({ compactionGb, flushGb, ingestGb }: TreeStatistics) {
  if (!compactionGb || !flushGb || !ingestGb || ingestGb.value <= 0) return null;
  const value = (compactionGb.value + flushGb.value) / ingestGb.value;
  return { value, line: compactionGb.line, formula: 'report_write_amplification' } as const;
}

/** An execution while its lines are read. */
interface WatchedExecution extends Execution {
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

function watch(line: number): WatchedExecution {
  return {
    ...{ line, version: null, date: null, cores: null, entries: null, hasHeader: false, failure: null },
    ...{ results: [], phases: new Phases(), announces: false, announced: null, isAnswered: false },
    ...{ steps: 0, warmups: 0, sinceOpen: 0, intervals: 0, threadIds: new Set(), entryBytes: null },
  };
}

/** True when a test began and its result is not there. */
function isCut({ results, steps, intervals, announced }: WatchedExecution): boolean {
  const isUnanswered = announced !== null && !isIdleStep(announced) && !isRearrangingStep(announced);
  return results.length + steps === 0 || intervals > 0 || isUnanswered;
}
