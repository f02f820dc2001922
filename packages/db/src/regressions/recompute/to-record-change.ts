import { toSlug } from '../../import/slug';
import type { Heatmap, HeatmapColumn } from '../load-heatmap';
import type { FoundNumbers, RecordChange } from '../stored-record';
import { columnKey, columnName } from './column-name';
import { scopeKey } from './plan-records';

/** A change whose columns are places among others. */
interface PlacedChange
  extends FoundNumbers,
    Pick<RecordChange, 'kind' | 'testId' | 'productId' | 'line' | 'onlyIfKnown'> {
  firstBad: number;
  lastGood: number;
  lastSeen: number;
  /** The first one that is good again; null: none is. */
  fixed: number | null;
}

/**
 * A change as it is stored: columns as variants and versions. Null when one that it names is not stored, which foreign
 * keys rule out.
 */
export function toRecordChange(
  heatmap: Heatmap,
  columns: readonly HeatmapColumn[],
  { firstBad, lastGood, lastSeen, fixed, ...change }: PlacedChange,
): RecordChange | null {
  const [bad, good, seen] = [columns[firstBad], columns[lastGood], columns[lastSeen]];
  const back = columns[fixed ?? -1];
  if (!bad || !good || !seen) return null;
  const { serverId, workloadId, runs } = heatmap;
  // The newest parsers that read the two columns.
  const parsers = runs.flatMap(({ variantId, parserVersion }) =>
    variantId === bad.variantId || variantId === good.variantId ? (parserVersion ?? 0) : [],
  );
  // All tests of a night are one suspected cause, whatever each of them paid.
  const paid = change.series || change.stop ? '' : change.reason;
  const direction = change.stop ? 'stopped' : change.kind === 'regression' ? 'slower' : 'faster';
  return {
    ...change,
    workloadId,
    changedBuild: { flavour: bad.flavour, config: bad.config },
    // Alive once. The first bad column names build flavour, config and build.
    fingerprint: `${serverId} ${scopeKey({ ...change, workloadId })} ${bad.variantId}${change.stop ? ' stop' : ''}`,
    firstBadId: bad.variantId,
    lastGoodId: good.variantId,
    firstBadKey: columnKey(bad),
    lastGoodKey: columnKey(good),
    firstBad: columnName(bad),
    lastGood: columnName(good),
    lastSeen: columnName(seen),
    fixedSeen: back ? columnName(back) : null,
    // Stable, and fit for a URL (docs/method.md §5.3): `postgresql-16.11-slower-cpu-io`.
    cause: toSlug(`${bad.product} ${columnName(bad)} ${direction} ${paid}`),
    parserVersion: Math.max(0, ...parsers),
  };
}
