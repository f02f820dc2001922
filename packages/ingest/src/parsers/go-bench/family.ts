import type { DetailsBuilder } from '../../files/details-builder';
import type { FileReporter } from '../../files/reporter';
import { containsAny } from '../../text/contains-any';
import { parseNumber } from '../../text/finite';
import type { FormatFamily } from '../family';
import { pushResult, RepeatNames } from '../micro-benchmark/limits';
import type { LogParser, ParseSession, Sample } from '../parser';
import { goBenchFormat as about, PACKAGE_MARK } from './about';
import { goBenchAssembler } from './assemble/go-bench-assembler';
import { benchstat, isBenchstat } from './benchstat';
import { GO_UNITS, type GoBenchLog, type GoResult } from './go-bench-log';
import { parseSetting, withSetting } from './settings';

/** Group of the facts about the log itself. */
export const SETTINGS_GROUP = 'settings';

/** What `go test -bench` prints, and logs of other tools in its format. `go test -json` is not read. */
const goBench: LogParser = {
  kind: 'go-bench',
  about: 'output of `go test -bench`: `BenchmarkX-8  1000  325 ns/op`, or `ok  <package>  1.2s` of go test',
  score: scoreGoBench,
  hasDetails: true,
  open: openGoBench,
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
/** What a line of numbers holds, whatever happened to them. */
const HAS_UNIT = /[ \t](?:ns|sec|B|allocs)\/op(?:[ \t]|$)/;

/** Reads the results of `go test -bench`, and which benchmarks failed. Every value and setting is a fact too. */
function openGoBench(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
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
}

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
