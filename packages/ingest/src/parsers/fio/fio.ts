import { type MaybeRelation, reportDisagreements, type Said, say } from '../../checks/disagreements';
import { atLeast, times, widen } from '../../checks/ranges';
import { type DetailsBuilder, SeriesBuilder } from '../../files/details-builder';
import type { Histogram } from '../../model/details';
import { containsAny } from '../../text/contains-any';
import type { NumberAt } from '../number-line';
import { type LogParser, scoreOf } from '../parser';
import { toTestName } from './assemble/test-name';
import type { FioDirection, FioFormat, FioJob, FioLatency, FioLog, FioRow, FioSection } from './fio-log';
import { newFioReader } from './reading/fio-reader';
import { ALL_CLIENTS, finalReport, newSectionTracker, type TrackedSection } from './reading/section-tracker';

/** Of one file. */
const MAX_FACTS = 30_000;
const MAX_HISTOGRAMS = 1500;
const MAX_SERIES = 500;
/** fio's status reports count from the start of the run, not from the report before. */
const IOPS = { id: 'iops_since_start', label: 'IOPS since start', unit: 'IO/s' };

/**
 * What a fio log holds beyond its results, of the last report of each run: every printed value of every job as facts,
 * latency distributions and JSON+ bins as histograms; and of all reports of --status-interval the IO/s so far.
 */
function newFioDetails(details: DetailsBuilder) {
  /** Points of the current run. */
  let current: { section: TrackedSection; format: FioFormat; builders: Map<string, SeriesBuilder> } | null =
    null;
  /** Earlier occurrences of each test name, to number the repeats. */
  const seen = new Map<string, number>();

  /** `fsync=1_16K`, `fsync=1_16K repeat 2 job 3` */
  const nameJobs = (section: TrackedSection, jobs: readonly FioJob[]): string[] => {
    const tests = jobs.map((job) => toTestName(section, job));
    const repeats = new Map([...new Set(tests)].map((test) => [test, (seen.get(test) ?? 0) + 1]));
    for (const [test, repeat] of repeats) seen.set(test, repeat);
    const numbers = new Map<string, number>();
    return tests.map((test) => {
      const number = (numbers.get(test) ?? 0) + 1;
      numbers.set(test, number);
      const isClone = tests.indexOf(test) !== tests.lastIndexOf(test);
      const repeat = repeats.get(test) ?? 1;
      return `${test}${repeat > 1 ? ` repeat ${repeat}` : ''}${isClone ? ` job ${number}` : ''}`;
    });
  };

  return {
    section(section: TrackedSection, jobs: readonly FioJob[]): void {
      const { finished, histograms } = details;
      const builders = current?.section === section ? current.builders.values() : [];
      current = null;
      const several = [...builders].map((each) => each.build()).filter(({ seconds }) => seconds.length > 1);
      if (finished.length < MAX_SERIES) finished.push(...several);
      const names = nameJobs(section, jobs);
      for (const [index, job] of jobs.entries()) {
        const of = names[index] ?? job.name;
        addFacts(details, of, job);
        if (histograms.length < MAX_HISTOGRAMS) histograms.push(...toHistograms(of, job));
      }
    },

    report(section: TrackedSection, jobs: readonly FioJob[], format: FioFormat): void {
      if (current?.section !== section) current = { section, format, builders: new Map() };
      // Of several formats the first one that comes: they say the same.
      if (current.format !== format) return;
      const sums = new Map<string, { iops: number; second: number; line: number }>();
      for (const job of jobs) {
        for (const { iops, runtime } of job.directions) {
          const key = toTestName(section, job);
          const sum = sums.get(key) ?? { iops: 0, second: 0, line: iops.line };
          sum.iops += iops.value;
          sum.second = Math.max(sum.second, runtime?.value ?? 0);
          sums.set(key, sum);
        }
      }
      const { builders } = current;
      for (const [of, { iops, second, line }] of sums) {
        const builder = builders.get(of) ?? new SeriesBuilder({ ...IOPS, of });
        builders.set(of, builder);
        builder.add(second, iops, line);
      }
    },
  };
}

/** What one block printed: IO/s, bandwidth, latencies with all percentiles, CPU, IO depths. */
function addFacts({ facts }: DetailsBuilder, group: string, job: FioJob): void {
  const add = (name: string, at: NumberAt | null, unit: string) => {
    if (at) facts.add({ group, name, value: String(at.value), number: at.value, unit, line: at.line });
  };
  const addLatency = (name: string, latency: FioLatency | null) => {
    if (!latency) return;
    add(`${name} min`, latency.min, 's');
    add(`${name} avg`, latency.avg, 's');
    add(`${name} max`, latency.max, 's');
    for (const at of latency.percentiles) add(`${name} p${at.percent}`, at, 's');
  };
  if (job.error) facts.add({ group, name: 'error', value: job.error, number: null, line: job.line });
  for (const { name, iops, bandwidth, runtime, bytes, clat, lat } of job.directions) {
    add(`${name} IOPS`, iops, 'IO/s');
    add(`${name} bandwidth`, bandwidth, 'B/s');
    add(`${name} run time`, runtime, 's');
    add(`${name} bytes`, bytes === null ? null : { value: bytes, line: iops.line }, 'B');
    addLatency(`${name} clat`, clat);
    addLatency(`${name} lat`, lat);
  }
  addLatency('sync', job.sync);
  for (const note of job.notes) facts.add({ group, ...note, number: Number(note.value) });
}

/** The latency distribution that every block has, in percent of the IOs, and the bins of JSON+, in IOs. */
function toHistograms(of: string, job: FioJob): Histogram[] {
  const histograms: Histogram[] = [];
  const lines = job.distribution.map(({ line }) => line);
  if (lines.length > 0) {
    const buckets = job.distribution.map(({ upTo, percent }) => ({ upTo, count: percent }));
    histograms.push({
      id: 'latency_percent',
      label: 'Latency, % of IOs',
      unit: 's',
      of,
      buckets: buckets.sort(byBound),
      line: Math.min(...lines),
      lineEnd: Math.max(...lines),
    });
  }
  for (const { name, clat, lat } of job.directions) {
    histograms.push(...ofBins({ id: `${name}_clat`, label: `${name} clat, IOs`, of }, clat));
    histograms.push(...ofBins({ id: `${name}_lat`, label: `${name} lat, IOs`, of }, lat));
  }
  histograms.push(...ofBins({ id: 'sync', label: 'sync, IOs', of }, job.sync));
  return histograms;
}

function ofBins(head: Pick<Histogram, 'id' | 'label' | 'of'>, latency: FioLatency | null): Histogram[] {
  const [first] = latency?.bins ?? [];
  const last = latency?.bins.at(-1);
  if (!latency || !first || !last) return [];
  const buckets = latency.bins.map(({ upTo, count }) => ({ upTo, count }));
  return [{ ...head, unit: 's', buckets: buckets.sort(byBound), line: first.line, lineEnd: last.line }];
}

function byBound(a: { upTo: number | null }, b: { upTo: number | null }): number {
  return (a.upTo ?? Number.POSITIVE_INFINITY) - (b.upTo ?? Number.POSITIVE_INFINITY);
}

/** fio 1 to 3: normal output, JSON, JSON+, terse 3 to 5, several of them in one file, many runs in one file. */
export const fio: LogParser = {
  kind: 'fio',
  about: 'output of fio: its report, JSON or terse lines',
  isJson: true,
  score(sample) {
    const isOwn = containsAny(sample.head, LITERALS) && CONTENT.some((pattern) => pattern.test(sample.head));
    return scoreOf(isOwn, NAME.test(sample.name), 0.2);
  },
  hasDetails: true,
  maxFacts: MAX_FACTS,
  /** Reads runs in the order of the file, in any of fio's formats. */
  open(reporter, details) {
    const log: FioLog = { type: 'fio', sections: [], formats: [], error: null };
    const charts = details && newFioDetails(details);
    /** Said before any run: what went wrong, when no run follows. */
    let first: { line: number; text: string } | null = null;
    let lines = 0;

    const fail = (message: { line: number; text: string }) => {
      if (log.error) return;
      const text = message.text.slice(0, 200);
      log.error = { line: message.line, text };
      reporter.report('TOOL_FAILED', `${text} Fix its cause and run fio again.`, { line: message.line });
    };

    const reportProblems = (section: FioSection, message: TrackedSection['message']) => {
      const { line, reports } = section;
      for (const { name, error, failed, ios, line: at } of section.rows) {
        if (failed && failed.value > 0) {
          const of = ios ? ` of ${ios.value}` : '';
          const reason = error === null ? '' : `, the first with ${error}`;
          const text = `${name}: ${failed.value}${of} IOs failed${reason}`;
          reporter.report('fio:FAILED_IOS', text, { line: failed.line });
        } else if (error) reporter.report('TOOL_FAILED', `${name}: ${error}`, { line: at });
      }
      if (reports === 0 && message && !isSignal(message.text)) fail(message);
      else if (!section.complete) {
        const found =
          reports === 0 ? 'no whole report' : 'the last report is cut, the one before it was read';
        const text = `${found}: fio was killed or the file was cut. Run this test again.`;
        reporter.report('TRUNCATED_LOG', text, { line });
      } else if (message && isSignal(message.text)) {
        const text = `${message.text}: it ran for less time than it was asked to`;
        reporter.report('TRUNCATED_LOG', text, { line: message.line });
      }
      if (reports > 1) {
        const text = `${reports} reports of one run (--status-interval); the last one was read`;
        reporter.report('SEVERAL_SUMMARIES', text, { line: section.rows[0]?.line ?? line });
      }
    };

    const reportTotals = ({ name, line }: FioRow) => {
      const text = `${name}: jobs of several groups may run one after the other, so their totals were not read`;
      reporter.report('METRIC_MISSING', text, { line, severity: 'info' });
    };

    const tracker = newSectionTracker({
      keepsJobs: charts !== undefined,
      onSection: (tracked) => {
        const { marker, tool, definitions, line } = tracked;
        const final = finalReport(tracked);
        charts?.section(tracked, final?.report.jobs ?? []);
        const section: FioSection = {
          marker,
          tool,
          definitions,
          reports: final?.reports ?? 0,
          rows: final?.report.rows(reportTotals) ?? [],
          complete: final !== null && !final.isCut,
          line,
        };
        if (final && !log.formats.includes(final.format)) log.formats.push(final.format);
        log.sections.push(section);
        const own = section.rows.filter(({ name }) => name !== ALL_CLIENTS);
        const jobs = own.reduce((sum, row) => sum + row.jobs, 0);
        if (final?.format === 'normal' && jobs < tracked.started) {
          const text = `${tracked.started} jobs were started, and ${jobs} are in the report`;
          reporter.report('ROWS_LOST', text, { line });
        }
        reportProblems(section, tracked.message);
      },
      onReport: (section, { jobs }, format) => charts?.report(section, jobs, format),
      onMessage: (message) => {
        first ??= message;
      },
      onJob: (job) => {
        reportDisagreements(jobRelations(job), reporter);
        const rounded = job.directions.find((each) => isRounded(each, job.tool));
        if (rounded) {
          const share = (100 * KIB) / (rounded.bandwidth.value + KIB);
          const text = `no bw_bytes: the bandwidth is bw, which is cut off to whole KiB/s, so up to ${share.toPrecision(1)}% too low`;
          reporter.report('fio:WHOLE_KIB', text, { line: rounded.bandwidth.line, severity: 'info' });
        }
        const other = job.directions.find(({ clat, lat }) => clat === null && lat?.avg)?.lat?.avg;
        if (other)
          reporter.report('METRIC_MISSING', 'no clat: the latency is lat, from the submission on', other);
      },
      onUnparsed: (expected, line, bytes) =>
        reporter.report('LINE_UNPARSED', `expected ${expected}`, { line, bytes }),
    });

    const reader = newFioReader(tracker);
    return {
      line(bytes, start, end, line) {
        lines = line;
        reader.line(bytes, start, end, line);
      },
      piece(bytes, at) {
        lines = at.lineNumber;
        reader.piece?.(bytes, at);
      },
      end() {
        reader.end();
        tracker.end();
        if (log.sections.length === 0 && first) fail(first);
        if (log.sections.length > 0 || log.error) return log;
        const message = `no report of fio in ${lines} lines: its output was cut, or this is something else`;
        reporter.report('NO_RESULT', message);
        return null;
      },
    };
  },
};

const KIB = 1024;
/** fio prints whole KiB/s alone up to 3.1: of fast disks this says no less than the bytes. */
function isRounded({ isWholeKib, bandwidth }: FioDirection, tool: string | null): boolean {
  if (!isWholeKib || bandwidth.value === 0) return false;
  return bandwidth.value < 1000 * KIB || !/^fio-(?:2\.|3\.[01]\b)/.test(tool ?? '');
}

const CONTENT = [
  // No `host: ` and no quotes are before the name of the job: the lines would be wrapped.
  /^(?! )(?:(?!: )[^"\t\n]){1,200}: \(g=\d+\): rw=\w+, bs=/m,
  /^(?! )(?:(?!: )[^"\t\n]){1,200}: \(groupid=\d+, jobs=\d+\): err=/m,
  /^\s*"fio version" ?: ?"fio-/m,
  /^\{\s*"fio version" ?:/,
  /^[345];fio-[\w.-]+;/m,
  /^fio: /,
];
/** One of them is in whatever a pattern finds. */
const LITERALS = [': (g', ': (groupid=', 'fio version', ';fio-', 'fio: '];
/** `o.ext4.dell32.secs300.16`, `o.fio_sync.hetz` */
const NAME = /^o\.(?:fio_sync\.|[\w-]+\.[\w-]+\.secs\d+\.\d+$)|(?:^|[._-])fio(?:[._-]|$)/;

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
  const said = (of: NumberAt, what: string, step: number, metrics: Said['metrics']): Said => ({
    ...of,
    name: `${name} ${what}`,
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
  const said = (['min', 'avg', 'max'] as const).map((name, index) => {
    const metric = metrics[index];
    return say(name, latency[name], metric ? [metric] : []);
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
