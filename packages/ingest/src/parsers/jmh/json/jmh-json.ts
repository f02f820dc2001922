import type { DetailsBuilder, FactInput } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { containsAny } from '../../../text/contains-any';
import { JsonDocuments, type JsonValue } from '../../json-documents';
import { MAX_RESULTS, RepeatNames } from '../../micro-benchmark/limits';
import type { NumberAt } from '../../number-line';
import type { LogParser } from '../../parser';
import { isMode, type JmhBenchmark, type JmhLog } from '../jmh-log';

/** `-rf json` of JMH. */
export const jmhJson: LogParser = {
  kind: 'jmh',
  about: 'JSON of JMH: an array of benchmarks with their mode and primaryMetric',
  isJson: true,
  score({ name, head }) {
    if (!containsAny(head, LITERALS)) return 0;
    if (!/"benchmark"\s*:\s*"/.test(head) || !/"mode"\s*:\s*"/.test(head)) return 0;
    return /jmh/i.test(name) ? 1 : 0.9;
  },
  hasDetails: true,
  /** Takes benchmarks out of JSON one after the other. Every value but the iterations is a fact: settings, errors, profilers. */
  open(reporter, details) {
    const log: JmhLog = { type: 'jmh', source: 'json', version: null, benchmarks: [] };
    const names = new RepeatNames();
    let element: JsonElement | null = null;
    let facts: OwnFact[] = [];
    let iterations = 0;

    const pushElement = (found: JsonElement) => {
      const benchmark = toBenchmark(found, reporter);
      if (!benchmark) return;
      log.version ??= found.texts.get('jmhVersion') ?? null;
      iterations += Math.max(1, benchmark.iterations.length);
      if (iterations <= MAX_RESULTS) {
        checkScore(benchmark, reporter);
        log.benchmarks.push(benchmark);
      } else {
        const { line } = benchmark;
        reporter.report('METRIC_MISSING', `not read: more than ${MAX_RESULTS} iterations`, { line });
      }
    };

    const documents = new JsonDocuments({
      open: (path, line) => {
        if (isElement(path)) [element, facts] = [newElement(line), []];
      },
      value: (path, value, line) => {
        if (path.length < 2 || path[0] !== '#') return;
        const own = path.slice(1);
        if (details) pushFact(facts, own, { value, line });
        if (element) readValue(element, own, { value, line, reporter });
      },
      close: (path, line) => {
        if (isElement(path)) {
          if (details) addFacts(details, names.next(nameOf(facts)), facts);
          if (element) pushElement(element);
          element = null;
        } else if (path[0] === '#' && element) readClose(element, path.slice(1), line);
      },
      broken: (line, bytes) => reporter.unparsed('JSON; the rest of it was not read', line, bytes),
    });
    return Object.assign(documents, {
      end(): JmhLog {
        const { length } = log.benchmarks;
        if (documents.isOpen) {
          const text = `the JSON ends in the middle, ${length} benchmarks were whole: run it again`;
          reporter.report('TRUNCATED_LOG', text, { line: documents.lastLine });
        } else if (length === 0 && !documents.isBroken)
          reporter.report('NO_RESULT', 'the list of benchmarks is empty');
        return log;
      },
    });
  },
};

const LITERALS = ['"jmhVersion"', '"primaryMetric"'];

/** Elements are in an array that is the whole text: `#` is its element. */
const isElement = (path: readonly string[]) => path.length === 1 && path[0] === '#';

/** Of one benchmark; profilers print up to a hundred metrics. */
const MAX_FACTS_OF_ONE = 500;

type OwnFact = Pick<FactInput, 'name' | 'value' | 'line'>;

function pushFact(facts: OwnFact[], path: readonly string[], { value, line }: ValueAt): void {
  if (facts.length >= MAX_FACTS_OF_ONE || path.some((part) => part.startsWith('rawData'))) return;
  facts.push({ name: path.filter((part) => part !== '#').join('.'), value: String(value), line });
}

function addFacts({ facts }: DetailsBuilder, group: string, own: readonly OwnFact[]): void {
  for (const fact of own)
    if (fact.name !== 'benchmark') facts.add({ group, unit: unitOf(fact.name, own), ...fact });
}

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

/** Relative: a score is printed with all its digits, and summed up in another order. */
const TOLERANCE = 1e-6;

/** The score is the mean of the iterations of all forks. */
function checkScore({ name, score, iterations }: JmhBenchmark, reporter: FileReporter): void {
  const known = iterations.filter((each) => each !== null);
  if (!score || known.length === 0 || known.length < iterations.length) return;
  const mean = known.reduce((sum, { value }) => sum + value, 0) / known.length;
  if (Math.abs(mean - score.value) <= TOLERANCE * Math.max(Math.abs(mean), Math.abs(score.value))) return;
  const message = `${name}: the score is ${score.value} (line ${score.line}), the mean of rawData ${mean}`;
  for (const line of new Set(known.map((each) => each.line)))
    reporter.doubt({ line, metrics: ['throughput', 'time_per_op'], message, otherLine: score.line });
}

const MAX_TEXT = 500;
const MAX_PARAMS = 50;
const MAX_PERCENTILES = 50;
/** Of `-prof gc`; older versions have a dot before it. */
const ALLOCATED = /^·?gc\.alloc\.rate\.norm$/;

interface ValueAt {
  value: JsonValue;
  line: number;
}

/** An element of the array while it is read. `line` is that of its brace. */
interface JsonElement extends Pick<JmhBenchmark, 'line' | 'threads' | 'percentiles'> {
  primary: Metric;
  allocated: Metric;
  texts: Map<string, string>;
  params: Map<string, string>;
}

interface Metric {
  score: NumberAt | null;
  unit: string | null;
  /** `rawData`, fork after fork. */
  iterations: (NumberAt | null)[];
  /** How many iterations there were at the end of each fork, and where that is. */
  forks: NumberAt[];
}

const MAX_FORKS = 1000;

function newElement(line: number): JsonElement {
  const newMetric = (): Metric => ({ score: null, unit: null, iterations: [], forks: [] });
  const [primary, allocated] = [newMetric(), newMetric()];
  return { line, threads: null, percentiles: [], primary, allocated, texts: new Map(), params: new Map() };
}

/** The metric that a path within an element leads into, and the rest of the path. */
function metricAt(element: JsonElement, [first, second = '', ...rest]: readonly string[]) {
  if (first === 'primaryMetric') return { metric: element.primary, path: [second, ...rest] };
  const isAllocated = first === 'secondaryMetrics' && ALLOCATED.test(second);
  return isAllocated ? { metric: element.allocated, path: rest } : null;
}

/** Reads a value of an element. A non-numeric value in place of a number is reported with its line. */
function readValue(
  element: JsonElement,
  path: readonly string[],
  { value, line, reporter }: ValueAt & { reporter: FileReporter },
): void {
  const [first = '', second = '', third] = path;
  const numberOf = (name: string): NumberAt | null => {
    if (typeof value === 'number') return { value, line };
    reporter.unreadable(line, Buffer.from(`"${name}" : ${value}`));
    return null;
  };
  const { texts, params, percentiles } = element;
  if (first === 'primaryMetric' && second === 'scorePercentiles') {
    const number = numberOf(`${third}`);
    if (number && percentiles.length < MAX_PERCENTILES)
      percentiles.push({ percent: Number(third), ...number });
  } else if (first === 'primaryMetric' || first === 'secondaryMetrics') {
    const { metric, path: [name, ...rest] = [] } = metricAt(element, path) ?? {};
    if (!metric) return;
    if (name === 'scoreUnit') metric.unit = String(value).slice(0, MAX_TEXT);
    else if (name === 'score') metric.score = numberOf(name);
    // Elements of a fork in the list of forks: deeper ones are histograms.
    else if (name === 'rawData' && rest.length === 2 && metric.iterations.length < MAX_RESULTS)
      metric.iterations.push(numberOf(name));
  } else if (first === 'params') {
    if (params.size < MAX_PARAMS) params.set(second, String(value).slice(0, MAX_TEXT));
  } else if (first === 'threads') {
    element.threads = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
  } else if (path.length === 1 && typeof value === 'string' && TEXTS.has(first))
    texts.set(first, value.slice(0, MAX_TEXT));
}

const TEXTS = new Set(['benchmark', 'mode', 'jmhVersion']);

/** A list or an object of the element is whole: of the list of forks, a fork. */
function readClose(element: JsonElement, path: readonly string[], line: number): void {
  const { metric, path: own = [] } = metricAt(element, path) ?? {};
  if (!metric || own.length !== 2 || own[0] !== 'rawData' || metric.forks.length >= MAX_FORKS) return;
  metric.forks.push({ value: metric.iterations.length, line });
}

/** @returns null, after reporting the reason, unless the element is a benchmark in a known mode */
function toBenchmark(element: JsonElement, reporter: FileReporter): JmhBenchmark | null {
  const { line, threads, percentiles, primary, allocated, texts, params } = element;
  const name = texts.get('benchmark') ?? '';
  const mode = texts.get('mode') ?? '';
  if (name === '' || !isMode(mode)) {
    const message = `expected "benchmark" and "mode" (thrpt, avgt, sample, ss), found "${name}" and "${mode}"`;
    reporter.report('LINE_UNPARSED', message, { line });
    return null;
  }
  checkAllocated(element, reporter);
  const isBytes = allocated.unit === 'B/op';
  return {
    ...{ name, params: [...params].map(([param, value]) => `${param}=${value}`).join(','), mode, threads },
    ...{ score: primary.score, unit: primary.unit ?? '', iterations: primary.iterations, percentiles },
    allocated: isBytes ? allocated.iterations : [],
    allocatedScore: isBytes ? allocated.score : null,
    table: 1,
    line,
  };
}

/** Each iteration has what its operations allocated, so there must be as many of both. */
function checkAllocated({ primary, allocated }: JsonElement, reporter: FileReporter): void {
  const { forks } = primary;
  const own = allocated.forks;
  if (forks.length === 0) return;
  const unequal = own.find(({ value }, index) => value !== forks[index]?.value);
  const other = unequal ?? (own.length < forks.length ? own.at(-1) : undefined);
  if (!other) return;
  const message = 'gc.alloc.rate.norm has another number of iterations than the score: not stored';
  reporter.report('METRIC_MISSING', message, { line: other.line });
}
