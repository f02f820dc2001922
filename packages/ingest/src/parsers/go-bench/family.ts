import type { FileReporter } from '../../files/reporter';
import { containsAny } from '../../text/contains-any';
import { factDetails } from '../context/facts';
import type { FormatFamily } from '../family';
import { MAX_RESULTS, RepeatNames } from '../micro-benchmark/limits';
import { parseNumber } from '../micro-benchmark/numbers';
import type { LogParser, ParseSession, Sample } from '../parser';
import { goBenchFormat as about, PACKAGE_MARK } from './about';
import { goBenchAssembler } from './assemble/go-bench-assembler';
import { benchstat, isBenchstat } from './benchstat';
import { GO_UNITS, type GoBenchLog, type GoResult } from './go-bench-log';
import { parseSetting, withSetting } from './settings';

/** Group of the facts about the log itself. */
export const SETTINGS_GROUP = 'settings';

/** Every value of each benchmark as a fact, including custom units, and the settings. */
const goBenchDetails = () =>
  factDetails((facts) => {
    const names = new RepeatNames();
    return new GoBenchReader({
      result: ({ name, iterations, values }, { pkg }, line) => {
        const group = names.next(pkg === null ? name : `${pkg}${PACKAGE_MARK}${name}`);
        facts.add({ group, name: 'iterations', value: String(iterations), line });
        for (const { text, value, unit } of values)
          facts.add({ group, name: unit, value: text, number: value, unit, line });
      },
      setting: (name, value, line) => facts.add({ group: SETTINGS_GROUP, name, value, line }),
    });
  });

/** What `go test -bench` prints, and logs of other tools in its format. `go test -json` is not read. */
const goBench: LogParser = {
  kind: 'go-bench',
  about: 'output of `go test -bench`: `BenchmarkX-8  1000  325 ns/op`, or `ok  <package>  1.2s` of go test',
  score: scoreGoBench,
  open: (reporter) => new GoBenchSession(reporter),
  openDetails: goBenchDetails,
};

const CONTENT = [
  /^Benchmark(?![a-z])\S*[ \t]+\d+[ \t]+[-+]?[\d.]+(?:e[-+]?\d+)? [^\s\d]\S*/m,
  /^goos: \w+\ngoarch: \w+$/m,
  /^(?:ok {2}|FAIL)\t\S+\t(?:[\d.]+s|\(cached\))/m,
];
/** One of them is in whatever a pattern finds. */
const LITERALS = ['Benchmark', 'goos: ', 'ok  \t', 'FAIL\t'];

function scoreGoBench(sample: Sample): number {
  const { head, name } = sample;
  if (!containsAny(head, LITERALS) || !CONTENT.some((pattern) => pattern.test(head))) return 0;
  // benchstat repeats the settings of its logs.
  if (isBenchstat(sample)) return 0;
  return /bench/i.test(name) ? 1 : 0.9;
}

/**
 * The benchmark format of Go (golang.org/design/14313-benchmark-format), which `go test -bench` prints, and tables that
 * benchstat made of it.
 */
export const goBenchFormat: FormatFamily = {
  ...about,
  parsers: [goBench, benchstat],
  assembler: goBenchAssembler,
};

/** `--- FAIL: BenchmarkRead-8`, `--- SKIP: BenchmarkRead`; sub-benchmarks are indented. */
const OUTCOME = /^ {0,40}--- (FAIL|SKIP): (\S+)/;
/** `FAIL	example.org/kv [build failed]`, `panic: runtime error: ...` */
const FATAL = /^(?:FAIL\t\S+ \[(?:build|setup) failed\]|panic: )/;
const MAX_TEXT = 200;

/** Reads the results of `go test -bench`, and which benchmarks failed. */
class GoBenchSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #log: GoBenchLog = { type: 'go-bench', results: [] };
  readonly #reader = new GoBenchReader({
    result: (result, place, line) => this.#result(result, place, line),
    unparsed: (line, bytes) =>
      this.#reporter.report('LINE_UNPARSED', 'expected a name, iterations, then values with their units', {
        line,
        bytes,
      }),
    other: (text, place, line) => this.#other(text, place, line),
  });

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#reader.line(bytes, start, end, lineNumber);
  }

  end(): GoBenchLog {
    const { cut } = this.#reader;
    if (cut) {
      const text = `the log ends while ${cut.name} runs: go test was killed or the file was cut. Run it again.`;
      this.#reporter.report('TRUNCATED_LOG', text, { line: cut.line });
    } else if (this.#log.results.length === 0 && this.#reporter.total === 0) {
      this.#reporter.report('NO_RESULT', 'no benchmark ran: go test needs -bench');
    }
    return this.#log;
  }

  #result({ name, iterations, values, rest }: ResultLine, { pkg, settings }: GoPlace, line: number): void {
    const numbers: GoResult['numbers'] = {};
    for (const { text, value, unit } of values) {
      const known = GO_UNITS.find((each) => each === unit);
      if (value === null) this.#reporter.unreadable(line, Buffer.from(`${name}: ${text} ${unit}`));
      else if (known !== undefined) numbers[known] ??= { value, line };
    }
    if (rest !== null) {
      const message = `expected a unit after "${rest.slice(0, MAX_TEXT)}": the line was cut`;
      this.#reporter.report('LINE_UNPARSED', message, { line });
    }
    this.#push({ name, pkg, settings, status: 'ok', iterations, numbers, line });
  }

  #other(text: string, { pkg, settings }: GoPlace, line: number): void {
    const [, outcome, name = ''] = OUTCOME.exec(text) ?? [];
    if (outcome === 'SKIP') {
      if (name.startsWith('Benchmark'))
        this.#reporter.report('go-bench:SKIPPED', `${name} was skipped`, { line });
    } else if (outcome === 'FAIL') {
      this.#reporter.report('TOOL_FAILED', `${name} failed`, { line });
      if (name.startsWith('Benchmark'))
        this.#push({ name, pkg, settings, status: 'failed', iterations: null, numbers: {}, line });
    } else if (FATAL.test(text)) {
      this.#reporter.report('TOOL_FAILED', text.slice(0, MAX_TEXT), { line });
    }
  }

  #push(result: GoResult): void {
    const { results } = this.#log;
    if (results.length < MAX_RESULTS) results.push(result);
    else
      this.#reporter.report('METRIC_MISSING', `not read: more than ${MAX_RESULTS} results`, {
        line: result.line,
      });
  }
}

/** Where a line stands: the package and the settings that hold for it. */
interface GoPlace {
  pkg: string | null;
  settings: ReadonlyMap<string, string>;
}

interface GoBenchEvents {
  result(result: ResultLine, place: GoPlace, line: number): void;
  setting?(key: string, value: string, line: number): void;
  /** A line with the time of a benchmark that is none of its results. */
  unparsed?(line: number, bytes: Buffer): void;
  /** A line that is neither: failures are among them. */
  other?(text: string, place: GoPlace, line: number): void;
}

/** What a line of numbers holds, whatever happened to them. */
const HAS_UNIT = /[ \t](?:ns|sec|B|allocs)\/op(?:[ \t]|$)/;

/** Takes results and settings out of a log, and holds the place where it is. */
class GoBenchReader {
  readonly #events: GoBenchEvents;
  #settings: ReadonlyMap<string, string> = new Map();
  /** A benchmark that printed its name and no numbers yet. */
  #begun: { name: string; line: number } | null = null;
  #last = 0;

  constructor(events: GoBenchEvents) {
    this.#events = events;
  }

  /** The benchmark whose line is the last of the file, which has no numbers; null where the file ends otherwise. */
  get cut(): { name: string; line: number } | null {
    return this.#begun?.line === this.#last ? this.#begun : null;
  }

  line(bytes: Buffer, start: number, end: number, line: number): void {
    if (start === end) return;
    this.#last = line;
    const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE));
    const result = parseResultLine(text) ?? this.#continued(text);
    if (result) {
      this.#begun = null;
      this.#events.result(result, this.#place(), line);
      return;
    }
    const name = nameOf(text);
    if ((name !== null || this.#begun) && HAS_UNIT.test(text)) {
      this.#begun = null;
      this.#events.unparsed?.(line, bytes.subarray(start, end));
      return;
    }
    if (name !== null) this.#begun = { name, line };
    const setting = parseSetting(text);
    if (setting) {
      this.#settings = withSetting(this.#settings, setting);
      this.#events.setting?.(setting.key, setting.value, line);
    } else this.#events.other?.(text, this.#place(), line);
  }

  #continued(text: string): ResultLine | null {
    const values = this.#begun && parseContinuation(text);
    return this.#begun && values ? { name: this.#begun.name, ...values } : null;
  }

  #place(): GoPlace {
    return { pkg: this.#settings.get('pkg') ?? null, settings: this.#settings };
  }
}

/** A value and its unit, as printed. */
interface Printed {
  text: string;
  /** Null where the text is not a number. */
  value: number | null;
  unit: string;
}

/** `BenchmarkRead/size=1k-8   5000000   325 ns/op   0 B/op` */
interface ResultLine {
  name: string;
  iterations: number;
  values: Printed[];
  /** What follows the last pair: a value without a unit, which a cut line has. */
  rest: string | null;
}

/** Characters of a line that are looked at. */
const MAX_LINE = 4096;
/** A benchmark name: `Benchmark`, then anything but a lower-case letter. */
const NAME = /^Benchmark(?!\p{Ll})\S*$/u;
const MAX_ITERATIONS_DIGITS = 15;

/** @returns null for a line that is none of a benchmark with numbers */
function parseResultLine(text: string): ResultLine | null {
  const [name = '', ...fields] = fieldsOf(text);
  if (!NAME.test(name)) return null;
  const values = parseValues(fields);
  return values && { name, ...values };
}

/** The numbers alone: they follow on a separate line if the benchmark prints something itself. */
function parseContinuation(text: string): Omit<ResultLine, 'name'> | null {
  const values = /^[ \t]*\d/.test(text) ? parseValues(fieldsOf(text)) : null;
  return values?.values.some(({ unit }) => unit.endsWith('/op')) ? values : null;
}

/** The name of a line that begins with one: of a benchmark that printed something before its numbers. */
function nameOf(text: string): string | null {
  const [name = ''] = fieldsOf(text);
  return NAME.test(name) ? name : null;
}

function parseValues([count = '', ...fields]: string[]): Omit<ResultLine, 'name'> | null {
  if (!/^\d+$/.test(count) || count.length > MAX_ITERATIONS_DIGITS || fields.length === 0) return null;
  const values: Printed[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [text = '', unit = ''] = fields.slice(at, at + 2);
    values.push({ text, value: parseNumber(text), unit });
  }
  // `Benchmark 5 days of logs` is not a result.
  const isResult = values.some(({ value, unit }) => value !== null || unit.endsWith('/op'));
  if (!isResult && !/^[-+.\d]|^NaN$/i.test(fields[0] ?? '')) return null;
  return {
    iterations: Number(count),
    values,
    rest: fields.length % 2 === 1 ? (fields.at(-1) ?? null) : null,
  };
}

function fieldsOf(text: string): string[] {
  return text
    .slice(0, MAX_LINE)
    .split(/[ \t]+/)
    .filter((field) => field !== '');
}
