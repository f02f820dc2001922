import path from 'node:path';
import type { MetricId } from '../../../model/metric';
import type { NormalizedResult } from '../../../model/run';
import { testLabel } from '../../../model/test-label';
import type { AssembleContext, LocatedLog, RunPart } from '../../family';
import type { ResultsLog } from '../results-log';
import type { ResultsHead } from '../schema/results-schema';
import { buildResult, type ResultDraft } from './build-result';
import { mainNumbers } from './main-numbers';
import { type PlacedRow, placeRows } from './placed-rows';
import { saidOfRun, saysOfRun, workloadOf } from './said-of-run';

/** A part whose results are still rows. */
interface Draft {
  part: Omit<RunPart, 'results'>;
  tool: string;
  results: Map<string, ResultDraft>;
  /** How often a metric of a test was met: results without `repeat` are counted. */
  counts: Map<string, number>;
}

/**
 * Parts of the results of one file, one for each version, config, machine and workload that they name. What can't be placed
 * is reported.
 */
export function partsOfResults(located: LocatedLog<ResultsLog>, context: AssembleContext): RunPart[] {
  const { placed, failed } = placeRows(located, context);
  const drafts = new Drafts(located.path, context);
  for (const own of placed) {
    const result = resultOf(drafts.of(own), own, own.measured.metric);
    result.rows.push(own);
    if (own.row.status) result.status = own.row.status;
  }
  for (const { head, row } of failed) {
    resultOf(drafts.of({ head, row }), { head, row }, 'throughput').status = 'failed';
    context.note('TOOL_FAILED', located.path, `${row.test}: ${row.error}`, row.line);
  }
  // Of a tool that has a parser the numbers are known, and only one of them is the throughput.
  const named = placed.filter(
    ({ head, isThroughput }) => isThroughput || !context.isRegistered(toolName(head)),
  );
  const main = mainNumbers(named);
  noteWithoutMain(located.path, named, main, context);
  return drafts.list.map(({ part, results }) => {
    const built: NormalizedResult[] = [];
    for (const [key, draft] of results) {
      built.push(buildResult(draft, main.get(testLabel(draft.test, draft.range)), context));
      // A file may have a million: a draft is let go of when its result is there.
      results.delete(key);
    }
    return { ...part, results: built };
  });
}

type Located = Pick<PlacedRow, 'head' | 'row'>;

/** Parts of one file, by what its results say of version, machine and workload. */
class Drafts {
  readonly #drafts = new Map<string, Draft>();
  /** Of results that say nothing of their own. */
  readonly #ofHead = new Map<ResultsHead, Draft>();
  readonly #file: string;
  readonly #context: AssembleContext;

  constructor(file: string, context: AssembleContext) {
    this.#file = file;
    this.#context = context;
  }

  get list(): Draft[] {
    return [...this.#drafts.values()];
  }

  of({ head, row }: Located): Draft {
    if (saysOfRun(row)) return this.#find({ head, row });
    const known = this.#ofHead.get(head);
    if (known) return known;
    const draft = this.#find({ head, row });
    this.#ofHead.set(head, draft);
    return draft;
  }

  #find({ head, row }: Located): Draft {
    const said = saidOfRun(head, row);
    const workload = workloadOf(head, row);
    const name = toolName(head);
    const key = JSON.stringify([name, said, workload]);
    const known = this.#drafts.get(key);
    if (known) return known;
    const directory = path.posix.dirname(this.#file);
    const own = directory === '.' ? this.#context.rootLabel : path.posix.basename(directory);
    const label = [said.version, said.config].filter(Boolean).join(' ') || own;
    const draft: Draft = {
      part: {
        benchmark: this.#context.benchmarkNamed(name),
        label,
        directory,
        variant: { product: name, version: own, versionKnown: false, flavour: null, config: null },
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

function resultOf({ part, tool, results, counts }: Draft, { row }: Located, metric: MetricId): ResultDraft {
  const range = row.range ?? null;
  const test = testLabel(row.test, range);
  const counted = `${test} ${metric}`;
  const repeat = row.repeat ?? (counts.get(counted) ?? 0) + 1;
  counts.set(counted, repeat);
  const key = `${test} ${repeat}`;
  const known = results.get(key);
  if (known) return known;
  const draft: ResultDraft = {
    test: row.test,
    range,
    repeat,
    clients: part.workload.clients,
    tool,
    rows: [],
    status: 'ok',
  };
  results.set(key, draft);
  return draft;
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
  placed: readonly PlacedRow[],
  main: ReadonlyMap<string, MetricId>,
  context: AssembleContext,
): void {
  const seen = new Set<string>();
  for (const { row } of placed) {
    const test = testLabel(row.test, row.range ?? null);
    if (main.has(test) || seen.has(test)) continue;
    seen.add(test);
    const message = `${test}: no throughput, rate or time stands for its speed; say which metric does with "main"`;
    context.note('results-json:NO_MAIN_NUMBER', file, message, row.line);
  }
}
