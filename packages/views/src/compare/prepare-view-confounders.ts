import { type ConfoundersModel, prepareConfounders, type Setup } from '../verdict/prepare-confounders';
import type { View } from './view';

/**
 * What differs from the base besides the version. Dataset, clients and operating system are those of the workload and the
 * server, so all columns of a heatmap share them.
 *
 * @param columns chosen columns that are compared with the base; left out, all of them
 */
export function prepareViewConfounders(
  view: View,
  columns: readonly number[] = view.columns.map((_, index) => index),
): ConfoundersModel | null {
  const base = toSetup(view, view.base);
  const others = columns.filter((column) => column !== view.base).flatMap((at) => toSetup(view, at) ?? []);
  return base && prepareConfounders(base, others);
}

function toSetup(view: View, at: number): Setup | null {
  const column = view.columns[at];
  if (!column) return null;
  const { setups } = view.data;
  const text = setups?.columns[view.source[at] ?? -1]?.text ?? null;
  return {
    name: view.names[at]?.short ?? column.version,
    product: column.product,
    config: column.config,
    configText: text === null ? null : (setups?.texts[text] ?? null),
    flavour: column.flavour,
    os: null,
    dataset: null,
    clients: null,
    campaign: campaignOf(view, at),
  };
}

/** A column that has a run of a campaign of the base was run with it, whatever other runs it has. */
function campaignOf({ data: { setups }, source, base }: View, at: number): string | null {
  const of = (column: number) => setups?.columns[source[column] ?? -1]?.campaigns ?? [];
  const [own, ofBase] = [of(at), of(base)];
  const shown = own.some((campaign) => ofBase.includes(campaign)) ? ofBase : own;
  return shown.map((campaign) => setups?.campaigns[campaign] ?? '').join(', ') || null;
}
