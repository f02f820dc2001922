import type { TestRow } from '../../results/test-row';
import { type HeatmapSelection, valuesOf } from '../heatmap-selection';

/** A row of the data with its ratios to the base. */
export interface RatioRow {
  row: TestRow;
  index: number;
  ratios: (number | null)[];
}

/** Id of the one group of a sorted heatmap. */
const SORTED_GROUP = 'sorted';

/**
 * Groups in the order of their first rows: rows come in the order of the domain. Sorted, all tests are one group: what
 * is asked then is which test of all is the worst.
 */
export function groupsOf(
  selection: HeatmapSelection,
  rows: readonly RatioRow[],
): { id: string; label: string; rows: RatioRow[] }[] {
  if (selection.sort) {
    const by = `${selection.names[selection.sort.column]?.short ?? ''}, ${selection.sort.descending ? 'largest' : 'smallest'} first`;
    return rows.length === 0
      ? []
      : [{ id: SORTED_GROUP, label: `All tests by ${by}`, rows: sorted(selection, rows) }];
  }
  const groups = new Map<string, { id: string; label: string; rows: RatioRow[] }>();
  for (const each of rows) {
    const { group: id, groupLabel: label } = each.row;
    const group = groups.get(id) ?? { id, label, rows: [] };
    group.rows.push(each);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Rows without a value come last in both directions; equal ones keep the order of the domain. */
function sorted(selection: HeatmapSelection, rows: readonly RatioRow[]): RatioRow[] {
  const { column, descending } = selection.sort ?? { column: 0, descending: false };
  const keyOf = ({ index, ratios }: RatioRow) =>
    column === selection.base
      ? (valuesOf(selection, selection.metric, index)[column] ?? null)
      : (ratios[column] ?? null);
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    if (a.key === b.key) return 0;
    return (a.key < b.key ? -1 : 1) * (descending ? -1 : 1);
  });
  return keyed.map(({ row }) => row);
}
