import { describe, expect, it } from 'vitest';
import { DEFAULT_RULE } from '../rule';
import { findRemedy } from './cheapest-remedy';
import { durationText, openTests, settleSentence } from './remedy-words';

const CELL = {
  x: Math.log(0.93),
  sigma: 0.026,
  baseRuns: 1,
  versionRuns: 1,
  rounds: null,
  steal: null,
  changedBy: null,
} as const;
const DEDICATED = { canBeSure: true, isDedicated: true };
const QUESTION = { base: 0, column: 1, noise: DEDICATED, rule: DEFAULT_RULE };
const NAMES = { base: '9.4.0', version: '9.5.0' };

const find = (
  change: Partial<Parameters<typeof findRemedy>[1]> = {},
  runSeconds: (number | null)[] | undefined = undefined,
  noise = DEDICATED,
) => findRemedy(runSeconds ? { runSeconds } : {}, { ...CELL, ...change }, { ...QUESTION, noise });

const sentenceOf = (...args: Parameters<typeof find>) =>
  settleSentence({ mark: 'unclear', remedy: find(...args) }, NAMES);

describe('the cheapest remedy of an open cell', () => {
  it('adds runs on both sides where each has one, and counts their time', () => {
    expect(find({}, [660, 660])).toEqual({
      unit: 'runs',
      base: 1,
      version: 1,
      minutes: 22,
      isOtherDay: false,
    });
  });

  it('adds runs of one side only where the other has many', () => {
    const cell = { baseRuns: 9, x: Math.log(0.935), sigma: 0.032 };
    expect(sentenceOf(cell, [720, 720])).toBe('1 more run of 9.5.0, about 12 minutes, would settle this.');
    expect(sentenceOf({ ...cell, sigma: 0.04 }, [720, 720])).toBe(
      '2 more runs of 9.5.0, about 24 minutes, would settle this.',
    );
  });

  it('prefers runs of the side that is faster to measure', () => {
    const cell = { sigma: 0.026, x: Math.log(0.945), baseRuns: 2, versionRuns: 2 };
    expect(find(cell, [60, 6000])).toMatchObject({ version: 0 });
    expect(find(cell, [6000, 60])).toMatchObject({ base: 0 });
  });

  it('names no time where that of a needed side is not known', () => {
    expect(find()).toMatchObject({ minutes: null });
    expect(find({}, [600, null])).toMatchObject({ minutes: null });
    expect(sentenceOf()).toBe('1 more run of 9.4.0 and 1 more run of 9.5.0 would settle this.');
    expect(find({ baseRuns: 9, sigma: 0.0435 }, [null, 60])).toMatchObject({ base: 0, minutes: 2 });
  });

  it('asks for runs on another day where nothing tells the noise of the machine', () => {
    const unknown = { canBeSure: false, isDedicated: false };
    const remedy = find({ x: Math.log(0.5), changedBy: 'evidence' }, [60, 60], unknown);
    expect(remedy).toEqual({ unit: 'runs', base: 1, version: 1, minutes: 2, isOtherDay: true });
    expect(settleSentence({ mark: 'possible', remedy }, NAMES)).toBe(
      '1 more run of 9.4.0 and 1 more run of 9.5.0 on another day, about 2 minutes, would settle this.',
    );
  });

  it('asks for as many runs as let repeats speak where the guard holds a change back', () => {
    const cell = { x: Math.log(0.8), changedBy: 'guard', baseRuns: 2, versionRuns: 2 } as const;
    const dedicated = find(cell);
    if (typeof dedicated !== 'object' || !dedicated) throw new Error('There is a remedy.');
    expect(dedicated.base + dedicated.version + 4).toBe(6);
    expect(find(cell, undefined, { canBeSure: true, isDedicated: false })).toMatchObject({
      base: 2,
      version: 2,
    });
  });

  it('refuses where too many runs would be needed, or the runs are enough', () => {
    expect(find({ sigma: 0.5 })).toBe('too many');
    expect(find({ x: Math.log(0.5) })).toBe('disagree');
    expect(find({ x: 0, sigma: 0 })).toBe('disagree');
  });

  it.each([{ steal: 5 }, { changedBy: 'host' }, { changedBy: 'failures' }] as const)(
    'names no runs where runs would not help: %o',
    (change) => {
      expect(find(change)).toBeNull();
    },
  );

  it('counts more rounds, and the time of both sides', () => {
    const rounds = { x: Math.log(0.96), se: 0.02, n: 10, p: 0.05, low: -0.09, high: 0 };
    const remedy = find({ rounds }, [30, 30]);
    if (typeof remedy !== 'object' || !remedy) throw new Error('There is a remedy.');
    expect(remedy.unit).toBe('rounds');
    const after = rounds.se * Math.sqrt(10 / (10 + remedy.version));
    expect(DEFAULT_RULE.settleFactor * after).toBeLessThanOrEqual(-rounds.x);
    expect(remedy.minutes).toBe(remedy.version);
    expect(find({ rounds: { ...rounds, se: 0.5 } })).toBe('too many');
  });
});

describe('the words of a remedy', () => {
  it.each([
    [0.2, '1 minute'],
    [1.4, '1 minute'],
    [24.4, '24 minutes'],
    [120, '120 minutes'],
    [121, '2.0 hours'],
    [6000, '100.0 hours'],
  ])('%s minutes are "%s"', (minutes, text) => {
    expect(durationText(minutes)).toBe(text);
  });

  it('joins tests that the same runs would settle', () => {
    const remedy = { unit: 'runs', base: 0, version: 2, minutes: 24, isOtherDay: false } as const;
    const cell = {
      ...CELL,
      verdict: 'unclear',
      mark: 'unclear',
      remedy,
      p: 0.2,
      band: 0.06,
      noisePairs: 0,
      runsToSettle: 3,
      explanation: null,
    } as const;
    const settled = { ...cell, verdict: 'no change', mark: 'no change' } as const;
    expect(openTests([cell, settled, undefined, cell], ['a', 'b', 'c', 'd'], NAMES)).toEqual([
      { sentence: '2 more runs of 9.5.0, about 24 minutes, would settle this.', tests: ['a', 'd'] },
    ]);
    expect(openTests([], [], NAMES)).toEqual([]);
  });
});
