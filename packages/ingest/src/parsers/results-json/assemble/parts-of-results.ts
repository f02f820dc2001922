import path from 'node:path';
import type { MetricId } from '../../../model/metric';
import { testLabel } from '../../../model/test-label';
import type { AssembleContext, LocatedLog, RunPart } from '../../family';
import type { ReadRow, ResultsLog } from '../results-log';
import type { ResultsHead } from '../schema/results-schema';
import { buildResult, type ResultDraft } from './build-result';
import { mainNumbers } from './main-numbers';
import { type PlacedRow, placeRows } from './placed-rows';
import { saidOfRun, workloadOf } from './said-of-run';

/** A part whose results are still rows. */
interface Draft {
  part: Omit<RunPart, 'results'>;
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
  const drafts = new Map<string, Draft>();
  for (const own of placed) {
    const draft = draftOf(drafts, located.path, own, context);
    const result = resultOf(draft, own, own.measured.metric);
    result.rows.push(own);
    if (own.row.status) result.status = own.row.status;
  }
  for (const { head, row } of failed) {
    const draft = draftOf(drafts, located.path, { head, row }, context);
    resultOf(draft, { head, row }, 'throughput').status = 'failed';
    context.note('TOOL_FAILED', located.path, `${row.test}: ${row.error}`, row.line);
  }
  // Of a tool that has a parser the numbers are known, and only one of them is the throughput.
  const named = placed.filter(
    ({ head, isThroughput }) => isThroughput || !context.isRegistered(toolName(head)),
  );
  const main = mainNumbers(named);
  noteWithoutMain(located.path, named, main, context);
  return [...drafts.values()].map(({ part, results }) => ({
    ...part,
    results: [...results.values()].map((draft) =>
      buildResult(draft, main.get(testLabel(draft.test, draft.range)), context),
    ),
  }));
}

function draftOf(
  drafts: Map<string, Draft>,
  file: string,
  { head, row }: { head: ResultsHead; row: ReadRow },
  context: AssembleContext,
): Draft {
  const said = saidOfRun(head, row);
  const workload = workloadOf(head, row);
  const name = toolName(head);
  const key = JSON.stringify([name, said, workload]);
  const known = drafts.get(key);
  if (known) return known;
  const directory = path.posix.dirname(file);
  const own = directory === '.' ? context.rootLabel : path.posix.basename(directory);
  const label = [said.version, said.config].filter(Boolean).join(' ') || own;
  const draft: Draft = {
    part: {
      benchmark: context.benchmarkNamed(name),
      label,
      directory,
      variant: { product: name, version: own, versionKnown: false, flavour: null, config: null },
      workload,
      server: null,
      cores: null,
      said,
    },
    results: new Map(),
    counts: new Map(),
  };
  drafts.set(key, draft);
  return draft;
}

function resultOf(
  { results, counts }: Draft,
  { head, row }: { head: ResultsHead; row: ReadRow },
  metric: MetricId,
): ResultDraft {
  const range = row.range ?? null;
  const test = testLabel(row.test, range);
  const counted = `${test} ${metric}`;
  const repeat = row.repeat ?? (counts.get(counted) ?? 0) + 1;
  counts.set(counted, repeat);
  const key = `${test} ${repeat}`;
  const known = results.get(key);
  if (known) return known;
  const { tool } = head;
  const version = typeof tool === 'string' ? undefined : tool.version;
  const draft: ResultDraft = {
    test: row.test,
    range,
    repeat,
    clients: workloadOf(head, row).clients,
    tool: [toolName(head), version].filter(Boolean).join(' '),
    rows: [],
    status: 'ok',
  };
  results.set(key, draft);
  return draft;
}

function toolName({ tool }: ResultsHead): string {
  return typeof tool === 'string' ? tool : tool.name;
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
