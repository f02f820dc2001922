import type { Heatmap } from '../load-heatmap';
import type { RecordScope } from '../stored-record';
import { scopeKey } from './plan-records';

/** Which change a record is about: alive once. The first bad column names build flavour, config and build. */
export function fingerprintOf(
  serverId: number,
  scope: Omit<RecordScope, 'line'>,
  firstBadId: number,
): string {
  return `${serverId} ${scopeKey(scope)} ${firstBadId}`;
}

/** The newest parsers that read the two columns. */
export function parserVersionOf({ runs }: Heatmap, variantIds: readonly number[]): number {
  const versions = runs
    .filter(({ variantId }) => variantIds.includes(variantId))
    .map(({ parserVersion }) => parserVersion ?? 0);
  return Math.max(0, ...versions);
}
