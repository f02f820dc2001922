import { randomNumbers } from '../../series/testing/made-series';
import { type BisectQuestion, type BisectState, nextBisectStep } from '../search';
import { type BuildRun, USUAL_NOISE } from '../two-levels';

/** A made-up repository with one step, and the noise of its machine. */
export interface MadeSearch {
  /** With GOOD and BAD. */
  builds: number;
  /** Loss of the first bad build and all later ones, as a part; 0: none. */
  loss: number;
  /** SD of ln of one run. */
  sd: number;
  /** Correlation of one run with the next. */
  rho: number;
  /** Places of builds that fail. */
  failed?: readonly number[];
  /** Place from which the loss is taken once more. */
  second?: number;
  question?: Partial<BisectQuestion>;
}

/** The end of one search: of a place that follows from the seed. */
export function simulateBisect(seed: number, made: MadeSearch) {
  const { builds, loss, sd, rho, failed = [], second = Number.POSITIVE_INFINITY } = made;
  const random = randomNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const first = 1 + Math.floor(random() * (builds - 1));
  const question = {
    ...{ builds, error: 0.05, effect: 0.03, mostOfBuild: 16, most: 100, noise: USUAL_NOISE },
    ...made.question,
  };
  const runs: BuildRun[] = [];
  const state = { runs, failed: new Set<number>() } satisfies BisectState;
  let noise = normal() * sd;
  for (;;) {
    const step = nextBisectStep(question, state);
    if (step.type === 'end') return { step, runs, first, question };
    if (failed.includes(step.place)) {
      state.failed.add(step.place);
      continue;
    }
    noise = rho * noise + Math.sqrt(1 - rho * rho) * sd * normal();
    const losses = Number(step.place >= first) + Number(step.place >= second);
    runs.push({ place: step.place, x: noise + losses * Math.log(1 - loss) });
  }
}

/** True where the search names the first bad build and no other. */
export function isCorrect({ step, first }: ReturnType<typeof simulateBisect>): boolean {
  return step.found === 'first bad' && step.range.from === first && step.range.upTo === first;
}
