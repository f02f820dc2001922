import { groupBy } from '../../statistics/group-by';
import { type Noise, type NoisePair, type NoiseRun, variantKey } from './noise-types';
import { WHOLE_PAIR } from './pair-index';
import { isDirect, KIND_WEIGHTS } from './pair-kinds';

/** Another workload of the same benchmark on the same server: other clients, another scale, another script. */
export interface OtherWorkload {
  workload: string;
  noise: Noise;
}

/**
 * Whether a workload has so few tests that other workloads of its benchmark must tell how noisy the server is: pgbench, YCSB
 * and TPC-C measure one number a run (docs/method.md §2.1).
 */
export function needsPooling(tests: number): boolean {
  return tests > 0 && tests < WHOLE_PAIR;
}

/**
 * Adds the pairs of other workloads. They tell the scale of the server and nothing of a test. What two versions did on two
 * days is one pair over all workloads: they met the same machine.
 */
export function poolNoise(noise: Noise, others: readonly OtherWorkload[]): Noise {
  const found = others.flatMap(({ workload, noise: { pairs } }) =>
    pairs.flatMap((pair): NoisePair[] => {
      if (!isDirect(pair.kind)) return [];
      const changes = pair.changes.map((change) => ({ ...change, test: `${workload} ${change.test}` }));
      return [{ ...pair, kind: 'other workload', weight: KIND_WEIGHTS['other workload'], changes }];
    }),
  );
  const meetings = groupBy(found, ({ a, b }) =>
    JSON.stringify([variantKey(a), variantKey(b), dayOf(a), dayOf(b)]),
  );
  const pooled = [...meetings.values()].flatMap((own): NoisePair[] => {
    const [first] = own;
    return first ? [{ ...first, changes: own.flatMap(({ changes }) => changes) }] : [];
  });
  return { ...noise, pairs: [...noise.pairs, ...pooled] };
}

function dayOf({ at, id }: NoiseRun): string {
  return at?.slice(0, 'YYYY-MM-DD'.length) ?? id;
}
