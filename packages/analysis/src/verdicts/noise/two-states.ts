/** Jumps of a test with two states are alike, ... */
const ALIKE = 1.5;
/** ... and far from what it does within a state. */
const APART = 4;
/** A single jump may be a bad run, and with fewer quiet pairs nothing is usual. */
const LEAST_JUMPS = 2;
const LEAST_QUIET = 4;

/**
 * How far a move between the two states of a test reaches that is in one or the other from run to run: its A/A pairs hardly move, or
 * jump by about the same (docs/method.md §3.3). The mean of such jumps would hide them. A move that is alike is one of
 * them, though it may be the largest yet.
 *
 * @param sizes |x| of its A/A pairs, falling
 * @returns null for a test without such jumps
 */
export function betweenStates(sizes: readonly number[]): number | null {
  const largest = sizes[0] ?? 0;
  const jumps = sizes.filter((size) => size * ALIKE >= largest).length;
  const quiet = sizes.length - jumps;
  const next = sizes[jumps] ?? 0;
  const smallest = sizes[jumps - 1] ?? 0;
  const areStates = jumps >= LEAST_JUMPS && quiet >= LEAST_QUIET && smallest > APART * next;
  return areStates ? ALIKE * smallest : null;
}
