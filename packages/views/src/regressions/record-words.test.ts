import { describe, expect, it } from 'vitest';
import { bandText, fixText, verdictWords } from './record-words';

describe('words of a record', () => {
  it.each([
    ['regression', 'step', 'Sure'],
    ['improvement', 'last', 'Sure, one run so far'],
    ['small regression', 'step', 'Sure, small'],
    ['possible regression', 'step', 'Likely'],
    ['possible improvement', 'last', 'Likely, one run so far'],
    ['regression', 'isolated', 'Likely, one version only'],
  ] as const)('%s as a %s is %s', (verdict, step, word) => {
    expect(verdictWords({ verdict, step, withdrawnAt: null, nights: null }).word).toBe(word);
  });

  it('says first that the data do not show it any more', () => {
    const withdrawnAt = '2026-11-21T00:00:00.000Z';
    expect(verdictWords({ verdict: 'regression', step: 'step', withdrawnAt, nights: null }).word).toBe(
      'Withdrawn',
    );
  });

  it('keeps apart what people say of a fix and what the data show', () => {
    expect(fixText({ claimed: null, seen: null, status: 'none' })).toBe('');
    expect(fixText({ claimed: '18.2', seen: null, status: 'claimed' })).toBe(
      'reported fixed in 18.2, not measured yet',
    );
    expect(fixText({ claimed: null, seen: '18.3', status: 'verified' })).toBe(
      'fixed in 18.3, confirmed by the data',
    );
    expect(fixText({ claimed: '18.2', seen: null, status: 'still there' })).toBe(
      'reported fixed in 18.2, but the data still show it',
    );
  });

  it('writes a band as people read it', () => {
    expect([bandText(0.0236), bandText(0.055)]).toEqual(['±2.4%', '±5.5%']);
  });
});
