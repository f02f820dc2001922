import path from 'node:path';
import type { MetricId } from '../../../model/metric';
import type { NormalizedResult } from '../../../model/run';
import { testLabel } from '../../../model/test-label';
import type { AssembleContext, LocatedLog, RunPart } from '../../family';
import type { ResultsLog } from '../results-log';
import type { ResultsHead, SaidOfRun } from '../schema/results-schema';
import { addToResult } from './build-result';
import { mainNumbers } from './main-numbers';
import { type PlacedRow, PlacedRows } from './placed-rows';
import { saidOfRun, workloadOf } from './said-of-run';

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
