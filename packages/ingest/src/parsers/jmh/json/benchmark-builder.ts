import type { FileReporter } from '../../../files/reporter';
import type { JsonValue } from '../../json-documents';
import { MAX_RESULTS } from '../../micro-benchmark/limits';
import type { NumberAt } from '../../number-line';
import { isMode, type JmhBenchmark } from '../jmh-log';

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
export class BenchmarkBuilder {
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
