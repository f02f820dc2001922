import {
  FAINTLY_BETTER,
  FAINTLY_WORSE,
  isChange,
  type Level,
  MISSING,
  NEUTRAL,
  verdictLevel,
} from '../ratio/verdict-level';
import type { Verdict } from './verdict';

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
    case 'missing':
      return ratio === null ? MISSING : NEUTRAL;
    default:
      return NEUTRAL;
  }
}

/**
 * Classes of a cell by its verdict: fill and mark. `sm`: believed, but small. `pr`, `pb`: possible, no fill. `un`:
 * unclear.
 */
export function verdictClass(verdict: Verdict, ratio: number | null): string {
  switch (verdict) {
    case 'small regression':
      return 'r1 sm';
    case 'small improvement':
      return 'b1 sm';
    case 'possible regression':
      return 'pr';
    case 'possible improvement':
      return 'pb';
    case 'unclear':
      return 'un';
    default:
      return verdictFill(verdict, ratio);
  }
}
