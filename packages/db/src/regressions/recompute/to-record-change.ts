import type { Matrix } from '@basecase/analysis';
import { toSlug } from '../../import/slug';
import type { Heatmap, HeatmapColumn } from '../load-heatmap';
import type { RecordChange } from '../stored-record';
import { columnName, namedColumns } from './column-name';
import type { FoundChange } from './find-changes';
import { fingerprintOf, parserVersionOf } from './record-identity';

/**
 * A change as it is stored: columns as variants and versions. Null when something it names is not stored, which foreign
 * keys rule out.
 */
export function toRecordChange(
  heatmap: Heatmap,
  matrix: Matrix<HeatmapColumn>,
  { change, productIds }: { change: FoundChange; productIds: ReadonlyMap<string, number> },
): RecordChange | null {
  const at = (index: number | null) => (index === null ? undefined : matrix.columns[index]);
  const [firstBad, lastGood, lastSeen] = [at(change.firstBad), at(change.lastGood), at(change.lastSeen)];
  const fixed = at(change.fixed);
  const testId = heatmap.tests.find(({ key }) => key === change.test)?.id;
  const productId = productIds.get(change.product);
  if (!firstBad || !lastGood || !lastSeen || testId === undefined || productId === undefined) return null;
  const { kind, build, reason } = change;
  const scope = { kind, workloadId: heatmap.workloadId, testId, productId, line: null };
  return {
    ...scope,
    build,
    changedBuild: { flavour: firstBad.flavour, config: firstBad.config },
    fingerprint: fingerprintOf(heatmap.serverId, scope, firstBad.variantId),
    ...namedColumns({ firstBad, lastGood, lastSeen, fixed }),
    step: change.step,
    verdict: change.verdict,
    ratio: change.ratio,
    levelRatio: change.levelRatio,
    band: change.band,
    p: change.p,
    explanation: change.explanation,
    reason,
    cause: causeKey({ product: change.product, since: columnName(firstBad), kind, reason }),
    parserVersion: parserVersionOf(heatmap, [firstBad.variantId, lastGood.variantId]),
    series: null,
    onlyIfKnown: change.onlyIfKnown,
  };
}

/**
 * Common parts of records with one suspected cause (docs/method.md §5.3): first bad version, direction and class of
 * reason.
 * Stable, and fit for a URL: `postgresql-16.11-slower-cpu-io`.
 */
function causeKey({
  product,
  since,
  kind,
  reason,
}: { product: string; since: string } & Pick<FoundChange, 'kind' | 'reason'>): string {
  return toSlug(`${product} ${since} ${kind === 'regression' ? 'slower' : 'faster'} ${reason}`);
}
