import { type ConfoundersModel, type Setup, setupConfounders } from '../verdict/setup-confounders';
import { type BandedSelection, hasBands } from './bands/banded-selection';
import type { HeatmapSelection } from './heatmap-selection';
import { sharesRecording } from './rounds-of-cell';

/**
 * What differs from the base besides the version. Dataset and clients are those of the workload, so all columns of a heatmap
 * share them.
 *
 * @param columns chosen columns that are compared with the base; left out, all of them
 */
export function viewConfounders(
  selection: HeatmapSelection,
  columns: readonly number[] = selection.columns.map((_, index) => index),
): ConfoundersModel | null {
  const base = toSetup(selection, selection.base);
  const others = columns
    .filter((column) => column !== selection.base)
    .flatMap((at) => toSetup(selection, at) ?? []);
  return base && setupConfounders(base, others);
}

/** The same of each band against its base, those that differ in nothing left out; `product` is empty where there is one band. */
export function bandConfounders(selection: BandedSelection): { product: string; model: ConfoundersModel }[] {
  return selection.bands.flatMap((band, index) => {
    const model = viewConfounders(band.selection);
    const name = selection.pair ? band.selection.columns[0]?.product : selection.parts[index]?.title;
    const product = hasBands(selection) ? (name ?? '') : '';
    return model ? [{ product, model }] : [];
  });
}

function toSetup(selection: HeatmapSelection, at: number): Setup | null {
  const column = selection.columns[at];
  if (!column) return null;
  const { setups } = selection.data;
  const { text = null, facts } = setups?.columns[selection.source[at] ?? -1] ?? {};
  return {
    name: selection.names[at]?.short ?? column.version,
    product: column.product,
    config: column.config,
    configText: text === null ? null : (setups?.texts[text] ?? null),
    flavour: column.flavour,
    os: null,
    dataset: null,
    clients: null,
    campaign: campaignOf(selection, at),
    facts: setups?.facts?.[facts ?? -1] ?? {},
  };
}

/** A column that has a run of a campaign of the base, or rounds of its recording, was run with it, whatever other runs it has. */
function campaignOf(selection: HeatmapSelection, at: number): string | null {
  const {
    data: { setups },
    source,
    base,
  } = selection;
  const of = (column: number) => setups?.columns[source[column] ?? -1]?.campaigns ?? [];
  const [own, ofBase] = [of(at), of(base)];
  const isTogether = own.some((campaign) => ofBase.includes(campaign)) || sharesRecording(selection, at);
  const shown = isTogether ? ofBase : own;
  return shown.map((campaign) => setups?.campaigns[campaign] ?? '').join(', ') || null;
}
