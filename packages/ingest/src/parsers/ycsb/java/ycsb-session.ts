import { type MaybeRelation, reportDisagreements, type Said } from '../../../checks/disagreements';
import { exact, type Range, widen } from '../../../checks/ranges';
import type { FileReporter } from '../../../files/reporter';
import { productOfWord } from '../../../layout/products';
import { toDisplayText, toExcerpt } from '../../../text/excerpt';
import type { ParseSession } from '../../parser';
import { attemptsOf, countedOperations } from '../failures';
import { testOf, workloadOfPath } from '../names';
import { toNumber } from '../numbers';
import { reportFailures } from '../report-failures';
import { noSettings, type Settings, type YcsbLog, type YcsbRun } from '../ycsb-log';
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

/** The clock of the run stops after the last operation; batches and retries are counted differently. */
const PART = 0.05;

/**
 * What the rows of a run say twice: throughput × run time is the number of operations, those that failed among them.
 * A read-modify-write is a read and an update, and one operation. Source: Client.exportMeasurements of YCSB.
 */
function rowRelations(run: YcsbRun): MaybeRelation[] {
  const { throughput, runTimeS } = run;
  if (!throughput || !runTimeS || throughput.value <= 0 || runTimeS.value <= 0) return [];
  const all = throughput.value * runTimeS.value;
  const operations: Said[] = countedOperations(run.operations).flatMap((operation) => {
    const value = attemptsOf(operation);
    const { name, count, line } = operation;
    if (value === null) return [];
    const range = exact(value);
    return [
      { name: `operations of ${name}`, value, range, line: count?.line ?? line, metrics: ['operations'] },
    ];
  });
  const both = run.operations.find(({ name }) => testOf(name) === 'read-modify-write');
  const sum = operations.reduce((total, { value }) => total + value, 0) - (both?.count?.value ?? 0);
  if (operations.length === 0) return [];
  return [
    {
      of: [
        { name: 'throughput', ...throughput, range: exact(throughput.value), metrics: ['throughput'] },
        { name: 'run time', ...runTimeS, range: exact(runTimeS.value), metrics: ['elapsed', 'throughput'] },
        ...operations,
      ],
      left: widen(exact(all), PART),
      right: rangeOf(sum, run),
      words: 'throughput × run time = operations',
    },
  ];
}

/** A block cut out of a log may lack kinds of operations: only a whole log has all of them. */
function rangeOf(sum: number, { version, settings, status, operations }: YcsbRun): Range {
  const hasEnd = operations.some(({ name }) => name === 'CLEANUP');
  const isWhole = hasEnd && (version !== null || settings.command !== null || status !== null);
  return isWhole ? exact(sum) : { low: sum, high: Number.POSITIVE_INFINITY };
}

const CLIENT = /^[\t >]{0,40}YCSB Client (\d[\w.-]{0,30})/;
const COMMAND = /^[\t >]{0,40}Command line:/;
/** `java -cp ...:/ycsb/lib/core-0.17.0.jar:... site.ycsb.Client -t -db ...` */
const JAVA = /(?:com\.yahoo|site)\.ycsb\.Client(?= |$)/;
const CORE_JAR = /[/:]core-(\d[\w.]{0,20}?)(?:-SNAPSHOT)?\.jar/;
/** `bin/ycsb.sh load mongodb -s -P workloads/workloada`, as scripts echo it. */
const SCRIPT = /(?:^|[\s/])ycsb(?:\.sh|\.bat)? (load|run) ([a-z][\w-]{0,40})(?= |$)/;
const OPTION = / -(threads|target|P|db) +(\S{1,400})/g;
const PROPERTY = / -p +([\w.]{1,80})=(\S{0,400})/g;
/** `jdbc:mysql://...`, `jdbc:postgresql:...` */
const JDBC = /^jdbc:([a-z]{1,30}):/;

/** What a line before the test says; `isStart` for those that a run begins with. */
interface HeadLine {
  isStart: boolean;
  version: string | null;
  settings: Partial<Settings>;
}

/**
 * Reads a line that names the client, its options or its jars; null for others.
 *
 * @param bytes of the line, masked, for the command as it is shown
 */
function readHeadLine(text: string, bytes: Uint8Array, line: number): HeadLine | null {
  const version = CLIENT.exec(text)?.[1];
  if (version !== undefined) return { isStart: true, version, settings: {} };
  if (COMMAND.test(text)) {
    const command = toDisplayText(bytes).replace(/^[\s>]*Command line:\s*/, '');
    return { isStart: true, version: null, settings: { ...settingsOf(text, line), command } };
  }
  if (!JAVA.test(text) && !SCRIPT.test(text)) return null;
  return { isStart: false, version: CORE_JAR.exec(text)?.[1] ?? null, settings: settingsOf(text, line) };
}

function settingsOf(text: string, line: number): Partial<Settings> {
  const [, command, binding] = SCRIPT.exec(text) ?? [];
  const files: string[] = [];
  const options = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(OPTION)) {
    if (name === 'P') files.push(workloadOfPath(value));
    else options.set(name, value);
  }
  const properties = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(PROPERTY)) properties.set(name, value);
  const target = toCount(options.get('target') ?? properties.get('target'));
  return {
    threads: toCount(options.get('threads') ?? properties.get('threadcount')),
    workload: files.length > 0 ? files.join('+') : null,
    phase: phaseOf(text, command),
    target: target === null ? null : { value: target, line },
    records: toCount(properties.get('recordcount')),
    product: productOf(properties, options.get('db') ?? binding),
  };
}

/** `-load` and `-t`; a script spells them out. */
function phaseOf(text: string, command: string | undefined): Settings['phase'] {
  if (command === 'load' || / -load(?= |$)/.test(text)) return 'load';
  return command === 'run' || / -t(?= |$)/.test(text) ? 'run' : null;
}

function productOf(properties: ReadonlyMap<string, string>, binding = ''): string | null {
  const address = JDBC.exec(properties.get('db.url') ?? '')?.[1];
  return productOfWord(address ?? binding.split('.').at(-1) ?? '');
}

function toCount(text: string | undefined): number | null {
  const value = toNumber(text ?? '');
  return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
}
