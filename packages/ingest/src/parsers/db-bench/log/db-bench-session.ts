import { reportDisagreements } from '../../../checks/disagreements';
import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { baseName } from '../../../identity/names/base-name';
import { toExcerpt } from '../../../text/excerpt';
import type { ParseSession } from '../../parser';
import { parseLogName } from '../names';
import { GIB } from '../sizes';
import { dbBenchDetails } from './db-bench-details';
import type { DbBenchLog, DbBenchResult, Execution, LogValue } from './db-bench-log';
import { microsToSeconds, OPERATION_HEADING, readHistogramLine } from './histogram-lines';
import { afterProgress, hasDamagedExtra, parseResultLine, type ResultLine, resultText } from './result-line';
import { resultRelations } from './result-relations';
import { isIdleStep, isRearrangingStep, Phases } from './steps';
import { readTrees, type TreeStatistics } from './tree-statistics';

/** Of one file: benchmark.sh makes one, long sequences make tens. */
const MAX_RESULTS = 10_000;
const MAX_LINE_BYTES = 1000;
/** LevelDB has versions 1.0 to 1.23; RocksDB printed its name up to 3.8. */
const VERSION = /^(RocksDB|LevelDB): {1,8}version (\S{1,40})$/;
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
export function openDbBench(reporter: FileReporter, builder?: DetailsBuilder): ParseSession {
  const watched: WatchedExecution[] = [];
  const treeReader = readTrees((line, text) => reporter.unreadable(line, Buffer.from(text, 'latin1')));
  /** Statistics without a test yet: dumps while a test runs come before its result. */
  let early: TreeStatistics | null = null;
  const trees = new Map<DbBenchResult, { tree: TreeStatistics; isCumulative: boolean }>();
  /** The last result, while histogram and statistics that follow are its own. */
  let owner: { result: DbBenchResult; isCumulative: boolean } | null = null;
  let inHistogram = false;
  const log = { resultLines: 0, compactionStats: 0, warnings: 0, lines: 0 };
  let kept = 0;
  const details = builder ? dbBenchDetails(builder) : null;

  const readText = (text: string, line: number) => {
    const isTree = treeReader.line(text, line);
    if (isTree) newTree();
    details?.text(text, line, isTree ? treeReader.dump : null);
    const first = text.charCodeAt(0);
    if (text.startsWith('** Compaction Stats [')) log.compactionStats += 1;
    if (OPERATION_HEADING.test(text)) inHistogram = true;
    else if (inHistogram && (first === 77 || first === 80)) readHistogram(text, line);
    else if (first === 42) inHistogram = false;
    else readControl(text, line);
  };

  /** Lines with the progress of the tool. */
  const readControl = (text: string, line: number) => {
    const [, name, version] = VERSION.exec(text) ?? [];
    if (version !== undefined) {
      const execution = currentExecution();
      const fresh = execution.hasHeader && execution.version === null && execution.results.length === 0;
      const at = fresh || !execution.hasHeader ? headedExecution(line) : openExecution(line);
      at.version = version;
      at.product = name === 'LevelDB' && version.startsWith('1.') ? 'LevelDB' : 'RocksDB';
      at.hasHeader = true;
    } else if (text.startsWith('Keys:  ')) {
      headedExecution(line).hasHeader = true;
      readStep(text, line);
    } else if (text.startsWith('Initializing RocksDB Options from')) {
      currentExecution().sinceOpen = 0;
      settle();
    } else if (text.startsWith('DB path: [')) {
      currentExecution().hasHeader = true;
      settle();
    } else if (text.startsWith('WARNING: ')) {
      log.warnings += 1;
    } else if (INTERVAL.test(text)) {
      const execution = currentExecution(line);
      execution.intervals += 1;
      if (execution.threadIds.size < MAX_THREADS) execution.threadIds.add(INTERVAL.exec(text)?.[1] ?? '');
      settle();
    } else if (FAILURE.test(text)) {
      currentExecution(line).failure ??= { line, text: toExcerpt(Buffer.from(text, 'latin1')) };
    } else {
      readStep(text, line);
    }
  };

  const readStep = (text: string, line: number) => {
    const [, date, cores, entries] = HEADER.exec(text) ?? [];
    const execution = currentExecution(line);
    if (date) execution.date = date;
    if (cores) execution.cores = Number(cores) || null;
    if (entries) execution.entries = Number(entries) || null;
    const bytes = ENTRY.exec(text)?.[1];
    if (bytes)
      headedExecution(line).entryBytes =
        (text.startsWith('K') ? 0 : (execution.entryBytes ?? 0)) + Number(bytes);
    const announced = TEST_IS.exec(text)?.[1];
    if (announced) {
      execution.announces = true;
      execution.isAnswered = false;
      execution.announced = announced;
      if (isRearrangingStep(announced)) execution.phases.step(announced);
      if (!isIdleStep(announced)) settle();
    }
    if (text === 'flush memtable' && !execution.announces) execution.phases.step('flush');
    const warmups = WARM_UP.exec(text)?.[1];
    if (warmups) execution.warmups = Number(warmups);
  };

  const readResult = (parsed: ResultLine, line: number) => {
    log.resultLines += 1;
    const execution = currentExecution(line);
    const { announces, isAnswered } = execution;
    execution.isAnswered = true;
    execution.announced = null;
    execution.intervals = 0;
    if (isRearrangingStep(parsed.bench)) {
      execution.steps += 1;
      if (!announces) execution.phases.step(parsed.bench);
      settle();
      return;
    }
    if (isIdleStep(parsed.bench) || (announces && isAnswered) || kept >= MAX_RESULTS) return;
    kept += 1;
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
    const threads = parseLogName(baseName(reporter.file))?.threads ?? (threadIds.size || null);
    reportDisagreements(resultRelations(result, { threads, entryBytes }), reporter);
    threadIds.clear();
    const isCumulative = execution.sinceOpen === 0;
    execution.sinceOpen += 1;
    if (early) trees.set(result, { tree: early, isCumulative });
    early = null;
    treeReader.close();
    owner = { result, isCumulative };
    inHistogram = false;
  };

  const newTree = () => {
    const tree = treeReader.dump;
    if (!tree) return;
    if (owner) trees.set(owner.result, { tree, isCumulative: owner.isCumulative });
    else early = tree;
  };

  const readHistogram = (text: string, line: number) => {
    const { result } = owner ?? {};
    if (!result) return;
    for (const [metric, { value }] of readHistogramLine(text, line)) {
      const known: LogValue | undefined = result.values.find((each) => each.metric === metric);
      // A test of several operation types prints a histogram of each; the first is that of the test's own.
      if (!known) result.values.push({ metric, value, line });
      result.lineEnd = line;
    }
    if (text.startsWith('Percentiles:')) inHistogram = false;
  };

  /** What follows belongs to the next test. */
  const settle = () => {
    owner = null;
    inHistogram = false;
  };

  const currentExecution = (line = log.lines) => watched.at(-1) ?? openExecution(line);

  /** The execution whose header is being read: a header after results starts the next one. */
  const headedExecution = (line: number): WatchedExecution => {
    const execution = currentExecution(line);
    return execution.results.length > 0 ? openExecution(line) : execution;
  };

  const openExecution = (line: number): WatchedExecution => {
    settle();
    early = null;
    treeReader.close();
    const execution = watch(line);
    if (watched.length < MAX_RESULTS) watched.push(execution);
    return execution;
  };

  const finishExecution = (execution: WatchedExecution): Execution => {
    const { line, product, version, date, cores, entries, entryBytes, hasHeader, results } = execution;
    const { lines } = log;
    let { failure } = execution;
    if (failure) {
      reporter.report('TOOL_FAILED', `${failure.text} Fix its cause and run this test again.`, {
        line: failure.line,
      });
    } else if (isCut(execution)) {
      const what = results.length === 0 ? 'no result line' : 'the last test has no result line';
      const message = `${what}: db_bench was killed, or the file was cut. Run this test again.`;
      reporter.report('TRUNCATED_LOG', message, { line: lines || null });
      if (results.length === 0) failure = { line: lines, text: what };
    }
    return { line, product, version, date, cores, entries, entryBytes, hasHeader, failure, results };
  };

  return {
    line(bytes, start, end, lineNumber) {
      log.lines = lineNumber;
      const result = resultText(bytes, start, end);
      if (result !== null && / micros\/op[ ;]/.test(result)) {
        const parsed = parseResultLine(result);
        if (parsed) {
          if (hasDamagedExtra(parsed))
            reporter.unreadable(lineNumber, bytes.subarray(end - result.length, end));
          details?.result(parsed, lineNumber);
          readResult(parsed, lineNumber);
          return;
        }
        const line = bytes.subarray(end - result.length, end);
        reporter.unparsed('`<test> : N micros/op N ops/sec ...`', lineNumber, line);
        return;
      }
      const at = afterProgress(bytes, start, end);
      if (end - at > MAX_LINE_BYTES || at === end) return;
      readText(bytes.toString('latin1', at, end), lineNumber);
    },
    end(): DbBenchLog {
      for (const [result, { tree, isCumulative }] of trees) {
        result.values.push(...toTreeValues(tree, isCumulative));
        result.lineEnd = Math.max(result.lineEnd, tree.lineEnd);
      }
      details?.end();
      const executions = watched.map(finishExecution);
      return { type: 'db_bench', executions, ...log };
    },
  };
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
}

function watch(line: number): WatchedExecution {
  return {
    ...{
      line,
      product: 'RocksDB',
      version: null,
      date: null,
      cores: null,
      entries: null,
      hasHeader: false,
      failure: null,
    },
    ...{ results: [], phases: new Phases(), announces: false, announced: null, isAnswered: false },
    ...{ steps: 0, warmups: 0, sinceOpen: 0, intervals: 0, threadIds: new Set(), entryBytes: null },
  };
}

/** True when a test began and its result is not there. */
function isCut({ results, steps, intervals, announced }: WatchedExecution): boolean {
  const isUnanswered = announced !== null && !isIdleStep(announced) && !isRearrangingStep(announced);
  return results.length + steps === 0 || intervals > 0 || isUnanswered;
}
