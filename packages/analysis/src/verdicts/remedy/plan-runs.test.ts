import { describe, expect, it } from 'vitest';
import { foundPart, TESTS } from '../testing/found-part';
import { MOST_PLANNED_RUNS, planRuns } from './plan-runs';

describe('planned runs', () => {
  it.each([
    { sigma: 0.03, loss: 0.05, server: 'dedicated' },
    { sigma: 0.045, loss: 0.05, server: 'dedicated' },
    { sigma: 0.06, loss: 0.1, server: 'dedicated' },
    { sigma: 0.02, loss: 0.035, server: 'dedicated' },
    { sigma: 0.04, loss: 0.05, server: 'virtual' },
    { sigma: 0.08, loss: 0.1, server: 'shared' },
    // A machine that others may use seems to move as a whole: more runs than the noise of one test asks for.
    { sigma: 0.15, loss: 0.2, server: 'shared' },
  ] as const)('are within 25% of those that find the loss in 80% of made tables: %o', (made) => {
    const { runs } = planRuns(
      Array.from({ length: TESTS }, (_, test) => ({ test: `${test}`, sigma: made.sigma })),
      { detect: made.loss, isDedicated: made.server === 'dedicated' },
    );
    if (runs === null) throw new Error('There is a plan.');
    const [fewest, most] = [Math.ceil(runs / 1.25), Math.floor(runs / 0.75)];
    expect(foundPart({ ...made, runs: fewest - 1 })).toBeLessThan(0.8);
    expect(foundPart({ ...made, runs: most })).toBeGreaterThanOrEqual(0.8);
  });

  it('grow with the noise and with the number of tests, and fall with the change', () => {
    const runsOf = (sigma: number, detect = 0.05, family = 20) =>
      planRuns([{ test: 'a', sigma }], { detect, isDedicated: true, family }).runs ?? MOST_PLANNED_RUNS + 1;
    const steps = [0.01, 0.02, 0.03, 0.04, 0.06].map((sigma) => runsOf(sigma));
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(runsOf(0.03, 0.1)).toBeLessThan(runsOf(0.03));
    expect(runsOf(0.03, 0.05, 5000)).toBeGreaterThan(runsOf(0.03));
  });

  it('are one on each side without noise, and none where more than the most would be needed', () => {
    const question = { detect: 0.05, isDedicated: true };
    expect(planRuns([{ test: 'a', sigma: 0 }], question)).toMatchObject({ runs: 1, typical: 1 });
    expect(planRuns([{ test: 'a', sigma: 1 }], question)).toMatchObject({ runs: null, typical: null });
    expect(planRuns([], question)).toEqual({ tests: [], runs: null, typical: null });
  });

  it('leave out tests that are too noisy, by name', () => {
    const sigmas = [0.01, 0.01, 2].map((sigma, test) => ({ test: `t${test}`, sigma }));
    const plan = planRuns(sigmas, { detect: 0.05, isDedicated: true });
    expect(plan.runs).toBe(plan.typical);
    expect(plan.tests.filter(({ runs }) => runs === null).map(({ test }) => test)).toEqual(['t2']);
  });
});
