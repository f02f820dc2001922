import { describe, expect, it } from 'vitest';
import type { RegressionEventKind } from '../../types/regression-page';
import { type EventDetail, eventText } from './record-details';

describe('eventText', () => {
  it.each<[RegressionEventKind, EventDetail, string]>([
    ['created', { firstBad: '17.0', lastGood: '16.0', ratio: 0.8 }, 'Found: 0.80 of 16.0 in 17.0.'],
    ['extended', { from: '17.0', to: '18.0' }, 'Still present in 18.0, was last seen in 17.0.'],
    [
      'line changed',
      { renamed: ['19devel@master', '19devel@main'] },
      'Its branch was renamed: 19devel@master → 19devel@main.',
    ],
    ['line changed', { renamedTest: ['t0', 'select'] }, 'Its test was renamed: t0 → select.'],
    ['line changed', { seams: ['z12a → z12b'] }, 'Moved because the line of configs changed: z12a → z12b.'],
    ['moved', { from: ['16.0', '18.0'], to: ['16.0', '17.0'] }, 'First bad version is now 17.0, was 18.0.'],
    [
      'moved',
      { from: ['15.0', '18.0'], to: ['16.0', '17.0'] },
      'First bad version is now 17.0, was 18.0. Last good version is now 16.0, was 15.0.',
    ],
    ['moved', { from: ['15.0', '18.0'], to: ['15.0', '18.0'] }, 'Other builds of the same versions show it.'],
    [
      'judged',
      { from: ['possible regression', 'last'], to: ['regression', 'step'] },
      'Verdict: regression, was likely regression. It stays, was: rests on one run.',
    ],
    ['split', { from: 7 }, 'Split from another record: new runs show two changes.'],
    ['split', { into: 't0-17.0-abc' }, 'Split: new runs show two changes. The other one is t0-17.0-abc.'],
    ['fixed', { in: '18.1' }, '18.1 is back at the previous level.'],
    ['reopened', { was: '18.1' }, '18.1 is no longer back at the previous level.'],
    ['state changed', { from: 'new', to: 'wont_fix' }, "State: won't fix, was new."],
    ['owner changed', { from: 'a', to: null }, 'Owner removed, was a.'],
    ['bug changed', { from: 'x', to: null }, 'Bug link removed.'],
    ['fix claimed', { from: null, to: '18.1' }, 'Reported fixed in 18.1.'],
    ['created', {}, 'Found: ? of ? in ?.'],
  ])('%s %j', (kind, detail, expected) => {
    expect(eventText(kind, detail)).toBe(expected);
  });
});

const AUG = '19devel 20260829-g4eb13e8a';
const SEP = '19devel 20260912-gabcdef01';

describe('eventText of nights', () => {
  it.each<[RegressionEventKind, EventDetail, string]>([
    [
      'created',
      { firstBad: AUG, lastGood: '', ratio: 0.9 },
      'Likely since 29 Aug 2026 g4eb13e8a: 0.90 of the level before.',
    ],
    [
      'judged',
      { from: ['possible regression', 'last'], to: ['regression', 'step'] },
      'Sure now: three nights of the new level stand.',
    ],
    [
      'judged',
      { from: ['possible regression', 'step'], to: ['small regression', 'step'] },
      'Sure now: nothing doubts it any more.',
    ],
    [
      'judged',
      { from: ['regression', 'step'], to: ['possible regression', 'step'] },
      'Likely only: newer nights disagree.',
    ],
    [
      'judged',
      { from: ['possible regression', 'last'], to: ['possible regression', 'step'] },
      'Three nights of the new level stand; it is not confirmed yet.',
    ],
    [
      'judged',
      { from: ['regression', 'step'], to: ['small regression', 'step'] },
      'Verdict: small regression, was regression.',
    ],
    [
      'moved',
      { from: [AUG, SEP], to: [AUG, AUG] },
      'First bad night is now 29 Aug 2026 g4eb13e8a, was 12 Sep 2026 gabcdef01.',
    ],
    ['fixed', { in: SEP }, 'Back at the level before since 12 Sep 2026 gabcdef01.'],
    ['created', {}, 'Likely since ?: ? of the level before.'],
  ])('%s %j', (kind, detail, expected) => {
    expect(eventText(kind, detail, { firstVerdict: 'possible regression' })).toBe(expected);
  });

  it('describes a record that was sure from the beginning without a doubt', () => {
    const detail = { firstBad: AUG, lastGood: '', ratio: 1.12 };
    expect(eventText('created', detail, { firstVerdict: 'improvement' })).toBe(
      'Faster since 29 Aug 2026 g4eb13e8a: 1.12 of the level before.',
    );
  });

  it('words decisions like those on any other record', () => {
    const nights = { firstVerdict: 'regression' };
    expect(eventText('owner changed', { from: 'a', to: null }, nights)).toBe('Owner removed, was a.');
  });
});
