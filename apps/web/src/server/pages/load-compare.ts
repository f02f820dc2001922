import type { CompareState } from '@basecase/views/compare';
import {
  type CellDetails,
  chooseHeatmap,
  compareUrl,
  findCell,
  type HeatmapData,
  type ServerChoice,
  throughputLogLines,
  toChoices,
  toColumnSet,
  toHeatmapData,
  toHeatmapSelection,
} from '@basecase/views/compare';
import { cache } from 'react';
import { serverCaller } from '../root';

export interface LoadedCompare {
  /** Empty when nothing is loaded at all. */
  choices: ServerChoice[];
  /** Null when nothing is loaded, or when the URL names a server that is not there. */
  view: { data: HeatmapData; state: CompareState } | null;
}

const listEntries = cache(() => serverCaller().compare.heatmaps());

/** Once per request: the title and the page need the same view. */
const loadData = cache(async (server: string, workload: string) => {
  const { compare } = serverCaller();
  const [view, noise, setups] = await Promise.all([
    compare.view({ server, workload }),
    compare.noise({ server, workload }),
    compare.setups({ server, workload }),
  ]);
  return toHeatmapData(view, { noise, setups });
});

/** Reads what the URL asks for: which heatmap it means, and its values. */
export async function loadCompare(query: Iterable<[string, string]>): Promise<LoadedCompare> {
  const entries = await listEntries();
  const asked = compareUrl.parse(query);
  const entry = chooseHeatmap(entries, asked);
  const choices = toChoices(entries);
  if (!entry) return { choices, view: null };
  const [server, workload] = [entry.server.slug, entry.workload.slug];
  return { choices, view: { data: await loadData(server, workload), state: { ...asked, server, workload } } };
}

/** Evidence of the cell that the URL opens, so that the page is complete without a script; null without one. */
export async function loadDetails({
  data,
  state,
}: NonNullable<LoadedCompare['view']>): Promise<CellDetails | null> {
  const selection = toHeatmapSelection(toColumnSet(data, state), state);
  const open = findCell(selection, state.cell);
  const [test, column, base] = [
    data.rows[open?.row ?? -1]?.key,
    selection.columns[open?.column ?? -1]?.slug,
    selection.columns[selection.base]?.slug,
  ];
  if (!test || !column || !base) return null;
  const caller = serverCaller();
  const { server, workload } = state;
  const evidence = await caller.compare.evidence({ server, workload, test, column, base });
  const lines = throughputLogLines(evidence.cell);
  return { ...evidence, excerpt: lines && (await caller.compare.excerpt(lines)) };
}
