import { type Relation, reportDisagreements, type Said } from '../../checks/disagreements';
import { exact, printed, times } from '../../checks/ranges';
import type { FileReporter } from '../../files/reporter';
import { isTestLogName, parseFileName } from '../../layout/file-name';
import type { Fact, FileDetails } from '../../model/details';
import { containsAny } from '../../text/contains-any';
import { toFinite } from '../../text/finite';
import type { FormatFamily } from '../family';
import type { DetailsSession, LogParser, ParseSession, Sample } from '../parser';
import { sysbenchFormat as about } from './about';
import { sysbenchAssembler } from './assemble/sysbench-assembler';
import { findBanner } from './log/banner';
import { isCsvLine } from './log/interval-lines';
import { LatencyHistogram } from './log/latency-histogram';
import { PerCpuSession } from './log/per-cpu-session';
import { isStartedLine } from './log/started';
import { SUMMARY_LINES } from './log/summary-lines';
import { SysbenchSeries } from './log/sysbench-series';
import { SYSTEM_LINES } from './log/system-lines';
import { mytoolsMet } from './mytools-met/mytools-met';
import type { PrepareLog } from './mytools-prepare/prepare-log';
import type { QpsRow } from './mytools-qps/qps-row';

const LOADED = /^Load seconds is (\d+) for (\d+) tables, (\d*\.\d+|\d+) Mips, (\d+) ips$/;

/** `sb.prepare.o.*`: output of the load step; its last line has the rate. */
const mytoolsPrepare: LogParser = {
  kind: 'sb.prepare',
  about: 'log of the load: `Load seconds is 80 for 8 tables, ...`',
  score: scorePrepare,
  open: (reporter) => new PrepareSession(reporter),
  valueLines: [LOADED],
};

function scorePrepare(sample: Sample): number {
  const parsed = parseFileName(sample.name);
  const hinted = parsed?.prepare === true && parsed.kind === 'o';
  const found = /^(?:Setup for \d+ tables|Load seconds is )/m.test(sample.head);
  if (found) return hinted ? 1 : 0.9;
  return hinted ? 0.35 : 0;
}

class PrepareSession implements ParseSession {
  readonly #reporter: FileReporter;
  #log: PrepareLog | null = null;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (bytes[start] !== 76) return;
    const found = LOADED.exec(bytes.toString('latin1', start, Math.min(end, start + 200)));
    if (!found) return;
    this.#log = {
      type: 'prepare',
      seconds: toFinite(found[1]),
      tables: toFinite(found[2]),
      insertsPerS: toFinite(found[4]),
      line: lineNumber,
    };
    reportDisagreements([ratesOf(found, lineNumber)], this.#reporter);
  }

  end(): PrepareLog {
    if (this.#log) return this.#log;
    this.#reporter.report(
      'TRUNCATED_LOG',
      'expected a line `Load seconds is ... ips`: the load did not finish',
    );
    return { type: 'prepare', seconds: null, tables: null, insertsPerS: null, line: 0 };
  }
}

/** `.100 Mips, 100000 ips`: one rate in two units; the script cuts off what it does not print. */
function ratesOf(found: RegExpExecArray, line: number): Relation {
  const [millions, inserts] = [Number(found[3]), Number(found[4])];
  const step = 10 ** -(found[3]?.split('.')[1]?.length ?? 0);
  const range = { low: millions, high: millions + step };
  const left: Said = { name: 'Mips', value: millions, range, line, metrics: [] };
  const right: Said = {
    name: 'ips',
    value: inserts,
    range: printed(inserts, 0),
    line,
    metrics: ['throughput'],
  };
  return {
    of: [left, right],
    left: times(range, exact(1e6)),
    right: right.range,
    words: 'ips = Mips × 1,000,000',
  };
}

/** `sb.r.qps.<test>.range<R>.pk<P>`: `98500	pgsql scan range=100`, one value a concurrency. */
const mytoolsQps: LogParser = {
  kind: 'sb.r.qps',
  about: 'one row of rounded throughputs, then `<engine> <test> range=<R>`',
  score: (sample: Sample) => {
    if (!sample.name.startsWith('sb.r.qps.')) return 0;
    return ROW.test(sample.head) ? 1 : 0.3;
  },
  open: (reporter) => new QpsSession(reporter),
};

const ROW = /^(\d[\d\s]*?)\s+\S+ \S+ range=\d+\s*$/m;

class QpsSession implements ParseSession {
  readonly #reporter: FileReporter;
  #row: QpsRow | null = null;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (this.#row || start === end) return;
    const cells = ROW.exec(bytes.toString('latin1', start, end))?.[1]?.split(/\s+/) ?? [];
    const values = cells.map((cell) => toFinite(cell)).filter((value) => value !== null);
    if (values.length > 0) this.#row = { type: 'qps', values, line: lineNumber };
  }

  end(): QpsRow | null {
    if (!this.#row) this.#reporter.report('LINE_UNPARSED', 'expected `<qps> <engine> <test> range=<n>`');
    return this.#row;
  }
}

/**
 * sysbench 0.4.12, 0.5, 1.0.x and 1.1.0, all tests: what follows "Threads started!". Before it a run may hold
 * megabytes of EXPLAIN text, interleaved between threads and full of colons and numbers, so nothing there is read but
 * the head.
 */
export const sysbench: LogParser = {
  kind: 'sysbench',
  about: 'output of sysbench: its banner, then a summary with `queries:` or `events`',
  score: scoreSysbench,
  open: (reporter) => new PerCpuSession(reporter),
  valueLines: [...SUMMARY_LINES, ...SYSTEM_LINES],
  openDetails: () => new SysbenchDetails(),
};

/** In every banner. */
const LITERALS = ['sysbench '];

function scoreSysbench(sample: Sample): number {
  const hinted = isTestLogName(sample.name);
  if (containsAny(sample.head, LITERALS) && findBanner(sample.head) !== null) return hinted ? 1 : 0.9;
  return hinted ? 0.3 : 0;
}

export const sysbenchFormat: FormatFamily = {
  ...about,
  parsers: [sysbench, mytoolsMet, mytoolsPrepare, mytoolsQps],
  assembler: sysbenchAssembler,
};

const MAX_LINE_BYTES = 400;
const [BRACKET, UPPER_C, LOWER_S] = [91, 67, 115];

/** Interval lines as series, the histogram, and every line of the last summary. Of appended runs the last one. */
export class SysbenchDetails implements DetailsSession {
  #started = false;
  #series = new SysbenchSeries();
  #histogram = new LatencyHistogram();
  readonly #facts = new SummaryFacts();

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    if (!this.#started) {
      if (isStartedLine(bytes, start, end)) this.#begin();
      return;
    }
    if (end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    if (bytes[start] === BRACKET || isCsvLine(text)) this.#series.line(text, lineNumber);
    else if (startsBanner(bytes[start]) && findBanner(text) !== null) this.#started = false;
    else if (!this.#histogram.line(text, lineNumber)) this.#facts.line(text, lineNumber);
  }

  #begin(): void {
    this.#started = true;
    this.#series = new SysbenchSeries();
    this.#histogram = new LatencyHistogram();
    this.#facts.clear();
  }

  end(): FileDetails {
    return {
      series: this.#series.build(),
      histograms: this.#histogram.build(),
      facts: this.#facts.build(),
    };
  }
}

function startsBanner(byte: number | undefined): boolean {
  return byte === LOWER_S || byte === UPPER_C;
}

/** `SQL statistics:`, `Latency (ms):`; 0.5 has headings within: `    response time:`. */
const HEADING = /^ {0,4}([A-Za-z][\w /()-]*):$/;
/** `        read:                            588`, `    transactions:                        31     (6.16 per sec.)` */
const VALUE = /^ +([A-Za-z0-9][\w /(),.-]*): +(\S.*)$/;
/** Only what the tests of memory and files print: `Total operations: 19100099 (6363399.58 per second)`. */
const UNNAMED =
  /^(?:(Total operations|Operations performed): +(\S.*)|(\d\S* Mi?B) transferred \((\S+ Mi?B\/sec)\))$/;
const NUMBER = /^(\d+(?:\.\d+)?)(ms|s)?(?: |$)/;
/** No summary has more lines; an endless log must not fill memory. */
const MAX_FACTS = 100;
const LATENCY = 'Latency (ms)';

/** Deeper lines belong to the heading within: `    queries performed:` and `        read:`. */
const NESTED_INDENT = 5;

/** Every named value of the last summary, as printed. */
class SummaryFacts {
  #facts: Fact[] = [];
  #heading: string | null = null;
  #nested: string | null = null;
  #complete = false;

  clear(): void {
    this.#facts = [];
    this.#heading = null;
    this.#nested = null;
    this.#complete = false;
  }

  line(text: string, line: number): void {
    const heading = HEADING.exec(text)?.[1];
    if (heading !== undefined && text.startsWith(' ')) {
      this.#nested = heading;
    } else if (heading !== undefined) {
      this.#beginPart();
      this.#heading = heading;
      this.#nested = null;
      this.#complete = heading === 'Threads fairness';
    } else if (this.#facts.length < MAX_FACTS) {
      this.#add(text, line);
    }
  }

  build(): Fact[] {
    return this.#facts;
  }

  /** What follows `Threads fairness:` is the next summary: a checkpoint's values give way to it. */
  #beginPart(): void {
    if (this.#complete) this.clear();
  }

  #add(text: string, line: number): void {
    const [, name, printed, transferred, rate] = UNNAMED.exec(text) ?? [];
    if (name && printed) {
      this.#beginPart();
      this.#push({ group: null, name, value: printed, line });
    } else if (transferred && rate) {
      this.#push({ group: null, name: 'transferred', value: `${transferred} (${rate})`, line });
    } else if (this.#heading !== null) {
      const [, key, value] = VALUE.exec(text) ?? [];
      if (!key || !value) return;
      const isNested = text.search(/\S/) >= NESTED_INDENT;
      const group = (isNested ? this.#nested : null) ?? this.#heading;
      this.#push({ group, name: key, value, line });
    }
  }

  #push({ group, name, value, line }: Pick<Fact, 'group' | 'name' | 'value' | 'line'>): void {
    const [, digits, unit = null] = NUMBER.exec(value) ?? [];
    this.#facts.push({
      group,
      name,
      value: value.trimEnd().replace(/ {2,}/g, ' '),
      number: toFinite(digits),
      unit: group === LATENCY ? 'ms' : unit,
      line,
    });
  }
}
