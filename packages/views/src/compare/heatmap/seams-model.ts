import type { ConfigStep, LineProposal, Seam } from '@basecase/analysis';
import {
  changeText,
  offeredDecision,
  proposalReason,
  seamReason,
  settingsText,
  stepNote,
  stepText,
} from '../../lines';
import { joinNames } from '../../text/words';
import type { BandedSelection } from '../bands/banded-selection';

/** Settings shown at a seam; the page of lines has all that are stored. */
const MOST_SETTINGS = 8;

export type SeamModel = ReturnType<typeof seamModel>;

type Selection = Pick<BandedSelection, 'columns' | 'data' | 'isSeam' | 'pair' | 'parts'>;

/** Two configs, and places of the columns at which the one follows the other. */
interface Placed<Pair> {
  product: string;
  pair: Pair;
  columns: number[];
}

/** The joins of configs that the shown columns cross, then config steps, then joins that were not made. */
export function seamModels(selection: Selection): SeamModel[] {
  if (selection.pair) return [];
  const found = new Map<string, Placed<Seam>>();
  for (const [index, isSeam] of selection.isSeam.entries()) {
    const column = selection.columns[index];
    const seam = isSeam && column ? seamAt(selection, index) : null;
    if (!seam || !column) continue;
    const id = JSON.stringify([column.product, seam.from, seam.to]);
    const own = found.get(id) ?? { product: column.product, pair: seam, columns: [] };
    own.columns.push(index);
    found.set(id, own);
  }
  return [
    ...[...found.values()].map((placed) =>
      seamModel(selection, placed, {
        kind: 'joined',
        action: 'split',
        title: (from, to) => `Config changed here: ${from} to ${to}`,
        reason: seamReason(placed.pair),
      }),
    ),
    ...selection.parts.flatMap(({ product, step, start }) =>
      step ? [stepModel(selection, { product, pair: step, columns: [start] })] : [],
    ),
    ...openJoins(selection).map((placed) =>
      seamModel(selection, placed, {
        kind: 'apart',
        action: offeredDecision(placed.pair),
        title: (from, to) => `Not joined: ${from} and ${to}`,
        reason: proposalReason(placed.pair),
      }),
    ),
  ];
}

/** Joins that were not made, at the first column of the later config. */
function openJoins({ columns, data }: Selection): Placed<LineProposal>[] {
  return (data.proposals ?? []).flatMap((pair): Placed<LineProposal>[] => {
    const placesOf = (name: string) =>
      columns.flatMap(({ product, flavour, config, build }, index) =>
        !build && product === pair.product && flavour === pair.flavour && config === name ? [index] : [],
      );
    const [[before], [place]] = [placesOf(pair.from), placesOf(pair.to)];
    if (before === undefined || place === undefined) return [];
    return [{ product: pair.product, pair, columns: [Math.max(before, place)] }];
  });
}

function stepModel(selection: Selection, placed: Placed<ConfigStep>) {
  return seamModel(selection, placed, {
    kind: 'step',
    action: 'split',
    title: (from, to) => `Joined with ${stepText(placed.pair)}: ${from} to ${to}`,
    reason: stepNote(placed.pair),
  });
}

interface SeamWords {
  kind: 'joined' | 'step' | 'apart';
  /** The decision that a person can take; null where a test shows that the config moves tests. */
  action: 'split' | 'join' | 'step' | null;
  title: (from: string, to: string) => string;
  reason: string;
}

function seamModel(
  selection: Selection,
  { product, pair, columns }: Placed<Pick<Seam, 'from' | 'to' | 'changed'>>,
  { kind, action, title, reason }: SeamWords,
) {
  const { from, to, changed } = pair;
  const alternates = columns.length > 1;
  return {
    id: `seam-${product}-${from}-${to}`.replaceAll(/[^\w-]/g, '-'),
    columns,
    product,
    from,
    to,
    kind,
    action,
    title: title(from, to),
    settings: settingsText(changed),
    changes: (changed ?? []).slice(0, MOST_SETTINGS).map((change) => ({
      name: change.name.slice(change.name.lastIndexOf('.') + 1),
      text: changeText(change),
    })),
    reason: [
      reason,
      alternates
        ? `The two alternate: this line has ${columns.length} seams, at ${joinNames(columns.map((index) => selection.columns[index]?.version ?? ''))}.`
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** The join of the config of a column and the one before it on the line; of several the one that the later config brought. */
function seamAt({ columns, data }: Pick<BandedSelection, 'columns' | 'data'>, index: number): Seam | null {
  const column = columns[index];
  const line = data.lines?.find(
    ({ product, flavour, configs }) =>
      product === column?.product && flavour === column.flavour && configs[0] === column.line,
  );
  const before = columns.findLast(
    (other, place) => place < index && other.line === column?.line && other.product === column?.product,
  );
  const own = [before?.config, column?.config];
  const seams = line?.seams ?? [];
  return (
    seams.find(({ from, to }) => own.includes(from) && own.includes(to)) ??
    seams.find(({ from, to }) => own.includes(from) || own.includes(to)) ??
    null
  );
}

/** `configs z12a and z12b`, of the lines that the shown columns cross a seam of; empty without one. */
export function seamConfigs(seams: readonly SeamModel[]): string {
  const joined = seams.filter(({ kind }) => kind === 'joined');
  return joined.length === 0
    ? ''
    : `configs ${joinNames([...new Set(joined.flatMap(({ from, to }) => [from, to]))])}`;
}
