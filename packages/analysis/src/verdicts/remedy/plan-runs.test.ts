import type { ServerKind } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../series/testing/made-series';
import { median } from '../../statistics/median';
import { judgeMatrix } from '../judge-matrix';
import { findNoise } from '../noise/find-noise';
import { makeMatrix, makeRun } from '../testing/make-matrix';
import { isSure } from '../verdict';
import { MOST_PLANNED_RUNS, planRuns } from './plan-runs';

const TESTS = 8;
const TABLES = 150;
const DAY_MS = 86_400_000;

interface Simulation {
  sigma: number;
  /** Runs on each side, each on a separate day. */
  runs: number;
  loss: number;
  server: ServerKind;
}

/** Part of made tables in which the rule is sure of the loss of the first test. */
function foundPart({ sigma, runs, loss, server }: Simulation): number {
  const random = randomNumbers(20260101);
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const versions = ['8.0.43', '9.5.0'];
  const columns = versions.flatMap((version, side) =>
    Array.from({ length: runs }, (_, run) =>
      makeRun(version, {
        id: `${version} ${run}`,
        at: new Date(Date.UTC(2026, 0, 1) + (2 * run + side) * DAY_MS).toISOString(),
      }),
    ),
  );
  let found = 0;
  for (let table = 0; table < TABLES; table++) {
    const values = Array.from({ length: TESTS }, (_, test) =>
      columns.map(({ version }) => {
        const level = test === 0 && version === versions[1] ? 1000 * (1 - loss) : 1000;
        return level * Math.exp((normal() * sigma) / Math.SQRT2);
      }),
    );
    const noise = findNoise(makeMatrix(columns, { throughput: values }), {
      benchmark: 'sysbench',
      clients: 1,
      cached: true,
      server,
    });
    const sides = values.map((row) => [row.slice(0, runs), row.slice(runs)]);
    const matrix = makeMatrix(
      versions.map((version) => makeRun(version)),
      { throughput: sides.map((row) => row.map((own) => median(own))) },
    );
    matrix.repeats = sides.map((row) => row.map(() => runs));
    matrix.spread = sides.map((row) =>
      row.map((own) => (runs < 2 ? null : (Math.max(...own) - Math.min(...own)) / (median(own) ?? 1))),
    );
    const cell = judgeMatrix(matrix, { base: 0, noise }).cells[0]?.[1];
    found += Number(cell !== undefined && isSure(cell.verdict) && cell.verdict.endsWith('regression'));
  }
  return found / TABLES;
}

describe('planned runs', () => {
  it.each([
    { sigma: 0.03, loss: 0.05, server: 'dedicated' },
    { sigma: 0.045, loss: 0.05, server: 'dedicated' },
    { sigma: 0.06, loss: 0.1, server: 'dedicated' },
    { sigma: 0.02, loss: 0.035, server: 'dedicated' },
    { sigma: 0.04, loss: 0.05, server: 'virtual' },
    { sigma: 0.08, loss: 0.1, server: 'shared' },
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
