import type { ComparedTest } from '../rounds/estimate-tests';

/**
 * The finding on a test of a version so far. `likely`: noise alone would rarely do that, and not rarely enough.
 * `unclear`:
 * these rounds can't tell a change of 5% from none. The heatmap, which judges all tests together, has the last word.
 */
export type Finding =
  | 'slower'
  | 'likely slower'
  | 'faster'
  | 'likely faster'
  | 'same'
  | 'unclear'
  | 'unknown';

/** A change of less is none that people look for; one of more is what `same` has to rule out. */
const [SMALLEST, BIG] = [Math.log(1.02), -Math.log(0.95)];
/**
 * The interval is looked at after each round, and of many tests one is far off by chance. With this p, a test without a
 * change is called changed in under 0.1% of recordings (docs/method.md §7: SD 1 to 8%, 8 to 48 rounds).
 */
const SURE_P = 0.001;
/** Of what may be noise, this is worth a mark. */
const MOST_P = 0.15;

export function findingOf({ estimate, half }: Pick<ComparedTest, 'estimate' | 'half'>): Finding {
  if (!estimate || half === null) return 'unknown';
  const { x, p } = estimate;
  if (Math.abs(x) < SMALLEST || p > MOST_P) return Math.abs(x) + half <= BIG ? 'same' : 'unclear';
  const isSure = p <= SURE_P;
  if (x < 0) return isSure ? 'slower' : 'likely slower';
  return isSure ? 'faster' : 'likely faster';
}

/** One column wide each, and where the font or the terminal has no such signs. */
const MARKS: Readonly<Partial<Record<Finding, [sign: string, plain: string]>>> = {
  slower: ['▼', 'v'],
  'likely slower': ['▽', '?v'],
  faster: ['▲', '^'],
  'likely faster': ['△', '?^'],
};

/** @param plain without signs that a font may not have; two columns wide then */
export function markOf(finding: Finding, plain: boolean): string {
  const [sign, word] = MARKS[finding] ?? [' ', ''];
  return plain ? word.padStart(2) : sign;
}
