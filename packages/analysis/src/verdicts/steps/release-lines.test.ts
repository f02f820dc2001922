import { describe, expect, it } from 'vitest';
import { campaignShift } from '../campaign-shift';
import { type SureFlag, suspectedCauses } from '../explain/suspected-causes';
import { looksCached } from '../noise/looks-cached';
import type { NoiseRun, PlacedBuild } from '../noise/noise-types';
import { settleSentence } from '../remedy/remedy-words';
import { makeMatrix, makeRun, sameRows } from '../testing/make-matrix';
import { bandSentence, columnShiftSentence, stepSentence } from '../verdict-words';
import { findReleaseLines, nightLineName, releaseLineKey } from './release-lines';

const postgres = (version: string, config: string) =>
  makeRun(version, { product: 'PostgreSQL', config, label: `${version} ${config}` });

describe('findReleaseLines', () => {
  const linesOf = (columns: ReturnType<typeof makeRun>[], base = -1) =>
    findReleaseLines(columns, base).map((line) => line.columns.map((index) => columns[index]?.label));

  it('has one line for each config, in release order, the longest first, also of a single column', () => {
    const columns = [
      postgres('18.1', 'x10c'),
      postgres('18.1', 'x10b'),
      postgres('17.7', 'x10a'),
      postgres('18.0', 'x10b'),
    ];
    expect(linesOf(columns)).toEqual([['18.0 x10b', '18.1 x10b'], ['18.1 x10c'], ['17.7 x10a']]);
    expect(linesOf(columns.toReversed())).toEqual(linesOf(columns));
  });

  it('keeps builds and products apart', () => {
    const debug = makeRun('9.5.0', { flavour: 'debug', label: '9.5.0 debug' });
    const columns = [makeRun('8.4.6'), makeRun('9.5.0'), debug, postgres('17.7', 'b'), postgres('18.1', 'b')];
    expect(findReleaseLines(columns, 0)).toMatchObject([
      { product: 'MySQL', columns: [0, 1] },
      { product: 'MySQL', flavour: 'debug', columns: [2] },
      { product: 'PostgreSQL', config: 'b', columns: [3, 4] },
    ]);
  });

  it('takes one column of a version that was run twice: the base', () => {
    const columns = [makeRun('8.4.6'), makeRun('9.5.0', { label: 'v1' }), makeRun('9.5.0', { label: 'v2' })];
    expect(linesOf(columns)).toEqual([['8.4.6', 'v1']]);
    expect(linesOf(columns, 2)).toEqual([['8.4.6', 'v2']]);
  });
});

describe('lines of builds', () => {
  const NIGHT = {
    commit: null,
    branch: 'master',
    committedAt: null,
    number: null,
    url: null,
    repository: null,
  };
  const day = (number: number) => new Date(Date.UTC(2026, 4, number)).toISOString();
  const night = (label: string, build: Partial<PlacedBuild>, run: Partial<NoiseRun> = {}) =>
    makeRun('19devel', { product: 'PostgreSQL', label, build: { ...NIGHT, ...build }, ...run });
  const linesOf = (columns: ReturnType<typeof makeRun>[], base = -1) =>
    findReleaseLines(columns, base).map(({ nights, columns: own }) => [
      nights && nightLineName(nights),
      ...own.map((index) => columns[index]?.label),
    ]);

  it('are separate lines, after those of releases, however long', () => {
    const nights = [1, 2, 3].map((number) => night(`n${number}`, { commit: `${number}`, at: day(number) }));
    const columns = [
      ...nights,
      postgres('18.4', 'z12a'),
      postgres('17.7', 'z12a'),
      night('other config', { commit: '9' }, { config: 'z13' }),
      { ...night('other version', { commit: '8' }), version: '20devel' },
      night('other branch', { commit: '7', branch: 'aio' }),
    ];
    const lines = linesOf(columns);
    expect(lines.slice(0, 2)).toEqual([
      [null, '17.7 z12a', '18.4 z12a'],
      ['19devel@master', 'n1', 'n2', 'n3'],
    ]);
    expect(lines.slice(2).map(([name]) => name)).toEqual(['20devel@master', '19devel@aio', '19devel@master']);
    expect(linesOf(columns.toReversed())).toEqual(lines);
    expect(new Set(columns.map(releaseLineKey)).size).toBe(5);
  });

  it('are in order of time and number, never of hashes', () => {
    const columns = [
      night('third', { commit: 'aaaaaaa', committedAt: day(9) }),
      night('first', { commit: 'fffffff', committedAt: day(1) }),
      night('second', { commit: 'bbbbbbb', committedAt: day(2) }),
      // When it came to the branch counts more than when it was written.
      night('fourth', { commit: '0000000', committedAt: day(3), at: day(10) }),
      night('sixth', { commit: '1111111', at: day(11), number: 100 }),
      night('fifth', { commit: '2222222', at: day(11), number: 99 }),
    ];
    const inTime = ['19devel@master', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
    expect(linesOf(columns)).toEqual([inTime]);
    expect(linesOf(columns.toReversed())).toEqual([inTime]);
  });

  it('without a branch are of the only one that others name', () => {
    const named = night('named', { number: 1 });
    const plain = night('plain', { number: 2, branch: null });
    const other = night('other', { number: 3, branch: 'aio' });
    expect(linesOf([plain, named])).toEqual([['19devel@master', 'named', 'plain']]);
    expect(linesOf([plain])).toEqual([['19devel', 'plain']]);
    expect(linesOf([plain, named, other])).toEqual(
      expect.arrayContaining([
        ['19devel', 'plain'],
        ['19devel@master', 'named'],
        ['19devel@aio', 'other'],
      ]),
    );
  });

  it('have one column for a build that was run twice: the base', () => {
    const twice = ['a', 'b'].map((label) => night(label, { commit: 'ABCDEF0', at: day(1) }));
    const lower = night('c', { commit: 'abcdef0', at: day(1) });
    expect(linesOf([...twice, lower])).toEqual([['19devel@master', 'a']]);
    expect(linesOf([...twice, lower], 2)).toEqual([['19devel@master', 'c']]);
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
    expect(bandSentence({ band: 0.055 })).toBe('Run-to-run noise: ±5.5% (95%).');
    const remedy = { unit: 'runs', base: 1, version: 1, minutes: null, isOtherDay: false } as const;
    const cell = { mark: 'possible', remedy } as const;
    expect(settleSentence(cell)).toBe(
      '1 more run of the base and 1 more run of this version would settle this.',
    );
    expect(settleSentence({ ...cell, remedy: { ...remedy, base: 0, version: 2 } })).toBe(
      '2 more runs of this version would settle this.',
    );
    expect(settleSentence({ ...cell, remedy: 'too many' })).toBe(
      'More than 9 runs on each side would be needed to settle this.',
    );
    expect(settleSentence({ ...cell, mark: 'sure' })).toBe('');
  });

  it('describes a column and a step', () => {
    const shift = { x: Math.log(0.969), cause: null, moved: 30, explained: 0 };
    expect(columnShiftSentence(shift)).toBe('3.1% slower across the board: server or base run?');
    expect(columnShiftSentence({ ...shift, cause: 'CPU', explained: 24 })).toBe(
      '3.1% slower across the board: CPU per operation accounts for it in 24 of 30 tests.',
    );
    expect(columnShiftSentence({ ...shift, x: 0.05, cause: 'costs', explained: 30 })).toBe(
      '5.1% faster across the board: costs per operation account for it in 30 of 30 tests.',
    );
    expect(stepSentence({ kind: 'isolated', version: '10.6.2', back: '10.7.6' })).toBe(
      'Only 10.6.2, one run: fixed in 10.7.6, or a bad run.',
    );
    expect(stepSentence({ kind: 'last', version: '18.1', back: null })).toBe(
      'Only one run since 18.1 so far.',
    );
    expect(stepSentence({ kind: 'step', version: '18.1', back: null })).toBe('');
  });
});
