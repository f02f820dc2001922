import { describe, expect, it } from 'vitest';
import { campaignShift } from '../campaign-shift';
import { type SureFlag, suspectedCauses } from '../explain/suspected-causes';
import { looksCached } from '../noise/looks-cached';
import { makeMatrix, makeRun, sameRows } from '../testing/make-matrix';
import { bandSentence, columnShiftSentence, settleSentence, stepSentence } from '../verdict-words';
import { findReleaseLines } from './release-lines';

const postgres = (version: string, config: string) =>
  makeRun(version, { product: 'PostgreSQL', config, label: `${version} ${config}` });

describe('releaseLines', () => {
  it('is in release order, with stand-ins where a major needs a config of its own', () => {
    const columns = [
      postgres('18.1', 'x10c'),
      postgres('18.1', 'x10b'),
      postgres('17.7', 'x10a'),
      postgres('18.0', 'x10b'),
    ];
    expect(findReleaseLines(columns, 2)).toMatchObject([
      { product: 'PostgreSQL', config: 'x10a', columns: [2, 3, 1], ownFrom: 0 },
      { product: 'PostgreSQL', config: 'x10c', columns: [2, 3, 0], ownFrom: 2 },
    ]);
  });

  it('follows other configs from where they leave the main line', () => {
    const columns = [
      postgres('17.7', 'x10a'),
      postgres('18.1', 'x10a'),
      postgres('18.0', 'x10b'),
      postgres('18.1', 'x10b'),
    ];
    expect(findReleaseLines(columns, 0)).toMatchObject([
      { config: 'x10a', columns: [0, 2, 1] },
      { config: 'x10b', columns: [0, 2, 3], ownFrom: 1 },
    ]);
  });

  it('keeps products apart; without a base of its own a product follows its most common config', () => {
    const columns = [makeRun('9.5.0'), postgres('17.7', 'b'), postgres('18.1', 'b'), postgres('18.1', 'a')];
    expect(findReleaseLines(columns, 0)).toMatchObject([
      { product: 'MySQL', columns: [0] },
      { product: 'PostgreSQL', config: 'b', columns: [1, 2] },
      { product: 'PostgreSQL', config: 'a', columns: [1, 3], ownFrom: 1 },
    ]);
  });
});

describe('suspectedCauses', () => {
  it('groups by version, direction and reason, the largest first', () => {
    const flag = (test: string, since: string): SureFlag => ({
      test,
      since,
      direction: 'slower',
      explanation: null,
    });
    expect(suspectedCauses([flag('a', '17.0'), flag('b', '16.0'), flag('c', '16.0')])).toEqual([
      { since: '16.0', direction: 'slower', reason: 'no metrics', tests: ['b', 'c'] },
      { since: '17.0', direction: 'slower', reason: 'no metrics', tests: ['a'] },
    ]);
  });
});

describe('campaignShift', () => {
  it('wants the same sign of step in three majors', () => {
    const steps = ['14', '15', '16', '17'].map((major) => ({ major, x: -0.1 }));
    expect(campaignShift(steps)?.majors).toEqual(['14', '15', '16', '17']);
    expect(campaignShift([...steps.slice(2), { major: '18', x: 0.1 }, { major: '13', x: -0.04 }])).toBeNull();
  });
});

describe('looksCached', () => {
  it('tells by the reads of read-only tests', () => {
    const runs = [makeRun('9.5.0')];
    const matrix = (reads: number) =>
      makeMatrix(runs, { throughput: sameRows(8, [1]), reads_per_op: sameRows(8, [reads]) });
    expect(looksCached(matrix(0.001))).toBe(true);
    expect(looksCached(matrix(0.7))).toBe(false);
    expect(looksCached(makeMatrix(runs, { throughput: sameRows(8, [1]) }))).toBeNull();
  });
});

describe('words', () => {
  it('says how far a test moves by itself, and what would settle it', () => {
    expect(bandSentence({ band: 0.055 })).toBe('This test moves by ±5.5% when nothing changes.');
    const cell = { mark: 'possible', runsToSettle: 2, baseRuns: 1, versionRuns: 1 } as const;
    expect(settleSentence(cell)).toBe(
      '1 more run of the base and 1 more run of this version would settle this.',
    );
    expect(settleSentence({ ...cell, runsToSettle: 3, baseRuns: 3 })).toBe(
      '2 more runs of this version would settle this.',
    );
    expect(settleSentence({ ...cell, runsToSettle: null })).toBe(
      'More than 9 runs on each side would be needed to settle this.',
    );
    expect(settleSentence({ ...cell, mark: 'sure' })).toBe('');
  });

  it('says what a column and a step are', () => {
    expect(columnShiftSentence(Math.log(0.969))).toBe('The whole column moved by -3.1%: server or base run?');
    expect(stepSentence({ kind: 'isolated', version: '10.6.2', back: '10.7.6' })).toBe(
      'Only 10.6.2, one run: fixed in 10.7.6, or a bad run.',
    );
    expect(stepSentence({ kind: 'last', version: '18.1', back: null })).toBe(
      'Only one run since 18.1: not confirmed.',
    );
    expect(stepSentence({ kind: 'step', version: '18.1', back: null })).toBe('');
  });
});
