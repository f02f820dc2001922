import { type BuildRun, changeOf, evidenceOf, type KnownNoise, type LevelChange, logSum } from './two-levels';

/** The searched builds, and the wanted certainty of the answer. */
export interface BisectQuestion {
  /** Number of builds, with GOOD and BAD. */
  builds: number;
  /** Chance of a wrong answer of the whole search. */
  error: number;
  /** Smallest change of interest, on the log scale: GOOD and BAD that differ by less are equal. */
  effect: number;
  /** Most runs of one build. */
  mostOfBuild: number;
  /** Most runs of all builds. */
  most: number;
  noise: KnownNoise;
  /** Weight of each build to be the first bad one, from stored results; index 0 is unused. It chooses builds, and decides none. */
  prior?: readonly number[] | undefined;
}

/** The next step depends on nothing else. */
export interface BisectState {
  /** In the order of measurement. */
  runs: readonly BuildRun[];
  /** Places of builds that can't be measured. */
  failed: ReadonlySet<number>;
}

/** Builds one of which is the first bad one. */
export interface BadRange {
  from: number;
  upTo: number;
  /** Chance that the first bad build is in the range. */
  chance: number;
}

export type BisectStep =
  /** `chance`: that this build is bad, before the run; null for GOOD and BAD. */
  | { type: 'measure'; place: number; chance: number | null }
  | { type: 'end'; found: 'no difference'; change: LevelChange }
  /** The most runs are over. `range` is null where GOOD and BAD could not be distinguished. */
  | { type: 'end'; found: 'unclear'; change: LevelChange; range: BadRange | null }
  /** More than one build where those between the neighbours failed. */
  | { type: 'end'; found: 'first bad'; change: LevelChange; range: BadRange };

/** Runs of GOOD and of BAD before they are compared. */
const LEAST_REFERENCES = 3;
/** Runs of searched builds in a row, after which GOOD or BAD is measured again against drift. */
const MOST_WITHOUT_REFERENCE = 2;

/** Builds that a bisect without noise measures between GOOD and BAD. */
export function noiselessSteps(builds: number): number {
  return Math.ceil(Math.log2(Math.max(1, builds - 1)));
}

/**
 * The next step of a search for the first bad build. It depends on the question and the runs alone: a search that was
 * killed continues as it would have, and its log can be replayed.
 *
 * Each build has a chance to be the first bad one, from all runs so far (`evidenceOf`). The build that halves this
 * chance is measured next, so a build is repeated until it is decided or another one tells more. The search ends
 * when one build, or one range without a measurable build, has the chance 1 - error: probabilistic bisection, Waeber,
 * Frazier and Henderson, SIAM J. Control Optim. 51 (2013).
 */
export function nextBisectStep(question: BisectQuestion, { runs, failed }: BisectState): BisectStep {
  const { builds, error, effect, mostOfBuild, most, noise, prior } = question;
  const last = builds - 1;
  const count = (place: number) => runs.filter((run) => run.place === place).length;
  const [good, bad] = [count(0), count(last)];
  // GOOD, BAD, BAD, GOOD: a steady drift is the same for both.
  const isGoodNext = good === bad ? good % 2 === 0 : good < bad;
  const reference: BisectStep = { type: 'measure', place: isGoodNext ? 0 : last, chance: null };
  if (Math.min(good, bad) < LEAST_REFERENCES) return reference;

  const references = runs.filter(({ place }) => place === 0 || place === last);
  const change = changeOf(references, ({ place }) => place === last, noise);
  const hasBegun = runs.length > references.length;
  if (change.p > (hasBegun ? error : error / (noiselessSteps(builds) + 1))) {
    const isOver = Math.min(good, bad) >= mostOfBuild || runs.length >= most;
    if (Math.max(-change.low, change.high) < effect) return { type: 'end', found: 'no difference', change };
    return isOver ? { type: 'end', found: 'unclear', change, range: null } : reference;
  }

  const chances = firstBadChances({ builds, noise }, runs);
  const isMeasurable = (place: number) => !failed.has(place) && count(place) < mostOfBuild;
  const isUnknown = (place: number) => failed.has(place) && count(place) === 0;
  const range = likeliestRange(chances, isUnknown);
  if (range.chance >= 1 - error) return { type: 'end', found: 'first bad', change, range };
  // Stored results lead to their answer; the runs alone confirm it.
  const stored = prior && firstBadChances({ builds, noise, prior }, runs);
  const guide = stored && likeliestRange(stored, isUnknown).chance < 1 - error ? stored : chances;
  let chance = 0;
  let halving = { place: 0, chance: 0 };
  for (let place = 1; place < last; place++) {
    chance += guide[place] ?? 0;
    const isNearer = Math.abs(chance - 0.5) < Math.abs(halving.chance - 0.5);
    if (isNearer && isMeasurable(place)) halving = { place, chance };
  }
  if (halving.place === 0 || runs.length >= most)
    return { type: 'end', found: 'unclear', change, range: centralRange(chances, error) };
  const since = runs.length - 1 - runs.findLastIndex(({ place }) => place === 0 || place === last);
  return since < MOST_WITHOUT_REFERENCE ? { type: 'measure', ...halving } : reference;
}

/** Chance of each place to be the first bad one; that of place 0 is 0. */
function firstBadChances(
  { builds, noise, prior }: Pick<BisectQuestion, 'builds' | 'noise' | 'prior'>,
  runs: readonly BuildRun[],
): number[] {
  const measured = new Set(runs.map(({ place }) => place));
  const weights: number[] = [Number.NEGATIVE_INFINITY];
  let evidence = 0;
  for (let place = 1; place < builds; place++) {
    // Between two measured builds all places have the same runs before them.
    if (measured.has(place - 1)) evidence = evidenceOf(runs, place, noise);
    weights.push(evidence + Math.log(prior?.[place] ?? 1));
  }
  const all = logSum(weights);
  return weights.map((weight) => Math.exp(weight - all));
}

/** The place with the largest chance; a build that failed is one with its successor. */
function likeliestRange(chances: readonly number[], isFailed: (place: number) => boolean): BadRange {
  let best: BadRange = { from: 1, upTo: 1, chance: -1 };
  let [from, chance] = [1, 0];
  for (let place = 1; place < chances.length; place++) {
    chance += chances[place] ?? 0;
    if (isFailed(place)) continue;
    if (chance > best.chance) best = { from, upTo: place, chance };
    [from, chance] = [place + 1, 0];
  }
  return best;
}

/** The places in the middle that have the chance 1 - error together. */
function centralRange(chances: readonly number[], error: number): BadRange {
  let sum = 0;
  const upTo = chances.map((chance) => (sum += chance));
  const from = upTo.findIndex((chance) => chance > error / 2);
  const end = upTo.findIndex((chance) => chance >= 1 - error / 2);
  const last = end < 0 ? chances.length - 1 : end;
  return { from, upTo: last, chance: (upTo[last] ?? 1) - (upTo[from - 1] ?? 0) };
}

/** How much stored results count against no knowledge at all: the build script may measure something else. */
const STORED_SHARE = 0.9;

/**
 * Weights of the builds from stored results: one value of each build, of another day and perhaps another script, so they
 * choose where the search begins and decide nothing.
 *
 * @param stored in the order of the builds
 * @returns null with fewer than two values
 */
export function priorOfStored(
  { builds, noise }: Pick<BisectQuestion, 'builds' | 'noise'>,
  stored: readonly BuildRun[],
): number[] | null {
  const places = stored.map(({ place }) => place);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (stored.length < 2 || first === last) return null;
  const weights = Array.from({ length: builds }, (_, place) =>
    place > first && place <= last ? evidenceOf(stored, place, noise) : Number.NEGATIVE_INFINITY,
  );
  const all = logSum(weights);
  const rest = (1 - STORED_SHARE) / (builds - 1);
  return weights.map((weight, place) => (place === 0 ? 0 : rest + STORED_SHARE * Math.exp(weight - all)));
}

/** A measured build of a search. */
export interface MeasuredBuild {
  place: number;
  runs: number;
  /** Against GOOD; null for GOOD. */
  change: LevelChange | null;
  /**
   * True where it differs from the other builds of its side by more than noise: a second step, a fix, or a step that is
   * none.
   */
  isOdd: boolean;
}

/**
 * The measured builds in their order, with what contradicts one step at `first`.
 *
 * @param first the first bad place
 */
export function measuredBuilds(
  { error, noise }: Pick<BisectQuestion, 'error' | 'noise'>,
  runs: readonly BuildRun[],
  first: number,
): MeasuredBuild[] {
  const places = [...new Set(runs.map(({ place }) => place))].sort((a, b) => a - b);
  return places.map((place) => {
    const own = runs.filter((run) => run.place === place);
    const side = runs.filter((run) => run.place >= first === place >= first);
    const withGood = runs.filter((run) => run.place === 0 || run.place === place);
    const isOwn = (run: BuildRun) => run.place === place;
    const isOdd =
      own.length > 1 && side.length > own.length && changeOf(side, isOwn, noise).p < error / places.length;
    return { place, runs: own.length, change: place === 0 ? null : changeOf(withGood, isOwn, noise), isOdd };
  });
}
