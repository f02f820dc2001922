import type { TestRow } from '../../results/test-row';
import { type BandedSelection, inBand } from '../bands/banded-selection';
import { valuesOf } from '../heatmap-selection';

/** A row of the data with its ratios, each to the base of its band. */
export interface RatioRow {
  row: TestRow;
  index: number;
  ratios: (number | null)[];
}

/** Id of the one group of a sorted heatmap. */
const SORTED_GROUP = 'sorted';

/**
 * Groups in the order of their first rows: rows have the order of the domain. Sorted, all tests are one group: the
 * question then is which of all tests is worst.
 */
export function groupsOf<Row extends RatioRow>(
  selection: BandedSelection,
  rows: readonly Row[],
): { id: string; label: string; rows: Row[] }[] {
  if (selection.sort) {
    const by = `${selection.names[selection.sort.column]?.short ?? ''}, ${selection.sort.descending ? 'largest' : 'smallest'} first`;
    return rows.length === 0
      ? []
      : [{ id: SORTED_GROUP, label: `All tests by ${by}`, rows: sorted(selection, rows) }];
  }
  const groups = new Map<string, { id: string; label: string; rows: Row[] }>();
  for (const each of rows) {
    const { group: id, groupLabel: label } = each.row;
    const group = groups.get(id) ?? { id, label, rows: [] };
    group.rows.push(each);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Rows without a value come last in both directions; equal ones keep the order of the domain. */
function sorted<Row extends RatioRow>(selection: BandedSelection, rows: readonly Row[]): Row[] {
  const { column, descending } = selection.sort ?? { column: 0, descending: false };
  const own = inBand(selection, column);
  const isBase = own.column === own.selection.base;
  const keyOf = ({ index, ratios }: RatioRow) =>
    isBase
      ? (valuesOf(own.selection, selection.metric, index)[own.column] ?? null)
      : (ratios[column] ?? null);
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    if (a.key === b.key) return 0;
    return (a.key < b.key ? -1 : 1) * (descending ? -1 : 1);
  });
  return keyed.map(({ row }) => row);
}
