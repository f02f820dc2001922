import { describe, expect, it } from 'vitest';
import { findSegments } from './segments';
import { findVersionSteps, isConfirmedElsewhere } from './version-steps';

// The cases of docs/method.md §9, with its numbers.

describe('findVersionSteps', () => {
  it.each<[string, number[], number, [string, number, number, number?][]]>([
    [
      'update-zipf',
      [1, 0.99, 0.99, 0.98, 0.82, 0.71, 0.71],
      0.032,
      [
        ['step', 4, 0.828],
        ['step', 5, 0.866],
      ],
    ],
    ['hot-points', [1, 1, 0.98, 0.98, 0.98, 3.12, 3.14], 0.021, [['step', 5, 3.168]]],
    [
      'fillseq',
      [1, 1.03, 1.01, 1.02, 1.03, 1.01, 1.01, 1.02, 1.03, 1.01, 0.86, 1.08, 1.07, 1.07, 1.07],
      0.019,
      [
        ['isolated', 10, 0.846, 11],
        ['step', 11, 1.055],
      ],
    ],
    [
      'one bad run',
      [1, 1.03, 1.01, 1.07, 1.05, 1.05, 1.01, 1.03, 1, 0.84, 1.05, 1.08, 1.05],
      0.031,
      [['isolated', 9, 0.818, 10]],
    ],
    [
      'MySQL point-query',
      [1, 0.88, 0.69, 0.69, 0.68, 0.67, 0.68, 0.65],
      0.013,
      [
        ['step', 1, 0.88],
        ['step', 2, 0.775],
        ['last', 7, 0.953],
      ],
    ],
    ['noise', [1, 1.01, 0.98, 1.05, 1.01, 1.05, 1, 1.07, 1.01, 1.07, 1.03, 1.06, 1.03], 0.033, []],
    ['one version', [1], 0.01, []],
    [
      'a last one',
      [1, 1.03, 1.11, 1.1, 1.12, 1.09, 0.9],
      0.021,
      [
        ['step', 2, 1.089],
        ['last', 6, 0.815],
      ],
    ],
    [
      'drift, as the reference prints it',
      [1, 0.975, 0.95, 0.925, 0.9, 0.875],
      0.01,
      [
        ['step', 2, 0.949],
        ['step', 4, 0.947],
      ],
    ],
  ])('%s', (_name, ratios, sigma, expected) => {
    const steps = findVersionSteps({ y: ratios.map(Math.log), sigma });
    const found = steps.map(({ kind, at, ratio, back }) => [
      kind,
      at,
      Math.round(ratio * 1000) / 1000,
      ...(back === null ? [] : [back]),
    ]);
    expect(found).toEqual(expected);
  });

  it('counts runs', () => {
    const steps = findVersionSteps({ y: [1, 1, 0.94, 0.94].map(Math.log), sigma: 0.02, runs: [2, 2, 2, 2] });
    expect(steps).toMatchObject([{ at: 2, kind: 'step', runsBefore: 4, runsAfter: 4 }]);
    expect(steps[0]?.ratio).toBeCloseTo(0.94, 3);
  });

  it('has nothing to say of nothing', () => {
    expect(findVersionSteps({ y: [], sigma: 0.01 })).toEqual([]);
    expect(findSegments({ y: [], sigma: 0.01 })).toEqual([]);
  });
});

describe('isConfirmedElsewhere', () => {
  it('wants the same sign at the same version', () => {
    const fillseq = { version: '10.6.2', ratio: 0.85 };
    expect(isConfirmedElsewhere(fillseq, [{ version: '10.6.2', ratio: 0.67 }])).toBe(true);
    expect(isConfirmedElsewhere(fillseq, [{ version: '10.6.2', ratio: 1.2 }])).toBe(false);
    expect(isConfirmedElsewhere(fillseq, [{ version: '10.7.6', ratio: 0.8 }])).toBe(false);
  });
});
