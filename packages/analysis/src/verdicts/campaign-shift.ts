/** Change of one test in one major between two campaigns. */
export interface CampaignChange {
  major: string;
  /** ln(later campaign / earlier campaign). */
  x: number;
}

const LEAST_STEP = 0.05;
const FEWEST_MAJORS = 3;

/**
 * The same sign of step (>= 5%) between two campaigns in at least 3 majors is "back-ported change or environment"
 * (docs/method.md §3.5), and no noise.
 *
 * @param changes of one test; majors that did not move may be among them
 * @returns majors that moved together; null when too few did
 */
export function campaignShift(changes: readonly CampaignChange[]): { majors: string[]; x: number } | null {
  for (const sign of [-1, 1]) {
    const moved = changes.filter(({ x }) => Math.sign(x) === sign && Math.abs(Math.expm1(x)) >= LEAST_STEP);
    const majors = [...new Set(moved.map(({ major }) => major))];
    if (majors.length < FEWEST_MAJORS) continue;
    return { majors, x: moved.reduce((sum, { x }) => sum + x, 0) / moved.length };
  }
  return null;
}
