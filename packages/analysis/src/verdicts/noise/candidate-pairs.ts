import { textOrder } from '@basecase/ingest/model';
import { groupBy } from '../../statistics/group-by';
import { type NoiseRun, type RefusalReason, variantKey } from './noise-types';
import type { NoisePairKind } from './pair-kinds';
import { isKnownChange, pointRelease } from './point-release';

/** Two runs that may be a pair; `refused` when their names already rule it out. */
export interface CandidatePair {
  kind: NoisePairKind;
  a: NoiseRun;
  b: NoiseRun;
  refused: RefusalReason | null;
}

/**
 * Runs that should do the same work: the same variant run again, as a repeat or as another run (each with the one
 * before it), and adjacent point releases of one major with the same config, flavour and campaign (docs/method.md
 * §2.1). Of releases that are adjacent but have no such runs one pair is named, with what is different. Builds are no such
 * runs: each has other code.
 */
export function candidatePairs(runs: readonly NoiseRun[]): CandidatePair[] {
  const ordered = runs.filter(({ build }) => !build).toSorted(inTime);
  return [...runAgain(ordered), ...pointReleases(ordered)];
}

export function inTime(one: NoiseRun, other: NoiseRun): number {
  return (
    textOrder(one.at ?? '', other.at ?? '') ||
    textOrder(one.id, other.id) ||
    (one.repeat ?? 0) - (other.repeat ?? 0)
  );
}

function runAgain(runs: readonly NoiseRun[]): CandidatePair[] {
  return [...groupBy(runs, variantKey).values()].flatMap((own) =>
    own.slice(1).flatMap((b, index): CandidatePair[] => {
      const a = own[index];
      const kind = a?.id === b.id ? 'repeats' : 'run again';
      return a ? [{ kind, a, b, refused: null }] : [];
    }),
  );
}

function pointReleases(runs: readonly NoiseRun[]): CandidatePair[] {
  const byMajor = groupBy(
    // Noise is that of single runs: of repeats only the first counts.
    runs.filter(
      ({ product, version, repeat }) => pointRelease(product, version) !== null && (repeat ?? 1) === 1,
    ),
    ({ product, version }) => JSON.stringify([product, pointRelease(product, version)?.major]),
  );
  return [...byMajor.values()].flatMap((own) => {
    // `v7.5.10` and `7.5.10` are one release.
    const byPoint = groupBy(own, ({ product, version }) => String(pointRelease(product, version)?.point));
    const points = [...byPoint.keys()].sort((a, b) => Number(a) - Number(b));
    return points.slice(1).flatMap((point, index) => {
      const before = byPoint.get(points[index] ?? '') ?? [];
      return pairsOfReleases(before, byPoint.get(point) ?? []);
    });
  });
}

/** Pairs of two releases next to each other: one for each config, flavour and campaign that both have. */
function pairsOfReleases(before: readonly NoiseRun[], after: readonly NoiseRun[]): CandidatePair[] {
  const pairs = after.flatMap((b): CandidatePair[] => {
    const a = before.find((run) => differenceOf(run, b) === null);
    const isFirst = after.find((run) => differenceOf(run, b) === null || run === b) === b;
    return a && isFirst ? [{ kind: 'point releases', a, b, refused: refusalOfReleases(a, b) }] : [];
  });
  if (pairs.length > 0) return pairs;
  const [[a], [b]] = [before, after];
  if (!a || !b) return [];
  const refused = refusalOfReleases(a, b) ?? differenceOf(a, b);
  return [{ kind: 'point releases', a, b, refused }];
}

function refusalOfReleases(a: NoiseRun, b: NoiseRun): RefusalReason | null {
  const [one, next] = [pointRelease(a.product, a.version), pointRelease(b.product, b.version)];
  if (one?.point !== (next?.point ?? 0) - 1) return 'releases between them were not run';
  return isKnownChange(b.product, b.version) ? 'known to differ' : null;
}

function differenceOf(a: NoiseRun, b: NoiseRun): RefusalReason | null {
  if (a.config !== b.config) return 'different config';
  if (a.flavour !== b.flavour) return 'different flavour';
  if (a.campaigns.length === 0 || b.campaigns.length === 0) return 'campaign not known';
  return a.campaigns.some((campaign) => b.campaigns.includes(campaign)) ? null : 'different campaign';
}
