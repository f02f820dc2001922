import type { Seam } from '@basecase/analysis';
import { changeText, seamReason, settingsText } from '../../lines';
import { joinNames } from '../../text/words';
import type { BandedSelection } from '../bands/banded-selection';

/** Settings shown at a seam; the page of lines has all that are stored. */
const MOST_SETTINGS = 8;

export type SeamModel = ReturnType<typeof seamModels>[number];

/** The joins of configs that the shown columns cross. */
export function seamModels(selection: Pick<BandedSelection, 'columns' | 'data' | 'isSeam' | 'pair'>) {
  if (selection.pair) return [];
  const found = new Map<string, { product: string; seam: Seam; columns: number[] }>();
  for (const [index, isSeam] of selection.isSeam.entries()) {
    const column = selection.columns[index];
    if (!isSeam || !column) continue;
    const seam = seamAt(selection, index);
    if (!seam) continue;
    const id = `seam-${column.product}-${seam.from}-${seam.to}`.replaceAll(/[^\w-]/g, '-');
    const own = found.get(id) ?? { product: column.product, seam, columns: [] };
    own.columns.push(index);
    found.set(id, own);
  }
  return [...found].map(([id, { product, seam, columns }]) => ({
    id,
    columns,
    product,
    from: seam.from,
    to: seam.to,
    title: `Config changed here: ${seam.from} to ${seam.to}`,
    settings: settingsText(seam.changed),
    changes: (seam.changed ?? []).slice(0, MOST_SETTINGS).map((change) => ({
      name: change.name.slice(change.name.lastIndexOf('.') + 1),
      text: changeText(change),
    })),
    reason: [
      seamReason(seam),
      columns.length > 1
        ? `The two alternate: this line has ${columns.length} seams, at ${joinNames(columns.map((index) => selection.columns[index]?.version ?? ''))}.`
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  }));
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
  return seams.length === 0
    ? ''
    : `configs ${joinNames([...new Set(seams.flatMap(({ from, to }) => [from, to]))])}`;
}
