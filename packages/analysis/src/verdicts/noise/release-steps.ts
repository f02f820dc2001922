import type { ServerKind } from '@basecase/ingest/model';
import { groupBy } from '../../statistics/group-by';
import { median } from '../../statistics/median';
import type { Rule } from '../rule';
import { type NoisePair, type RefusedPair, variantKey } from './noise-types';
import { isDirect } from './pair-kinds';

const MAD_TO_SD = 1.4826;
/** Fewer pairs tell nothing of the noise of one test. */
const LEAST_OF_TEST = 4;
/** A test with more steps than one, and than this part of its pairs, has them by itself: two states, a drift. */
const STEP_PART = 0.1;
/** A release that changed more than this part of its tests is another one. */
const MOST_STEPS = 1 / 2;

/** How the tests of two releases next to each other in a line differ. */
type Neighbours = Pick<NoisePair, 'a' | 'b' | 'changes'>;

/**
 * Two point releases are evidence of noise only where they agree (docs/method.md §2.1): a test that the newer one changed is
 * left out of the pair, and a pair with most tests changed is refused. The releases around the two have to confirm it: the
 * next one is where the newer of the two is, and the previous one where the older is. A run that went wrong, and a test with two states, are noise. The
 * limit is `stepCut` times what the other pairs of the machine, or of the test, show.
 */
export function withoutReleaseSteps(
  pairs: readonly NoisePair[],
  { server, rule, neighbours }: { server: ServerKind; rule: Rule; neighbours: readonly Neighbours[] },
): { pairs: NoisePair[]; refused: RefusedPair[] } {
  const direct = pairs.filter(({ kind }) => isDirect(kind));
  const scale = usualScale(direct, rule.startScale[server]);
  const ofTests = usualMoves(direct);
  const before = new Map(neighbours.map((pair) => [variantKey(pair.b), pair]));
  const after = new Map(neighbours.map((pair) => [variantKey(pair.a), pair]));
  const moveOf = (pair: Neighbours | undefined, test: string) =>
    pair?.changes.find((change) => change.test === test)?.x ?? null;
  const isStep = ({ a, b }: NoisePair, { test, x, prior }: NoisePair['changes'][number]) => {
    const limit = rule.stepCut * Math.max(prior * scale, ofTests.get(test) ?? 0);
    if (Math.abs(x) <= limit) return false;
    const next = moveOf(after.get(variantKey(b)), test);
    const previous = moveOf(before.get(variantKey(a)), test) ?? 0;
    return next !== null && Math.max(Math.abs(next), Math.abs(previous)) <= limit;
  };
  const releases = pairs.filter(({ kind }) => kind === 'point releases');
  const found = groupBy(
    releases.flatMap((pair) => pair.changes.map((change) => ({ change, isStep: isStep(pair, change) }))),
    ({ change }) => change.test,
  );
  const steps = new Set(
    [...found.values()].flatMap((own) => {
      const some = own.filter((one) => one.isStep);
      return some.length > Math.max(1, STEP_PART * own.length) ? [] : some.map(({ change }) => change);
    }),
  );
  const refused: RefusedPair[] = [];
  const kept = pairs.flatMap((pair) => {
    const { kind, a, b, changes } = pair;
    if (kind !== 'point releases') return [pair];
    const same = changes.filter((change) => !steps.has(change));
    const changed = changes.length - same.length;
    if (changed <= MOST_STEPS * changes.length) return [{ ...pair, changes: same }];
    const detail = `${changed} of ${changes.length} tests changed`;
    refused.push({ kind, a, b, reason: 'known to differ', detail });
    return [];
  });
  return { pairs: kept, refused };
}

/** How noisy the pairs are against the priors: the lower middle of them; of one pair alone at most what its kind of server starts with. */
function usualScale(pairs: readonly NoisePair[], start: number): number {
  const scales = pairs
    .map(({ changes }) => MAD_TO_SD * (median(changes.map(({ x, prior }) => Math.abs(x / prior))) ?? 0))
    .sort((a, b) => a - b);
  const usual = Math.max(1, scales[(scales.length - 1) >> 1] ?? 1);
  return scales.length === 1 ? Math.min(usual, start) : usual;
}

/** SD of each test in enough pairs. */
function usualMoves(pairs: readonly NoisePair[]): Map<string, number> {
  const moves = groupBy(
    pairs.flatMap(({ changes }) => changes),
    ({ test }) => test,
  );
  return new Map(
    [...moves].flatMap(([test, own]) =>
      own.length < LEAST_OF_TEST
        ? []
        : [[test, MAD_TO_SD * (median(own.map(({ x }) => Math.abs(x))) ?? 0)] as const],
    ),
  );
}
