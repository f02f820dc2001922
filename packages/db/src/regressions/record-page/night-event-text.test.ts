import { describe, expect, it } from 'vitest';
import type { RegressionEventKind } from '../../types/regression-page';
import { type EventDetail, nightEventText } from './night-event-text';

const AUG = '19devel 20260829-g4eb13e8a';
const SEP = '19devel 20260912-gabcdef01';

describe('nightEventText', () => {
  it.each<[RegressionEventKind, EventDetail, string]>([
    [
      'created',
      { firstBad: AUG, lastGood: '', ratio: 0.9 },
      'Possible since 29 Aug 2026 g4eb13e8a: 0.90 of the level before.',
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
      'Possible only: newer nights make it doubtful.',
    ],
    [
      'judged',
      { from: ['possible regression', 'last'], to: ['possible regression', 'step'] },
      'Three nights of the new level stand; it is still doubtful.',
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
    ['created', {}, 'Possible since ?: ? of the level before.'],
  ])('%s %j', (kind, detail, expected) => {
    expect(nightEventText(kind, detail, { firstVerdict: 'possible regression' })).toBe(expected);
  });

  it('describes a record that was sure from the beginning without a doubt', () => {
    const detail = { firstBad: AUG, lastGood: '', ratio: 1.12 };
    expect(nightEventText('created', detail, { firstVerdict: 'improvement' })).toBe(
      'Faster since 29 Aug 2026 g4eb13e8a: 1.12 of the level before.',
    );
  });

  it('leaves to others what people did', () => {
    expect(nightEventText('owner changed', {}, { firstVerdict: 'regression' })).toBeNull();
  });
});
