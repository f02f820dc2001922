import {
  FAINTLY_BETTER,
  FAINTLY_WORSE,
  isChange,
  type Level,
  MISSING,
  NEUTRAL,
  verdictLevel,
} from '../ratio/ratio';
import type { Verdict } from './verdict';

/** A stop has the deepest fill of a loss. */
const STOPPED: Level = 'r5';

/** From here on a believed change has full colour; the steps of the scale follow. */
const BIG = 0.95;

/**
 * The fill of a throughput ratio by its verdict: what is not believed has none, and a small change that is believed has
 * the faintest.
 *
 * @param ratio version / base; null where there is none
 */
export function verdictFill(verdict: Verdict, ratio: number | null): Level {
  switch (verdict) {
    case 'regression':
    case 'improvement': {
      const level = verdictLevel(ratio, 'higher-is-better', BIG);
      // Just at the limit a rounded number may be on its other side.
      if (isChange(level)) return level;
      return verdict === 'regression' ? FAINTLY_WORSE : FAINTLY_BETTER;
    }
    case 'small regression':
      return FAINTLY_WORSE;
    case 'small improvement':
      return FAINTLY_BETTER;
    case 'stopped working':
      return STOPPED;
    case 'missing':
      return ratio === null ? MISSING : NEUTRAL;
    default:
      return NEUTRAL;
  }
}

/** How deep the frame of a possible change is: steps of its size, as those of a fill. 1 has none. */
export type PossibleDepth = 1 | 2 | 3 | 4 | 5;

/**
 * A possible change has no fill, but 0.50 is not drawn as 0.95: the step that its fill would have. Null where the verdict
 * is another one.
 */
export function possibleDepth(verdict: Verdict, ratio: number | null): PossibleDepth | null {
  if (verdict !== 'possible regression' && verdict !== 'possible improvement') return null;
  const level = verdictLevel(ratio, 'higher-is-better', BIG);
  return isChange(level) ? (Number(level.slice(1)) as PossibleDepth) : 1;
}

/**
 * Classes of a cell by its verdict: fill and mark. `sm`: believed, but small. `pr`, `pb`: possible, no fill, with `p2` to
 * `p5` for the depth of its frame. `un`: unclear. `st`: stopped working.
 */
export function verdictClass(verdict: Verdict, ratio: number | null): string {
  switch (verdict) {
    case 'small regression':
      return 'r1 sm';
    case 'small improvement':
      return 'b1 sm';
    case 'possible regression':
      return withDepth('pr', possibleDepth(verdict, ratio));
    case 'possible improvement':
      return withDepth('pb', possibleDepth(verdict, ratio));
    case 'stopped working':
      return `${STOPPED} st`;
    case 'unclear':
      return 'un';
    default:
      return verdictFill(verdict, ratio);
  }
}

/** The smallest has no frame. */
const DEPTH_CLASSES: Readonly<Record<PossibleDepth, string>> = {
  1: '',
  2: ' p2',
  3: ' p3',
  4: ' p4',
  5: ' p5',
};

function withDepth(name: string, depth: PossibleDepth | null): string {
  return depth === null ? name : `${name}${DEPTH_CLASSES[depth]}`;
}
