/**
 * Why two runs should be the same. `repeats` are of one run; `nights` of builds of one branch, `agreeing versions` of
 * neighbours whose tests hardly differ, `other workload` of the same benchmark on the same server.
 */
export type NoisePairKind =
  | 'repeats'
  | 'run again'
  | 'point releases'
  | 'nights'
  | 'agreeing versions'
  | 'other workload';

/**
 * How much a pair counts against two runs of one version of the judged workload (docs/method.md §2.1). Code changes between
 * nights, and not every night; agreeing versions were chosen for agreeing; another number of clients has other noise.
 */
export const KIND_WEIGHTS: Readonly<Record<NoisePairKind, number>> = {
  repeats: 1,
  'run again': 1,
  'point releases': 1,
  nights: 0.25,
  'agreeing versions': 0.5,
  'other workload': 0.5,
};

/** True for runs of one version, or of point releases of one campaign, of the judged workload. */
export function isDirect(kind: NoisePairKind): boolean {
  return KIND_WEIGHTS[kind] === 1;
}
