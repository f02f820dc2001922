import { Measurements } from '../../assemble/measurements';
import { UNKNOWN_WORKLOAD } from '../../model/run';
import { containsAny } from '../../text/contains-any';
import { parseNumber } from '../../text/finite';
import type { AssembleContext, Assembler, FormatFamily, LocatedLog } from '../family';
import { pushResult, RepeatNames } from '../micro-benchmark/limits';
import { addTime, type MeasuredFile, type MeasuredTest, partsOfMeasured } from '../micro-benchmark/to-parts';
import { scale } from '../micro-benchmark/units';
import type { NumberAt } from '../number-line';
import type { LogParser, ParsedLog } from '../parser';
import { goBenchFormat as about, PACKAGE_MARK } from './about';
import { benchstat, isBenchstat } from './benchstat';
import { findSections, parseSetting, type Sections, sectionLabel, withSetting } from './settings';

/** Lines of one benchmark are repeats. GOMAXPROCS is the number of clients: -cpu makes a run of each value. */
const goBenchAssembler: Assembler = {
  hasOwnNames: 'all',
  assemble: (logs, context) =>
    partsOfMeasured<GoBenchLog>('go-bench', { logs, context }, (located) => toFile(located, context)),
};

/** What is the same for all results of a file. */
interface OfFile {
  file: string;
  gomaxprocs: Gomaxprocs;
  sections: Sections;
}

function toFile(located: LocatedLog<GoBenchLog>, context: AssembleContext): MeasuredFile {
  const { path: file, log } = located;
  const { results } = log;
  const ofFile = {
    file,
    gomaxprocs: new Gomaxprocs(results.map(({ name }) => name)),
    sections: findSections(results.map(({ settings }) => settings)),
  };
  const timed = results.filter((result) => result.status === 'failed' || timeOf(result) !== null);
  noteWithoutTime(results, file, context);
  for (const { name, line, ...result } of timed) {
    if (timeOf(result)?.seconds === 0)
      context.note('METRIC_MISSING', file, `${name} took 0 ns: it has no rate`, line);
  }
  return { tool: 'go test', cores: null, tests: timed.map((result) => toTest(result, ofFile)) };
}

function toTest(result: GoResult, { file, gomaxprocs, sections }: OfFile): MeasuredTest {
  const { name, pkg, settings, status } = result;
  const { base, gomaxprocs: clients } = gomaxprocs.of(name);
  const short = base.slice('Benchmark'.length) || base;
  const measurements = new Measurements();
  addNumbers(measurements, result, file);
  return {
    test: pkg === null ? short : `${pkg}${PACKAGE_MARK}${short}`,
    status,
    clients,
    workload: { ...UNKNOWN_WORKLOAD, clients, label: sectionLabel(settings, sections.machine) },
    config: sectionLabel(settings, sections.config),
    measurements,
  };
}

function addNumbers(measurements: Measurements, result: GoResult, file: string): void {
  const { numbers, iterations, line } = result;
  const time = timeOf(result);
  // Of b.RunParallel the time is that of all goroutines together.
  if (time) addTime(measurements, time.seconds, { file, line: time.line, threads: 1 });
  if (iterations !== null) measurements.reported('iterations', iterations, { file, line });
  const rate = numbers['MB/s'];
  const bytes = numbers['B/s'];
  if (rate) measurements.reported('bandwidth', scale(rate.value, 6), { file, line: rate.line });
  else if (bytes) measurements.reported('bandwidth', bytes.value, { file, line: bytes.line });
  for (const [metric, unit] of [
    ['alloc_bytes_per_op', 'B/op'],
    ['allocs_per_op', 'allocs/op'],
  ] as const) {
    const number = numbers[unit];
    if (number) measurements.reported(metric, number.value, { file, line: number.line });
  }
}

function timeOf({ numbers }: Pick<GoResult, 'numbers'>): { seconds: number; line: number } | null {
  const printed = numbers['ns/op'];
  if (printed) return { seconds: scale(printed.value, -9), line: printed.line };
  const seconds = numbers['sec/op'];
  return seconds ? { seconds: seconds.value, line: seconds.line } : null;
}

function noteWithoutTime(results: readonly GoResult[], file: string, context: AssembleContext): void {
  const without = results.filter((result) => result.status === 'ok' && timeOf(result) === null);
  const [first] = without;
  if (!first) return;
  const message = `${without.length} lines without ns/op, the first of ${first.name}: their values are facts, and no result`;
  context.note('go-bench:NO_TIME', file, message, { line: first.line, severity: 'info' });
}

/** `BenchmarkRead-8`; without a suffix GOMAXPROCS is 1, or the name ends so by itself: `size-1024`. */
const SUFFIX = /^(.+)-([1-9]\d{0,4})$/;

/** A benchmark without the suffix that `go test` adds to its name. */
interface BenchmarkName {
  base: string;
  /** Null where the names do not tell. */
  gomaxprocs: number | null;
}

/**
 * Tells the suffix of GOMAXPROCS from a number that is part of a name. `go test` runs every benchmark with each value of
 * -cpu, so a suffix is GOMAXPROCS where every benchmark of the file has it. In a file of `Read-8`, `Write-8` and in one of
 * `Read`, `Read-4`, `Write`, `Write-4` it is; where some names have one and others none it is not known, and names stay whole.
 */
class Gomaxprocs {
  readonly #isSuffix: boolean;
  readonly #hasAny: boolean;

  /** @param names of all results of a file */
  constructor(names: Iterable<string>) {
    const byBase = new Map<string, Set<number>>();
    for (const name of new Set(names)) {
      const { base, suffix } = split(name);
      byBase.set(base, (byBase.get(base) ?? new Set()).add(suffix ?? 1));
    }
    const sets = [...byBase.values()];
    const all = new Set(sets.flatMap((set) => [...set]));
    this.#hasAny = all.size > 1 || !all.has(1);
    this.#isSuffix = sets.every((set) => set.size === all.size);
  }

  of(name: string): BenchmarkName {
    if (!this.#isSuffix) return { base: name, gomaxprocs: null };
    const { base, suffix } = split(name);
    // Logs that other tools rewrote have no suffix either.
    return { base, gomaxprocs: suffix ?? (this.#hasAny ? 1 : null) };
  }
}

function split(name: string): { base: string; suffix: number | null } {
  const [, base = name, suffix] = SUFFIX.exec(name) ?? [];
  return { base, suffix: suffix === undefined ? null : Number(suffix) };
}

/** Group of the facts about the log itself. */
export const SETTINGS_GROUP = 'settings';

/** What `go test -bench` prints, and logs of other tools in its format. `go test -json` is not read. */
const goBench: LogParser = {
  kind: 'go-bench',
  about: 'output of `go test -bench`: `BenchmarkX-8  1000  325 ns/op`, or `ok  <package>  1.2s` of go test',
  score(sample) {
    const { head, name } = sample;
    if (!containsAny(head, LITERALS) || !CONTENT.some((pattern) => pattern.test(head))) return 0;
    // benchstat repeats the settings of its logs.
    if (isBenchstat(sample)) return 0;
    return /bench/i.test(name) ? 1 : 0.9;
  },
  hasDetails: true,
  /** Reads the results of `go test -bench`, and which benchmarks failed. Every value and setting is a fact too. */
  open(reporter, details) {
    const results: GoResult[] = [];
    const names = new RepeatNames();
    let settings: ReadonlyMap<string, string> = new Map();
    /** A benchmark that printed its name and no numbers yet. */
    let begun: { name: string; line: number } | null = null;
    let last = 0;

    const push = (result: Omit<GoResult, 'pkg' | 'settings'>) =>
      pushResult(results, { ...result, pkg: settings.get('pkg') ?? null, settings }, reporter);

    const pushMeasured = ({ name, iterations, values, rest }: ResultLine, line: number) => {
      const pkg = settings.get('pkg');
      const group = details ? names.next(pkg === undefined ? name : `${pkg}${PACKAGE_MARK}${name}`) : name;
      details?.facts.add({ group, name: 'iterations', value: String(iterations), line });
      const numbers: GoResult['numbers'] = {};
      for (const { text, value, unit } of values) {
        details?.facts.add({ group, name: unit, value: text, number: value, unit, line });
        const known = GO_UNITS.find((each) => each === unit);
        if (value === null) reporter.unreadable(line, Buffer.from(`${name}: ${text} ${unit}`));
        else if (known !== undefined) numbers[known] ??= { value, line };
      }
      if (rest !== null) {
        const message = `expected a unit after "${rest.slice(0, MAX_TEXT)}": the line was cut`;
        reporter.report('LINE_UNPARSED', message, { line });
      }
      push({ name, status: 'ok', iterations, numbers, line });
    };

    const readOutcome = (text: string, line: number) => {
      const [, outcome, name = ''] = OUTCOME.exec(text) ?? [];
      const isBenchmark = name.startsWith('Benchmark');
      if (outcome === 'SKIP') {
        if (isBenchmark) reporter.report('go-bench:SKIPPED', `${name} was skipped`, { line });
      } else if (outcome === 'FAIL') {
        reporter.report('TOOL_FAILED', `${name} failed`, { line });
        if (isBenchmark) push({ name, status: 'failed', iterations: null, numbers: {}, line });
      } else if (FATAL.test(text)) reporter.report('TOOL_FAILED', text.slice(0, MAX_TEXT), { line });
    };

    return {
      line(bytes, start, end, line) {
        if (start === end) return;
        last = line;
        const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE));
        const [name = '', ...fields] = fieldsOf(text);
        const isNamed = NAME.test(name);
        const values = isNamed ? parseValues(fields) : begun && parseContinuation(text);
        if (values) {
          pushMeasured({ name: isNamed ? name : (begun?.name ?? ''), ...values }, line);
          begun = null;
        } else if ((isNamed || begun) && HAS_UNIT.test(text)) {
          begun = null;
          reporter.unparsed(
            'a name, iterations, then values with their units',
            line,
            bytes.subarray(start, end),
          );
        } else {
          if (isNamed) begun = { name, line };
          const setting = parseSetting(text);
          // The next benchmark is of another package, whether its line is there or not.
          if (PACKAGE_END.test(text)) settings = withSetting(settings, { key: 'pkg', value: '' });
          if (!setting) return readOutcome(text, line);
          settings = withSetting(settings, setting);
          const { key, value } = setting;
          details?.facts.add({ group: SETTINGS_GROUP, name: key, value, line });
        }
      },
      end(): GoBenchLog {
        if (begun?.line === last) {
          const text = `the log ends while ${begun.name} runs: go test was killed or the file was cut. Run it again.`;
          reporter.report('TRUNCATED_LOG', text, { line: last });
        } else if (results.length === 0 && reporter.total === 0)
          reporter.report('NO_RESULT', 'no benchmark ran: go test needs -bench');
        return { type: 'go-bench', results };
      },
    };
  },
};

const CONTENT = [
  /^Benchmark(?![a-z])\S*[ \t]+\d+[ \t]+[-+]?[\d.]+(?:e[-+]?\d+)? [^\s\d]\S*/m,
  /^goos: \w+\ngoarch: \w+$/m,
  /^(?:ok {2}|FAIL)\t\S+\t(?:[\d.]+s|\(cached\))/m,
];
/** One of them is in whatever a pattern finds. */
const LITERALS = ['Benchmark', 'goos: ', 'ok  \t', 'FAIL\t'];

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
/** `ok  	example.org/kv	3.2s` */
const PACKAGE_END = /^(?:ok {2}|FAIL)\t\S+\t/;
/** `FAIL	example.org/kv [build failed]`, `panic: runtime error: ...` */
const FATAL = /^(?:FAIL\t\S+ \[(?:build|setup) failed\]|panic: )/;
const MAX_TEXT = 200;
/** What a line of numbers holds, whatever happened to them. */
const HAS_UNIT = /[ \t](?:ns|sec|B|allocs)\/op(?:[ \t]|$)/;

/** `BenchmarkRead/size=1k-8   5000000   325 ns/op   0 B/op` */
interface ResultLine {
  name: string;
  iterations: number;
  /** As printed; the value is null where the text is not a number. */
  values: { text: string; value: number | null; unit: string }[];
  /** What follows the last pair: a value without a unit, which a cut line has. */
  rest: string | null;
}

/** Characters of a line that are looked at. */
const MAX_LINE = 4096;
/** A benchmark name: `Benchmark`, then anything but a lower-case letter. */
const NAME = /^Benchmark(?!\p{Ll})\S*$/u;
const MAX_ITERATIONS_DIGITS = 15;

/** The numbers alone: they follow on a separate line if the benchmark prints something itself. */
function parseContinuation(text: string): Omit<ResultLine, 'name'> | null {
  const values = /^[ \t]*\d/.test(text) ? parseValues(fieldsOf(text)) : null;
  return values?.values.some(({ unit }) => unit.endsWith('/op')) ? values : null;
}

function parseValues([count = '', ...fields]: string[]): Omit<ResultLine, 'name'> | null {
  if (!/^\d+$/.test(count) || count.length > MAX_ITERATIONS_DIGITS || fields.length === 0) return null;
  const values: ResultLine['values'] = [];
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

/** Units that have a metric. `sec/op` and `B/s` appear in logs rewritten to base units. */
const GO_UNITS = ['ns/op', 'sec/op', 'MB/s', 'B/s', 'B/op', 'allocs/op'] as const;
type GoUnit = (typeof GO_UNITS)[number];

/** One line of a benchmark. */
interface GoResult {
  /** As printed: `BenchmarkRead/size=1k-8`. */
  name: string;
  /** Import path, null where no line has it. */
  pkg: string | null;
  /** `goos`, `cpu`, `note`, ... as they stood before the line. */
  settings: ReadonlyMap<string, string>;
  status: 'ok' | 'failed';
  iterations: number | null;
  numbers: Partial<Record<GoUnit, NumberAt>>;
  line: number;
}

interface GoBenchLog extends ParsedLog {
  type: 'go-bench';
  results: GoResult[];
}
