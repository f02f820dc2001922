import path from 'node:path';
import { Measurements } from '../../../assemble/measurements';
import type { Manifest } from '../../../manifest/manifest';
import { type MetricId, metricOf } from '../../../model/metric';
import { SMALLEST } from '../../../model/metric-entry';
import { type NormalizedResult, UNKNOWN_WORKLOAD, type Workload } from '../../../model/run';
import { testLabel } from '../../../model/test-label';
import { unitBy } from '../../../model/words/same-unit';
import type { AssembleContext, LocatedLog, RunPart } from '../../family';
import type { ResultsLog } from '../results-log';
import type { ResultsHead, SaidOfRun } from '../schema/results-schema';
import { type PlacedRow, PlacedRows } from './placed-rows';

/** A part whose results are being found. */
interface Draft {
  part: Omit<RunPart, 'results'>;
  tool: string;
  /** By test and repeat. */
  results: Map<number, NormalizedResult>;
  /** How often a metric of a test was met: results without `repeat` are counted. */
  counts: Map<number, number>;
}

/** More than the repeats, metrics and tests that one file may have. */
const [MAX_METRICS, MAX_TESTS] = [128, 2 ** 20];

/**
 * Parts of the results of one file, one for each version, config, machine and workload that they name. What can't be placed
 * is reported.
 */
export function partsOfResults(located: LocatedLog<ResultsLog>, context: AssembleContext): RunPart[] {
  const placed = new PlacedRows(located, context);
  // Of a tool that has a parser the numbers are known, and only one of them is the throughput.
  const named = () =>
    where(placed, ({ head, isThroughput }) => isThroughput || !context.isRegistered(toolName(head)));
  const main = mainNumbers(named());
  const drafts = new Drafts(located.path, context);
  for (const own of placed) {
    const result = drafts.resultOf(own, own.measured.metric);
    const { test, range } = result;
    addToResult(result, own, { main: main.get(testLabel(test, range)), context });
    if (own.row.status) result.status = own.row.status;
  }
  for (const failed of placed.failed()) {
    const { row } = failed;
    drafts.resultOf(failed, 'throughput').status = 'failed';
    context.note('TOOL_FAILED', located.path, `${row.test}: ${row.error}`, row.line);
  }
  noteWithoutMain(located.path, named(), main, context);
  return drafts.list.map(({ part, results }) => ({ ...part, results: [...results.values()] }));
}

function* where(rows: Iterable<PlacedRow>, is: (row: PlacedRow) => boolean): Generator<PlacedRow> {
  for (const row of rows) if (is(row)) yield row;
}

type Located = Pick<PlacedRow, 'head' | 'row' | 'said'>;

/** Parts of one file, by what its results say of version, machine and workload. */
class Drafts {
  readonly #drafts = new Map<string, Draft>();
  /** By run metadata, which many results share as one object. */
  readonly #bySaid = new Map<ResultsHead, Map<SaidOfRun, Draft>>();
  readonly #file: string;
  readonly #context: AssembleContext;

  constructor(file: string, context: AssembleContext) {
    this.#file = file;
    this.#context = context;
  }

  /** Tests and metrics by number: a million keys of text would take as much as the results. */
  readonly #tests = new Map<string, number>();
  readonly #metrics = new Map<MetricId, number>();

  /** The result that a number belongs to; begun where it is the first. */
  resultOf(located: Located, metric: MetricId): NormalizedResult {
    const { part, tool, results, counts } = this.#of(located);
    const { row } = located;
    const range = row.range ?? null;
    const test = numberOf(testLabel(row.test, range), this.#tests);
    const counted = test * MAX_METRICS + numberOf(metric, this.#metrics);
    const repeat = row.repeat ?? (counts.get(counted) ?? 0) + 1;
    counts.set(counted, repeat);
    const key = test + (repeat - 1) * MAX_TESTS;
    const known = results.get(key);
    if (known) return known;
    // Written out: an object of spread parts takes twice the memory, and there may be a million.
    const result: NormalizedResult = {
      test: row.test,
      range,
      repeat,
      status: 'ok',
      unit: 'operations/s',
      clients: part.workload.clients,
      command: null,
      tool,
      device: null,
      measurements: [],
    };
    results.set(key, result);
    return result;
  }

  get list(): Draft[] {
    return [...this.#drafts.values()];
  }

  #of(located: Located): Draft {
    const { head, said } = located;
    const ofHead = this.#bySaid.get(head) ?? new Map<SaidOfRun, Draft>();
    this.#bySaid.set(head, ofHead);
    const known = ofHead.get(said);
    if (known) return known;
    const draft = this.#find(located);
    ofHead.set(said, draft);
    return draft;
  }

  #find({ head, said: own }: Located): Draft {
    const said = saidOfRun(head, own);
    const workload = workloadOf(head, own);
    const name = toolName(head);
    const key = JSON.stringify([name, said, workload]);
    const known = this.#drafts.get(key);
    if (known) return known;
    const directory = path.posix.dirname(this.#file);
    const base = directory === '.' ? this.#context.rootLabel : path.posix.basename(directory);
    const label = [said.version, said.config].filter(Boolean).join(' ') || base;
    const draft: Draft = {
      part: {
        benchmark: this.#context.benchmarkNamed(name),
        label,
        directory,
        variant: { product: name, version: base, versionKnown: false, flavour: null, config: null },
        workload,
        server: null,
        cores: null,
        said,
      },
      tool: toolText(head),
      results: new Map(),
      counts: new Map(),
    };
    this.#drafts.set(key, draft);
    return draft;
  }
}

function numberOf<Name>(name: Name, numbers: Map<Name, number>): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

function toolName({ tool }: ResultsHead): string {
  return typeof tool === 'string' ? tool : tool.name;
}

/** `mybench 1.2` */
function toolText({ tool }: ResultsHead): string {
  return typeof tool === 'string' ? tool : [tool.name, tool.version].filter(Boolean).join(' ');
}

function noteWithoutMain(
  file: string,
  placed: Iterable<PlacedRow>,
  main: ReadonlyMap<string, MetricId>,
  context: AssembleContext,
): void {
  const seen = new Set<string>();
  for (const { row } of placed) {
    const test = testLabel(row.test, row.range ?? null);
    if (main.has(test) || seen.has(test)) continue;
    seen.add(test);
    const message = `${test}: no throughput, rate or time measures its speed; mark the right metric with "main"`;
    context.note('results-json:NO_MAIN_NUMBER', file, message, row.line);
  }
}

/**
 * The metric that measures the speed of each test: the one that the file marks as `main`, else its throughput, a rate, a
 * time, anything of which more is better, anything of which less is; of equals the first in the file. One for a test in all
 * of a file, so that versions are compared by the same. Where some tests have a speed, those that have none are not judged by
 * anything else: a query that ran into its limit, of which only the memory is left, would be compared by that.
 *
 * @returns by label of the test; none of a test without such a number
 */
function mainNumbers(rows: Iterable<PlacedRow>): Map<string, MetricId> {
  const best = new Map<string, { rank: number; metric: MetricId }>();
  for (const placed of rows) {
    const rank = rankOf(placed);
    const test = testLabel(placed.row.test, placed.row.range ?? null);
    if (rank === null || (best.get(test)?.rank ?? Number.POSITIVE_INFINITY) <= rank) continue;
    best.set(test, { rank, metric: placed.measured.metric });
  }
  const hasSpeed = [...best.values()].some(({ rank }) => rank <= SPEED);
  return new Map(
    [...best].flatMap(([test, { rank, metric }]) =>
      hasSpeed && rank > SPEED ? [] : [[test, metric] as const],
    ),
  );
}

/** Rank of the last that is a speed: a mark, a throughput, a rate, a time. */
const SPEED = 3;

/** Lower comes first; null for what has no direction. */
function rankOf({ row, measured: { direction, unit }, isThroughput }: PlacedRow): number | null {
  if (direction === 'none') return null;
  if (row.main) return 0;
  const isHigher = direction === 'higher-is-better';
  if (isThroughput && isHigher) return 1;
  if (unit.kind === 'rate' && isHigher) return 2;
  if (unit.kind === 'time' && !isHigher) return 3;
  return isHigher ? 4 : 5;
}

/** Run metadata from a result and the head of its file; the result takes precedence. */
function saidOfRun(head: ResultsHead, row: SaidOfRun): Manifest {
  const machine = row.machine ?? head.machine;
  const at = row.at ?? head.at;
  const { product, version, flavour, config, build } = { ...head, ...definedOf(row) };
  const { repository, facts, rounds, campaign, notes } = head;
  return {
    basecase: 1,
    ...definedOf({ product, version, flavour, config, build, repository, facts, rounds, campaign, notes }),
    ...(at !== undefined && { startedAt: at }),
    ...(machine !== undefined && { server: typeof machine === 'string' ? { name: machine } : machine }),
  };
}

/** What a result and its head say of the workload. */
function workloadOf(head: ResultsHead, row: SaidOfRun): Workload {
  const said = { ...partsOf(head.workload), ...partsOf(row.workload) };
  return {
    ...UNKNOWN_WORKLOAD,
    label: said.label ?? null,
    cached: said.cached ?? null,
    clients: row.clients ?? said.clients ?? null,
    tables: said.tables ?? null,
    rowsPerTable: said.rowsPerTable ?? null,
    primaryKey: said.primaryKey ?? null,
    ...(said.ratiosTo && { ratiosTo: said.ratiosTo }),
  };
}

function partsOf(workload: SaidOfRun['workload']): Exclude<SaidOfRun['workload'], string | undefined> {
  return typeof workload === 'string' ? { label: workload } : (workload ?? {});
}

function definedOf<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

/**
 * Adds a number of the file to its result, the main number as throughput. What is paid (a time, a size) is kept as it is, and its
 * throughput is one by it: twice the time is half the speed, so that every page shows and judges it as it does any other.
 *
 * @param main metric that measures the speed of the test, undefined when it has none
 */
function addToResult(
  result: NormalizedResult,
  placed: PlacedRow,
  { main, context }: { main: MetricId | undefined; context: AssembleContext },
): void {
  const measurements = new Measurements();
  const { file, row, measured } = placed;
  const at = { file, line: row.line };
  const value = (row.value ?? Number.NaN) * measured.factor;
  if (measured.metric !== main) {
    measurements.reported(measured.metric, value, { ...at, unit: measured.unit.text });
  } else {
    result.unit = unitOfMain(measured);
    if (measured.direction === 'higher-is-better') {
      measurements.reported('throughput', value, { ...at, unit: result.unit });
      if (value === 0) noteZero(result.test, file, row.line, context);
    } else addCost(result, measurements, placed, context);
  }
  const added = measurements.list.filter(({ metric, source }) =>
    result.measurements.every((known) => known.metric !== metric || known.source !== source),
  );
  // As long as it is: what is appended to holds room for a dozen more.
  result.measurements = result.measurements.concat(added);
}

function addCost(
  { test, unit }: NormalizedResult,
  measurements: Measurements,
  { file, row, measured }: PlacedRow,
  context: AssembleContext,
): void {
  const at = { file, line: row.line };
  const value = (row.value ?? Number.NaN) * measured.factor;
  measurements.reported(measured.metric, value, { ...at, unit: measured.unit.text });
  const paid = measured.unit.kind === 'time' ? value * measured.unit.factor : value;
  if (paid > 0 && value >= SMALLEST && value <= metricOf(measured.metric).bounds.max)
    measurements.computed('throughput', 1 / paid, { ...at, unit, formula: 'one_by_value' });
  else {
    const message = `${test}: ${row.metric} of ${value} is not a cost, so it cannot be compared`;
    context.note('METRIC_MISSING', file, message, row.line);
  }
}

/**
 * `queries/s`; `operations/s by p99`, `1/KiB by rss` of what is paid; the name where the metric has no unit: `score`.
 * Throughputs computed from a mean, from a percentile and from a measured rate are different kinds.
 */
function unitOfMain({ metric, unit, direction }: PlacedRow['measured']): string {
  const { label } = metricOf(metric);
  if (direction === 'higher-is-better') return unit.text || label;
  if (unit.kind === 'time') return unitBy('operations/s', label);
  return unit.text ? unitBy(`1/${unit.text}`, label) : `1/${label}`;
}

function noteZero(test: string, file: string, line: number, context: AssembleContext): void {
  context.note('ZERO_THROUGHPUT', file, `${test}: throughput is 0: nothing can be compared with it`, line);
}
