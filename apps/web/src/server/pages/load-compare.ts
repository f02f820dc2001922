import { sweepGroups } from '@basecase/analysis';
import { clientsUrl, REPORTS } from '@basecase/views/benchmarks';
import type { CompareState } from '@basecase/views/compare';
import {
  type CellDetails,
  chooseHeatmap,
  clientCountsText,
  compareProblems,
  compareUrl,
  findOpenCell,
  type HeatmapData,
  namedColumns,
  openingOf,
  type ProductElsewhere,
  type ServerChoice,
  settledState,
  toBandedSelection,
  toChoices,
  toColumnSet,
  toHeatmapData,
  withSplits,
} from '@basecase/views/compare';
import { throughputLogLines } from '@basecase/views/compare/cell';
import { Recent } from '@basecase/views/text';
import type { AddressProblem } from '@basecase/views/url';
import { cache } from 'react';
import { serverCaller } from '../root';
import { followState } from './follow-state';

export interface LoadedCompare {
  /** Empty when nothing is loaded at all. */
  choices: ServerChoice[];
  /** Null when nothing is loaded, or when the URL names a server that is not there. */
  view: { data: HeatmapData; state: CompareState; elsewhere: ProductElsewhere[] } | null;
  /** Parts of the address that are not understood. */
  problems: AddressProblem[];
}

const listChoices = cache(() => serverCaller().compare.choices());

interface ViewOptions {
  warmups: boolean;
  nights: string[];
  split: string[];
}

/**
 * Heatmaps as they were last made, with the answers that they were made of: these are shared while nothing is written, and what is
 * computed of a heatmap (its verdicts) is kept with it. With 5,000 tests one takes some 20 MB.
 */
const made = new Recent<{ of: readonly unknown[]; data: HeatmapData }>(2);

/** Once per request: the title and the page need the same view. */
const loadData = cache(async (server: string, workload: string, options: string) => {
  const { warmups, nights, split } = JSON.parse(options) as ViewOptions;
  const { compare } = serverCaller();
  const [view, noise, setups, records] = await Promise.all([
    compare.view({ server, workload, warmups, nights }),
    compare.noise({ server, workload }),
    compare.setups({ server, workload }),
    compare.records({ server, workload }),
  ]);
  const of = [view, noise, setups, records];
  const key = JSON.stringify([server, workload, options]);
  const before = made.peek(key);
  const isSame = before?.of.every((each, index) => each === of[index]) ?? false;
  const data =
    before && isSame ? before.data : toHeatmapData(withSplits(view, split), { noise, setups, records });
  made.set(key, { of, data });
  return data;
});

/** Reads what the URL asks for: which heatmap it means, and its values. */
export async function loadCompare(query: Iterable<[string, string]>): Promise<LoadedCompare> {
  const entries = await listChoices();
  const pairs = [...query];
  const asked = await followState(compareUrl.parse(pairs));
  const named = entries.find(
    (each) => each.server.slug === asked.server && each.workload.slug === asked.workload,
  );
  // Choices left open depend on data that every run changes; a page that names its heatmap needs none of it.
  const entry = named ?? chooseHeatmap(await serverCaller().compare.heatmaps(), asked);
  const choices = toChoices(entries, entry?.server.slug);
  if (!entry) {
    return { choices, view: null, problems: compareProblems(pairs, { entries, data: null, asked }) };
  }
  const [server, workload] = [entry.server.slug, entry.workload.slug];
  const options: ViewOptions = { warmups: asked.warmups, nights: namedColumns(asked), split: asked.split };
  const data = await loadData(server, workload, JSON.stringify(options));
  const state = settledState(data, { ...asked, server, workload });
  return {
    choices,
    view: { data, state, elsewhere: await serverCaller().compare.elsewhere({ server, workload }) },
    problems: compareProblems(pairs, { entries, data, asked }),
  };
}

/** Questions about the results of a heatmap that are not answered. */
export const loadQuestions = ({ server, workload }: Pick<CompareState, 'server' | 'workload'>) =>
  serverCaller().uploads.openQuestions({ server, workload });

/** The same about all numbers of clients of a sweep, by the address of its page. */
export async function loadSweepQuestions(path: string) {
  const { searchParams } = new URL(path, 'http://page');
  const [server, slug] = [searchParams.get('server'), searchParams.get('workload')];
  const entries = (await listChoices()).filter((entry) => entry.server.slug === server);
  const sweep = sweepGroups(entries).find((group) => group.slug === slug);
  const found = await Promise.all(
    (sweep?.entries ?? []).map((entry) =>
      loadQuestions({ server: entry.server.slug, workload: entry.workload.slug }),
    ),
  );
  return [...new Map(found.flat().map((question) => [question.upload, question])).values()];
}

/** The workload of a heatmap over all its numbers of clients; null where it opens as a heatmap. */
export async function loadSweep({
  server,
  workload,
  base,
}: Pick<CompareState, 'server' | 'workload' | 'base'>) {
  const opening = openingOf(await listChoices());
  const sweep = opening.sweep({ server, workload });
  if (!sweep) return null;
  const asked = { ...clientsUrl.defaults, server, workload: sweep.slug, base };
  const report = await REPORTS.clients.load(serverCaller().benchmarks, asked);
  const [table] = report?.model?.tables ?? [];
  if (!report?.model || !table) return null;
  const { sentence } = report.model;
  return { href: report.path, clients: clientCountsText(sweep.clients), sentence, table };
}

/** Evidence of the cell that the URL opens, so that the page is complete without a script; null without one. */
export async function loadDetails({
  data,
  state,
}: Pick<NonNullable<LoadedCompare['view']>, 'data' | 'state'>): Promise<CellDetails | null> {
  const found = findOpenCell(toBandedSelection(toColumnSet(data, state), state), state.cell);
  const base = found?.selection.columns[found.selection.base]?.slug;
  if (!state.cell || !base) return null;
  const caller = serverCaller();
  const { server, workload, cell } = state;
  const evidence = await caller.compare.evidence({ server, workload, ...cell, base });
  const lines = throughputLogLines(evidence.cell);
  return { ...evidence, excerpt: lines && (await caller.compare.excerpt(lines)) };
}
