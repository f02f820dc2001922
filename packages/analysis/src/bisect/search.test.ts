import { describe, expect, it } from 'vitest';
import { measuredBuilds, nextBisectStep, noiselessSteps, priorOfStored } from './search';
import { isCorrect, type MadeSearch, simulateBisect } from './testing/simulate-bisect';
import { USUAL_NOISE } from './two-levels';

const MADE: MadeSearch = { builds: 129, loss: 0.05, sd: 0.02, rho: 0.3 };
const seeds = (count: number) => Array.from({ length: count }, (_, index) => 1 + index);
const QUESTION = { builds: 9, error: 0.05, effect: 0.03, mostOfBuild: 16, most: 100, noise: USUAL_NOISE };

describe('a search among 128 commits with one step of 5% and noise of 2%', () => {
  it.each([0, 0.3, 0.6])(
    'names the first bad commit with at most 4 times the runs (correlation %s)',
    (rho) => {
      const searches = seeds(20).map((seed) => simulateBisect(seed, { ...MADE, rho }));
      expect(searches.filter(isCorrect).length).toBeGreaterThanOrEqual(19);
      const runs = searches.reduce((sum, search) => sum + search.runs.length, 0) / searches.length;
      expect(noiselessSteps(129)).toBe(7);
      expect(runs).toBeLessThanOrEqual(4 * (2 + 7));
    },
  );

  it('ends without a search where GOOD and BAD do not differ', () => {
    const ends = seeds(20).map((seed) => simulateBisect(seed, { ...MADE, loss: 0 }).step.found);
    expect(ends.filter((found) => found === 'no difference').length).toBeGreaterThanOrEqual(19);
  });

  it('measures GOOD or BAD again after two runs of other builds', () => {
    const { runs } = simulateBisect(1, MADE);
    const isReference = runs.map(({ place }) => place === 0 || place === 128);
    expect(isReference.filter((is) => !is).length).toBeGreaterThan(5);
    for (let index = 2; index < runs.length; index++)
      expect(isReference.slice(index - 2, index + 1)).toContain(true);
  });
});

describe('the next step of a search', () => {
  it.each([2, 3, 5001])('names the first bad one of %s builds', (builds) => {
    const search = simulateBisect(7, { ...MADE, builds, loss: 0.2 });
    expect(isCorrect(search)).toBe(true);
    expect(search.runs.length).toBeLessThan(6 + 4 * (1 + noiselessSteps(builds)));
  });

  it('finds a gain like a loss', () => {
    expect(isCorrect(simulateBisect(3, { ...MADE, loss: -0.06 }))).toBe(true);
  });

  it.each(Array.from({ length: 7 }, (_, index) => index + 1))(
    'gives the range around a build that fails, at each place: %s',
    (place) => {
      for (const seed of seeds(8)) {
        const made = { ...MADE, builds: 9, sd: 0.005, failed: [place] };
        const { step, first, runs } = simulateBisect(seed, made);
        if (step.found !== 'first bad') throw new Error(`the search ended with ${step.found}`);
        const wanted = first === place || first === place + 1 ? [place, place + 1] : [first, first];
        expect([step.range.from, step.range.upTo]).toEqual(wanted);
        expect(runs.some((run) => run.place === place)).toBe(false);
      }
    },
  );

  it('gives the whole range where all builds between fail', () => {
    const failed = [1, 2, 3, 4, 5, 6, 7];
    const { step } = simulateBisect(1, { ...MADE, builds: 9, sd: 0.005, failed });
    expect(step).toMatchObject({ found: 'first bad', range: { from: 1, upTo: 8 } });
  });

  it('is undecided, with a range, where the most runs are over', () => {
    const { step, runs } = simulateBisect(1, { ...MADE, question: { most: 10 } });
    expect(runs).toHaveLength(10);
    expect(step.found).toBe('unclear');
  });

  it('is undecided where noise hides whether GOOD and BAD differ', () => {
    const { step } = simulateBisect(1, { ...MADE, loss: 0, sd: 0.2 });
    expect(step).toMatchObject({ found: 'unclear', range: null });
  });

  it('counts a run with no noise at all', () => {
    expect(isCorrect(simulateBisect(5, { ...MADE, sd: 0, builds: 17 }))).toBe(true);
  });
});

describe('stored results', () => {
  it('choose where the search begins, and lose against runs that contradict them', () => {
    const stored = Array.from({ length: 9 }, (_, place) => ({ place, x: place >= 6 ? -0.05 : 0 }));
    const prior = priorOfStored(QUESTION, stored);
    if (!prior) throw new Error('There is a prior.');
    expect(prior.indexOf(Math.max(...prior))).toBe(6);
    expect(prior.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    const searches = seeds(20).map((seed) =>
      simulateBisect(seed, { ...MADE, builds: 9, question: { prior } }),
    );
    expect(searches.filter(isCorrect).length).toBeGreaterThanOrEqual(19);
    const runsWith = (loss: number, weights: number[] | undefined) =>
      seeds(20)
        .map((seed) => simulateBisect(seed, { ...MADE, builds: 9, loss, question: { prior: weights } }))
        .filter(({ first }) => first === 6)
        .map(({ runs }) => runs.length);
    expect(Math.max(...runsWith(0.1, prior))).toBeLessThanOrEqual(Math.max(...runsWith(0.1, undefined)));
  });

  it('give no weights where they are of fewer than two builds', () => {
    expect(priorOfStored(QUESTION, [])).toBeNull();
    expect(priorOfStored(QUESTION, [{ place: 3, x: 0 }])).toBeNull();
  });
});

describe('the measured builds of a search', () => {
  const runsOf = (levels: readonly number[]) =>
    [1, -1, 1].flatMap((sign, round) =>
      levels.map((level, place) => ({ place, x: level + 0.002 * sign * ((place + round) % 2 ? 1 : -1) })),
    );

  it('fit one step where there is one', () => {
    const measured = measuredBuilds(QUESTION, runsOf([0, 0, 0, -0.05, -0.05]), 3);
    expect(measured.map(({ isOdd }) => isOdd)).toEqual([false, false, false, false, false]);
    expect(measured[0]?.change).toBeNull();
    expect(measured[4]?.change?.x).toBeCloseTo(-0.05, 2);
  });

  it('show a second step, which the answer would hide', () => {
    const measured = measuredBuilds(QUESTION, runsOf([0, 0, 0, -0.05, -0.05, -0.05, -0.12]), 3);
    expect(measured.find(({ place }) => place === 6)?.isOdd).toBe(true);
  });
});

it('A search with two steps names builds that do not fit one, and a search with one step does not', () => {
  const oddIn = (made: MadeSearch) =>
    seeds(20).filter((seed) => {
      const { step, runs, question } = simulateBisect(seed, made);
      const first = 'range' in step && step.range ? step.range.upTo : 128;
      return measuredBuilds(question, runs, first).some(({ isOdd }) => isOdd);
    }).length;
  const one = { ...MADE, sd: 0.01 };
  expect(oddIn({ ...one, second: 100 })).toBeGreaterThanOrEqual(16);
  expect(oddIn(one)).toBeLessThanOrEqual(1);
});

it('The next step asks for GOOD and BAD in turns before anything else', () => {
  const runs: { place: number; x: number }[] = [];
  for (let run = 0; run < 6; run++) {
    const step = nextBisectStep(QUESTION, { runs, failed: new Set() });
    if (step.type === 'end') throw new Error('too early');
    runs.push({ place: step.place, x: 0 });
  }
  expect(runs.map(({ place }) => place)).toEqual([0, 8, 8, 0, 0, 8]);
});
