import { describe, expect, it } from 'vitest';
import {
  judgedAgainText,
  linePreviewText,
  lineRows,
  proposalReason,
  settingsText,
  stepBrief,
  stepNote,
  stepText,
  waitingText,
} from './line-words';

const PLACE = { server: 'pn53', serverName: 'pn53', workload: 'w', workloadLabel: 'sysbench, cached' };
const PAIR = { from: 'z12a', to: 'z12b', changed: null, shared: null };
const SHARED = { version: '9.4.0', moved: 0, tests: 32 };

describe('lineRows', () => {
  it.each([
    [0, null],
    [1, '1 heatmap is being judged again by the newest decision; their rows show what was known before it.'],
    [
      20,
      '20 heatmaps are being judged again by the newest decision; their rows show what was known before it.',
    ],
  ])('offers no decision where %s heatmaps are judged again', (count, text) => {
    const proposals = Array.from({ length: 21 }, (_, at) => ({
      ...{ ...PLACE, product: 'MySQL', flavour: null, ...PAIR, reason: 'names differ', workload: `w${at}` },
      ...(at < count && { isBeingJudged: true as const }),
    }));
    const rows = lineRows({ lines: [], steps: [], proposals });
    expect(judgedAgainText(rows)).toBe(text);
    expect(rows.filter(({ action }) => action === null)).toHaveLength(count);
    expect(rows.filter(({ stateText }) => stateText === 'apart, being judged again')).toHaveLength(count);
  });

  it('has a row for each join, then for each proposal, with the reason', () => {
    const rows = lineRows({
      steps: [
        {
          ...PLACE,
          product: 'MySQL',
          flavour: null,
          ...PAIR,
          shared: { ...SHARED, moved: 5, ratio: 0.94 },
          lineBefore: 'z12a',
          line: 'z12b',
        },
      ],
      lines: [
        {
          ...PLACE,
          product: 'MySQL',
          flavour: null,
          configs: ['z12a', 'z12b'],
          seams: [{ ...PAIR, shared: SHARED, reason: 'names' }],
        },
      ],
      proposals: [
        {
          ...PLACE,
          product: 'MySQL',
          flavour: null,
          ...PAIR,
          to: 'z14a',
          reason: 'names differ by more than one number',
        },
        {
          ...PLACE,
          product: 'MySQL',
          flavour: null,
          ...PAIR,
          shared: { ...SHARED, moved: 5 },
          reason: 'tested',
        },
        {
          ...PLACE,
          product: 'MySQL',
          flavour: null,
          ...PAIR,
          shared: { ...SHARED, moved: 5, ratio: 0.94 },
          reason: 'tested',
          canStep: true,
        },
      ],
    });
    expect(rows.map(({ action, label }) => [action, label])).toEqual([
      ['split', 'Split'],
      ['split', 'Split'],
      ['join', 'Join'],
      [null, null],
      ['step', 'Join with a step'],
    ]);
    expect(rows.map(({ from, to, state, why }) => [from, to, state, why])).toEqual([
      [
        'z12a',
        'z12b',
        'joined',
        'Joined because the names and their versions are successive. 9.4.0 was measured with both: none of 32 tests differs beyond the noise.',
      ],
      [
        'z12a',
        'z12b',
        'step',
        'z12a to z12b: a config step of −6% measured on 9.4.0 (5 of 32 tests moved). No version is blamed for it: later versions are compared with 9.4.0 with z12b.',
      ],
      ['z12a', 'z14a', 'apart', 'Not joined: names differ by more than one number.'],
      [
        'z12a',
        'z12b',
        'apart',
        'Not joined: 9.4.0 was measured with both, and 5 of 32 tests differ beyond the noise.',
      ],
      [
        'z12a',
        'z12b',
        'apart',
        'Not joined: 9.4.0 was measured with both, and 5 of 32 tests differ beyond the noise. The two can be joined with a config step of −6% measured on 9.4.0.',
      ],
    ]);
  });
});

describe('proposalReason', () => {
  const of = (moved: number, movedTests: string[]) =>
    proposalReason({ reason: 'tested', shared: { version: '9.4.0', moved, tests: 5000, movedTests } });

  it('names the tests that differ, five at most, and counts the others', () => {
    expect(of(1, ['scan_range=100'])).toBe(
      'Not joined: 9.4.0 was measured with both, and 1 of 5\u202f000 tests differs beyond the noise: scan range=100.',
    );
    expect(of(21, ['a', 'b', 'c', 'd', 'e', 'f'])).toContain('21 of 5\u202f000 tests differ');
    expect(of(21, ['a', 'b', 'c', 'd', 'e', 'f'])).toContain(': a, b, c, d, e, 16 more.');
  });
});

describe('waitingText', () => {
  it('counts joins and heatmaps that need a decision, and is empty without one', () => {
    expect(waitingText({ joins: 0, pending: 0 })).toBe('');
    expect(waitingText({ joins: 1, pending: 0 })).toBe('1 join of configs needs a decision');
    expect(waitingText({ joins: 20, pending: 1 })).toBe(
      '20 joins of configs need a decision; 1 heatmap is not judged along config lines yet: see what would move first',
    );
  });
});

describe('a config step', () => {
  it('has no size where no version was measured with both', () => {
    const step = { from: 'z12a', to: 'z12b', shared: null };
    expect(stepText(step)).toBe('a config step of unknown size');
    expect(stepBrief(step)).toBe('config step');
    expect(stepNote(step)).toContain('later versions are compared with the first version with z12b.');
    expect(stepBrief({ shared: { ...SHARED, ratio: 1.08 } })).toBe('config step +8%');
  });
});

describe('settingsText', () => {
  it('counts the settings that differ, and tells where none are stored', () => {
    const change = { name: 'a', kind: 'added', before: null, after: '1' } as const;
    expect([null, [], [change], [change, change]].map(settingsText)).toEqual([
      'The texts of these configs are not stored',
      'No setting differs',
      '1 setting differs',
      '2 settings differ',
    ]);
  });
});

describe('linePreviewText', () => {
  it('has a line for each record that moves', () => {
    const state = { firstBad: '17.0', lastGood: '16.0', verdict: 'regression', ratio: 0.7 } as const;
    const text = linePreviewText({
      ...PLACE,
      lines: [{ product: 'MySQL', flavour: null, configs: ['z12a', 'z12b'], seams: [] }],
      records: [
        {
          change: 'changed',
          kind: 'regression',
          slug: 'r',
          server: { slug: 'pn53', name: 'pn53', cores: 8 },
          workload: { slug: 'w', label: 'w' },
          product: 'MySQL',
          test: 'scan',
          before: state,
          after: { ...state, ratio: 0.69 },
        },
      ],
    });
    expect(text).toEqual([
      'pn53, sysbench, cached: MySQL z12a → z12b; 1 record moves',
      '  moves: MySQL scan, 16.0 to 17.0 0.70, now 16.0 to 17.0 0.69',
    ]);
  });
});
