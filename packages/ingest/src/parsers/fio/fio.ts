import { type MaybeRelation, reportDisagreements, type Said } from '../../checks/disagreements';
import { atLeast, exact, times, widen } from '../../checks/ranges';
import type { LinePiece } from '../../files/line-blocks';
import type { FileReporter } from '../../files/reporter';
import { containsAny } from '../../text/contains-any';
import type { LogParser, ParseSession, Sample } from '../parser';
import { FioDetailsSession } from './details/fio-details';
import type { FioDirection, FioJob, FioLatency, FioLog, FioSection } from './fio-log';
import { FioReader } from './reading/fio-reader';
import { RowsReport } from './reading/merge-jobs';
import { finalReport, SectionTracker, type TrackedSection } from './reading/section-tracker';

/** fio 2 and 3: normal output, JSON, JSON+, terse 3 to 5, several of them in one file, many runs in one file. */
export const fio: LogParser = {
  kind: 'fio',
  about: 'output of fio: its report, JSON or terse lines',
  isJson: true,
  score: scoreFio,
  open: (reporter) => new FioSession(reporter),
  openDetails: () => new FioDetailsSession(),
};

const CONTENT = [
  /^.{1,200}: \(g=\d+\): rw=\w+, bs=/m,
  /^.{1,200}: \(groupid=\d+, jobs=\d+\): err=/m,
  /^\s*"fio version" ?: ?"fio-/m,
  /^\{\s*"fio version" ?:/,
  /^[345];fio-[\w.-]+;/m,
  /^fio: /,
];
/** One of them is in whatever a pattern finds. */
const LITERALS = [': (g', ': (groupid=', 'fio version', ';fio-', 'fio: '];
/** `o.ext4.dell32.secs300.16`, `o.fio_sync.hetz` */
const NAME = /^o\.(?:fio_sync\.|[\w-]+\.[\w-]+\.secs\d+\.\d+$)|(?:^|[._-])fio(?:[._-]|$)/;

function scoreFio(sample: Sample): number {
  const hinted = NAME.test(sample.name);
  if (containsAny(sample.head, LITERALS) && CONTENT.some((pattern) => pattern.test(sample.head)))
    return hinted ? 1 : 0.9;
  return hinted ? 0.2 : 0;
}

class FioSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #reader: FioReader;
  readonly #tracker: SectionTracker<RowsReport>;
  readonly #log: FioLog = { type: 'fio', sections: [], formats: [], error: null };
  /** Said before any run: what went wrong, when no run follows. */
  #message: { line: number; text: string } | null = null;
  #lines = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
    this.#tracker = new SectionTracker<RowsReport>({
      newReport: () => new RowsReport(),
      onSection: (section) => this.#close(section),
      onMessage: (message) => {
        this.#message ??= message;
      },
      onJob: (job) => reportDisagreements(jobRelations(job), reporter),
      onUnparsed: (expected, line, bytes) =>
        reporter.report('LINE_UNPARSED', `expected ${expected}`, { line, bytes }),
    });
    this.#reader = new FioReader(this.#tracker);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lines = lineNumber;
    this.#reader.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#lines = at.lineNumber;
    this.#reader.piece(bytes, at);
  }

  end(): FioLog | null {
    this.#reader.end();
    this.#tracker.end();
    if (this.#log.sections.length === 0 && this.#message) this.#fail(this.#message);
    const { sections, error } = this.#log;
    if (sections.length > 0 || error) return this.#log;
    const message = `no report of fio in ${this.#lines} lines: its output was cut, or this is something else`;
    this.#reporter.report('NO_RESULT', message);
    return null;
  }

  #close(tracked: TrackedSection<RowsReport>): void {
    const { marker, tool, definitions, line } = tracked;
    const final = finalReport(tracked);
    const section: FioSection = {
      marker,
      tool,
      definitions,
      reports: final?.reports ?? 0,
      rows: final?.report.rows() ?? [],
      complete: final !== null && !final.isCut,
      line,
    };
    if (final && !this.#log.formats.includes(final.format)) this.#log.formats.push(final.format);
    this.#log.sections.push(section);
    this.#reportProblems(section, tracked.message);
  }

  #reportProblems(section: FioSection, message: TrackedSection<RowsReport>['message']): void {
    const { line, reports } = section;
    for (const { name, error, line: at } of section.rows) {
      if (error) this.#reporter.report('TOOL_FAILED', `${name}: ${error}`, { line: at });
    }
    if (reports === 0 && message && !isSignal(message.text)) this.#fail(message);
    else if (!section.complete) {
      const found = reports === 0 ? 'no whole report' : 'the last report is cut, the one before it was read';
      const text = `${found}: fio was killed or the file was cut. Run this test again.`;
      this.#reporter.report('TRUNCATED_LOG', text, { line });
    } else if (message && isSignal(message.text)) {
      const text = `${message.text}: it ran for less time than it was asked to`;
      this.#reporter.report('TRUNCATED_LOG', text, { line: message.line });
    }
    if (reports > 1) {
      const text = `${reports} reports of one run (--status-interval); the last one was read`;
      this.#reporter.report('SEVERAL_SUMMARIES', text, { line: section.rows[0]?.line ?? line });
    }
  }

  #fail(message: { line: number; text: string }): void {
    if (this.#log.error) return;
    const text = message.text.slice(0, 200);
    this.#log.error = { line: message.line, text };
    this.#reporter.report('TOOL_FAILED', `${text} Fix its cause and run fio again.`, { line: message.line });
  }
}

/** `fio: terminating on signal 2` */
function isSignal(text: string): boolean {
  return /^fio: terminating on signal /.test(text);
}

/** fio prints four digits of rates and sizes: 589MiB/s is 588.5 to 589.5. */
const PRINTED_PART = 0.02;
/** Run times are whole milliseconds, and a rate is taken a moment before or after. */
const CLOCK_SECONDS = 0.005;

/** What the block of a job says twice. docs/method.md §1.3 */
function jobRelations(job: FioJob): MaybeRelation[] {
  return [
    ...job.directions.flatMap((direction) => [
      ...directionRelations(direction),
      ...latencyOrder(direction.clat ?? direction.lat, ['latency_min', 'latency_avg', 'latency_max']),
    ]),
    ...latencyOrder(job.sync, [null, 'sync_latency_avg', 'sync_latency_max']),
  ];
}

function directionRelations({ name, iops, bandwidth, runtime, bytes, ios }: FioDirection): MaybeRelation[] {
  if (!runtime || runtime.value <= 0) return [];
  // fio cuts off what it does not print: 2 IO/s may be 2.999. `step` is the value of the last digit.
  const said = (
    of: { value: number; line: number },
    what: string,
    step: number,
    metrics: Said['metrics'],
  ): Said => ({
    name: `${name} ${what}`,
    value: of.value,
    line: of.line,
    metrics,
    range: widen({ low: of.value, high: of.value + step }, PRINTED_PART),
  });
  const seconds: Said = {
    ...said(runtime, 'run time', 0, ['elapsed']),
    range: { low: Math.max(0, runtime.value - CLOCK_SECONDS), high: runtime.value + CLOCK_SECONDS },
  };
  const product = (rate: Said, count: Said, words: string): MaybeRelation => ({
    of: [rate, count, seconds],
    left: count.range,
    right: times(rate.range, seconds.range),
    words,
  });
  const relations: MaybeRelation[] = [];
  if (bytes !== null && bytes > 0) {
    const rate = said(bandwidth, 'bandwidth', 1024, ['bandwidth', 'read_bandwidth', 'write_bandwidth']);
    const moved = said({ value: bytes, line: bandwidth.line }, 'bytes', 0, []);
    relations.push(product(rate, moved, 'bytes = bandwidth × run time'));
  }
  if (ios && ios.value > 0) {
    const rate = said(iops, 'IOPS', 1, ['throughput']);
    relations.push(product(rate, said(ios, 'IOs', 0, []), 'IOs = IOPS × run time'));
  }
  return relations;
}

/** Of one block: over several jobs a smallest or largest value would hide it. */
function latencyOrder(
  latency: FioLatency | null,
  metrics: readonly (Said['metrics'][number] | null)[],
): MaybeRelation[] {
  if (!latency) return [];
  const names = ['min', 'avg', 'max'] as const;
  const said = names.map((name, index): Said | null => {
    const at = latency[name];
    const metric = metrics[index];
    if (!at) return null;
    const { value, line } = at;
    return { name, value, line, range: exact(value), metrics: metric ? [metric] : [] };
  });
  return [0, 1].map((index) => {
    const [small, large] = [said[index], said[index + 1]];
    if (!small || !large) return null;
    return {
      of: [small, large],
      left: widen(large.range, PRINTED_PART),
      right: atLeast(small.range),
      words: `${small.name} ≤ ${large.name}`,
    };
  });
}
