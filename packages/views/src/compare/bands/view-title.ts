import { titleOf } from '../choose-columns';
import type { BandedSelection } from './banded-selection';
import { configPairModel } from './config-pair-model';

/** `MySQL 5.6.51 to 9.5.0`; of two configs side by side which they are. */
export function viewTitle(selection: BandedSelection): string {
  const pair = configPairModel(selection);
  const columns = titleOf(selection.columns);
  return pair ? `${pair.second} next to ${pair.first}, ${columns}` : columns;
}
