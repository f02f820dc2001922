import type { CompareState } from '../compare-state';
import { type BandedSelection, isBase } from './banded-selection';
import { withBaseColumn } from './choose-products';

/**
 * What makes a column the base: of its product, or of all. Of two configs side by side the other one becomes the base of all
 * versions.
 *
 * @param state bases of the state
 */
export function baseChange(
  selection: BandedSelection,
  { column, base }: { column: number; base: string },
): Partial<CompareState> {
  const { pair, data, columns } = selection;
  if (!pair) return { base: withBaseColumn(data, base, columns[column]?.slug ?? '') };
  return isBase(selection, column) ? {} : { first: pair.second, second: pair.first };
}
