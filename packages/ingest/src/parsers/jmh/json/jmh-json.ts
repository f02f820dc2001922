import type { FactInput } from '../../../files/details-builder';
import type { LinePiece } from '../../../files/line-blocks';
import type { FileReporter } from '../../../files/reporter';
import { containsAny } from '../../../text/contains-any';
import { factDetails } from '../../context/facts';
import { JsonDocuments, type JsonValue } from '../../json-documents';
import { MAX_RESULTS, RepeatNames } from '../../micro-benchmark/limits';
import type { NumberAt } from '../../number-line';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { isMode, type JmhBenchmark, type JmhLog } from '../jmh-log';

/** Of one benchmark; profilers print up to a hundred metrics. */
const MAX_FACTS_OF_ONE = 500;

type OwnFact = Pick<FactInput, 'name' | 'value' | 'line'>;

/** Every value of each benchmark as a fact: settings, errors, profilers. The iterations are results. */
const jmhJsonDetails = () =>
  factDetails((facts) => {
    const names = new RepeatNames();
    let own: OwnFact[] = [];
    return new ElementReader({
      begin: () => {
        own = [];
      },
      value: (path, value, line) => {
        if (path.some((part) => part.startsWith('rawData')) || own.length >= MAX_FACTS_OF_ONE) return;
        const name = path.filter((part) => part !== '#').join('.');
        own.push({ name, value: String(value), line });
      },
      end: () => {
        const group = names.next(nameOf(own));
        for (const fact of own) {
          if (fact.name !== 'benchmark') facts.add({ group, unit: unitOf(fact.name, own), ...fact });
        }
        own = [];
      },
      broken: () => {},
    });
  });

const textOf = (wanted: string, own: readonly OwnFact[]) => own.find(({ name }) => name === wanted)?.value;

function nameOf(own: readonly OwnFact[]): string {
  const params = own.flatMap(({ name, value }) =>
    name.startsWith('params.') ? [`${name.slice('params.'.length)}=${value}`] : [],
  );
  const name = (textOf('benchmark', own) ?? '') + (params.length > 0 ? `[${params.join(',')}]` : '');
  return `${name} (${textOf('mode', own) ?? ''})`;
}

/** The unit of `primaryMetric.score` is `primaryMetric.scoreUnit`. */
function unitOf(name: string, own: readonly OwnFact[]): string | null {
  const [, metric] = /^(.*)\.score(?:Error|Confidence|Percentiles\..*)?$/.exec(name) ?? [];
  return textOf(`${metric}.scoreUnit`, own) ?? null;
}

/** `-rf json` of JMH. */
export const jmhJson: LogParser = {
  kind: 'jmh',
  about: 'JSON of JMH: an array of benchmarks with their mode and primaryMetric',
  isJson: true,
  score: scoreJson,
  open: (reporter) => new JmhJsonSession(reporter),
  openDetails: jmhJsonDetails,
};

const LITERALS = ['"jmhVersion"', '"primaryMetric"'];

function scoreJson({ name, head }: Sample): number {
  if (!containsAny(head, LITERALS)) return 0;
  if (!/"benchmark"\s*:\s*"/.test(head) || !/"mode"\s*:\s*"/.test(head)) return 0;
  return /jmh/i.test(name) ? 1 : 0.9;
}

/** Relative: a score is printed with all its digits, and summed up in another order. */
const TOLERANCE = 1e-6;

class JmhJsonSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #log: JmhLog = { type: 'jmh', source: 'json', version: null, benchmarks: [] };
  #builder: BenchmarkBuilder | null = null;
  #iterations = 0;
  #lines = 0;
  #isBroken = false;
  readonly #reader = new ElementReader({
    begin: (line) => {
      this.#builder = new BenchmarkBuilder(this.#reporter, line);
    },
    value: (path, value, line) => this.#builder?.value(path, value, line),
    close: (path, line) => this.#builder?.close(path, line),
    end: () => this.#end(),
    broken: (line, bytes) => {
      this.#isBroken = true;
      this.#reporter.report('LINE_UNPARSED', 'expected JSON; the rest of it was not read', { line, bytes });
    },
  });

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#lines = lineNumber;
    this.#reader.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#lines = at.lineNumber;
    this.#reader.piece(bytes, at);
  }

  end(): JmhLog {
    const { length } = this.#log.benchmarks;
    if (this.#reader.isOpen) {
      const text = `the JSON ends in the middle, ${length} benchmarks were whole: run it again`;
      this.#reporter.report('TRUNCATED_LOG', text, { line: this.#lines });
    } else if (length === 0 && !this.#isBroken) {
      this.#reporter.report('NO_RESULT', 'the list of benchmarks is empty');
    }
    return this.#log;
  }

  #end(): void {
    const version = this.#builder?.version ?? null;
    const benchmark = this.#builder?.build() ?? null;
    this.#builder = null;
    if (!benchmark) return;
    this.#log.version ??= version;
    this.#iterations += Math.max(1, benchmark.iterations.length);
    if (this.#iterations > MAX_RESULTS) {
      const { line } = benchmark;
      this.#reporter.report('METRIC_MISSING', `not read: more than ${MAX_RESULTS} iterations`, { line });
      return;
    }
    this.#check(benchmark);
    this.#log.benchmarks.push(benchmark);
  }

  /** The score is the mean of the iterations of all forks. */
  #check({ name, score, iterations }: JmhBenchmark): void {
    const known = iterations.filter((each) => each !== null);
    if (!score || known.length === 0 || known.length < iterations.length) return;
    const mean = known.reduce((sum, { value }) => sum + value, 0) / known.length;
    if (Math.abs(mean - score.value) <= TOLERANCE * Math.max(Math.abs(mean), Math.abs(score.value))) return;
    const message = `${name}: the score is ${score.value} (line ${score.line}), the mean of rawData ${mean}`;
    for (const line of new Set(known.map((each) => each.line))) {
      this.#reporter.doubt({
        line,
        metrics: ['throughput', 'time_per_op'],
        message,
        otherLine: score.line,
      });
    }
  }
}

/** What an element of JMH's JSON array says. `path` is within the element and reused: `primaryMetric`, `score`. */
interface ElementEvents {
  begin(line: number): void;
  value(path: readonly string[], value: JsonValue, line: number): void;
  /** A list or an object within the element is whole. */
  close?(path: readonly string[], line: number): void;
  end(): void;
  broken(line: number, bytes: Buffer): void;
}

/** Elements are in an array that is the whole text: `#` is its element. */
const isElement = (path: readonly string[]) => path.length === 1 && path[0] === '#';

/** Takes benchmarks out of JSON one after the other, and holds nothing of them. */
class ElementReader {
  readonly #documents: JsonDocuments;

  constructor(events: ElementEvents) {
    this.#documents = new JsonDocuments({
      open: (path, line) => {
        if (isElement(path)) events.begin(line);
      },
      close: (path, line) => {
        if (isElement(path)) events.end();
        else if (path.length > 1 && path[0] === '#') events.close?.(path.slice(1), line);
      },
      value: (path, value, line) => {
        if (path.length > 1 && path[0] === '#') events.value(path.slice(1), value, line);
      },
      documentEnd: () => {},
      broken: (line, bytes) => events.broken(line, bytes),
    });
  }

  /** True while the JSON is not closed. */
  get isOpen(): boolean {
    return this.#documents.isOpen;
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#documents.piece(bytes, at);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#documents.line(bytes, start, end, lineNumber);
  }
}

const MAX_TEXT = 500;
const MAX_PARAMS = 50;
const MAX_PERCENTILES = 50;
/** Of `-prof gc`; older versions have a dot before it. */
const ALLOCATED = /^·?gc\.alloc\.rate\.norm$/;

interface Metric {
  score: NumberAt | null;
  unit: string | null;
  /** `rawData`, fork after fork. */
  iterations: (NumberAt | null)[];
  /** How many iterations there were at the end of each fork, and where that is. */
  forks: NumberAt[];
}

const newMetric = (): Metric => ({ score: null, unit: null, iterations: [], forks: [] });
const MAX_FORKS = 1000;

/** An element of the array as a benchmark. A non-numeric value in place of a number is reported with its line. */
class BenchmarkBuilder {
  readonly #reporter: FileReporter;
  readonly #line: number;
  readonly #primary = newMetric();
  readonly #allocated = newMetric();
  readonly #texts = new Map<string, string>();
  readonly #params = new Map<string, string>();
  readonly #percentiles: JmhBenchmark['percentiles'] = [];
  #threads: number | null = null;

  /** @param line of the element's brace */
  constructor(reporter: FileReporter, line: number) {
    this.#reporter = reporter;
    this.#line = line;
  }

  value(path: readonly string[], value: JsonValue, line: number): void {
    const [first = '', second = '', ...rest] = path;
    if (first === 'primaryMetric') {
      if (second === 'scorePercentiles') this.#percentile(rest[0], value, line);
      else this.#metric(this.#primary, [second, ...rest], { value, line });
    } else if (first === 'secondaryMetrics') {
      if (ALLOCATED.test(second)) this.#metric(this.#allocated, rest, { value, line });
    } else if (first === 'params') {
      if (this.#params.size < MAX_PARAMS) this.#params.set(second, String(value).slice(0, MAX_TEXT));
    } else if (first === 'threads') {
      this.#threads = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
    } else if (path.length === 1 && typeof value === 'string' && isText(first)) {
      this.#texts.set(first, value.slice(0, MAX_TEXT));
    }
  }

  /** A list or an object of the element is whole. */
  close([first = '', second = '', ...rest]: readonly string[], line: number): void {
    const isPrimary = first === 'primaryMetric';
    const [list, fork, ...more] = isPrimary ? [second, ...rest] : rest;
    if (list !== 'rawData' || fork === undefined || more.length > 0) return;
    if (isPrimary) endFork(this.#primary, line);
    else if (first === 'secondaryMetrics' && ALLOCATED.test(second)) endFork(this.#allocated, line);
  }

  /** Version of JMH, null where the element lacks it. */
  get version(): string | null {
    return this.#texts.get('jmhVersion') ?? null;
  }

  /** @returns null, after reporting the reason, unless the element is a benchmark in a known mode */
  build(): JmhBenchmark | null {
    const name = this.#texts.get('benchmark') ?? '';
    const mode = this.#texts.get('mode') ?? '';
    if (name === '' || !isMode(mode)) {
      const message = `expected "benchmark" and "mode" (thrpt, avgt, sample, ss), found "${name}" and "${mode}"`;
      this.#reporter.report('LINE_UNPARSED', message, { line: this.#line });
      return null;
    }
    const { score, unit, iterations } = this.#primary;
    this.#checkAllocated();
    return {
      name,
      params: [...this.#params].map(([param, value]) => `${param}=${value}`).join(','),
      mode,
      threads: this.#threads,
      score,
      unit: unit ?? '',
      iterations,
      percentiles: this.#percentiles,
      allocated: this.#allocated.unit === 'B/op' ? this.#allocated.iterations : [],
      allocatedScore: this.#allocated.unit === 'B/op' ? this.#allocated.score : null,
      table: 1,
      line: this.#line,
    };
  }

  #metric(
    metric: Metric,
    path: readonly string[],
    { value, line }: { value: JsonValue; line: number },
  ): void {
    const [name, ...rest] = path;
    if (name === 'scoreUnit') metric.unit = String(value).slice(0, MAX_TEXT);
    else if (name === 'score') metric.score = this.#number(name, value, line);
    // Elements of a fork in the list of forks: deeper ones are histograms.
    else if (name === 'rawData' && rest.length === 2 && metric.iterations.length < MAX_RESULTS)
      metric.iterations.push(this.#number(name, value, line));
  }

  #percentile(percent: string | undefined, value: JsonValue, line: number): void {
    const number = this.#number(`${percent}`, value, line);
    if (number && this.#percentiles.length < MAX_PERCENTILES)
      this.#percentiles.push({ percent: Number(percent), ...number });
  }

  /** Each iteration has what its operations allocated, so there must be as many of both. */
  #checkAllocated(): void {
    const { forks } = this.#primary;
    const own = this.#allocated.forks;
    if (forks.length === 0) return;
    const unequal = own.find(({ value }, index) => value !== forks[index]?.value);
    const other = unequal ?? (own.length < forks.length ? own.at(-1) : undefined);
    if (!other) return;
    const message = 'gc.alloc.rate.norm has another number of iterations than the score: not stored';
    this.#reporter.report('METRIC_MISSING', message, { line: other.line });
  }

  #number(name: string, value: JsonValue, line: number): NumberAt | null {
    if (typeof value === 'number') return { value, line };
    this.#reporter.unreadable(line, Buffer.from(`"${name}" : ${value}`));
    return null;
  }
}

function endFork({ forks, iterations }: Metric, line: number): void {
  if (forks.length < MAX_FORKS) forks.push({ value: iterations.length, line });
}

function isText(name: string): boolean {
  return name === 'benchmark' || name === 'mode' || name === 'jmhVersion';
}
