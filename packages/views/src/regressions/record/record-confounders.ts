import type { Confounder, RegressionPage } from '@basecase/db/types';
import {
  type ConfounderItem,
  type ConfoundersModel,
  confounderLabel,
  toModel,
} from '../../verdict/setup-confounders';

/** What besides the version differs between the first bad version and the last good one; null when nothing does. */
export function recordConfounders({
  confounders,
  firstBad,
  lastGood,
}: Pick<RegressionPage, 'confounders' | 'firstBad' | 'lastGood'>): ConfoundersModel | null {
  if (confounders.length === 0) return null;
  const toItem = ({ what, ...values }: Confounder): ConfounderItem => {
    const label = confounderLabel(what);
    return {
      kind: what,
      label,
      sentence: `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${values.lastGood} in ${lastGood.version}, ${values.firstBad} in ${firstBad.version}.`,
      diffs: [],
    };
  };
  return toModel(confounders.map(toItem));
}
