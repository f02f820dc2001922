import { describe, expect, it } from 'vitest';
import type { Verdict } from '../verdicts/verdict';
import { certaintyLevel, certaintyMark, certaintyOf, changeWord, verdictName } from './certainty';
import { cannotTellText, certaintyReason, certaintySentence, changeText } from './certainty-reason';

describe('the words of certainty', () => {
  it.each<[Verdict, string | null, string, string, string | null]>([
    ['stopped working', 'sure', 'stopped working', 'v', null],
    ['regression', 'sure', 'regression', 'v', 'slower'],
    ['small regression', 'sure', 'small regression', 'v', 'slower'],
    ['possible regression', 'likely', 'likely regression', '?v', 'likely slower'],
    ['improvement', 'sure', 'improvement', '^', 'faster'],
    ['small improvement', 'sure', 'small improvement', '^', 'faster'],
    ['possible improvement', 'likely', 'likely improvement', '?^', 'likely faster'],
    ['no change', 'noise', 'no change', '=', null],
    ['unclear', 'noise', 'within noise', '=', null],
    ['missing', null, 'not measured', '-', null],
  ])('a verdict of %s is %s, reads "%s" and has the mark %s', (verdict, certainty, name, mark, change) => {
    expect(certaintyOf(verdict)).toBe(certainty);
    expect(verdictName(verdict)).toBe(name);
    expect(certaintyMark(verdict)).toBe(mark);
    expect(changeWord(verdict)).toBe(change);
  });

  it('have a bar for each level, and none for a test that was not measured', () => {
    expect((['sure', 'likely', 'noise', null] as const).map((level) => certaintyLevel(level).bars)).toEqual([
      3, 2, 1, 0,
    ]);
  });
});

describe('the figure and the reason of a level', () => {
  const sure = { verdict: 'regression', x: Math.log(0.81), band: 0.032 } as const;

  it('are one line with the number, the noise and one reason', () => {
    expect(certaintySentence(sure)).toBe('−19% against a run-to-run noise of ±3.2%; larger than the noise');
  });

  it('name agreement of repeats before that of neighbours, and both before the size', () => {
    const neighbours = 5;
    expect(certaintyReason({ ...sure, neighbours, runs: 2 }).reason).toBe('2 runs of each side agree');
    expect(certaintyReason({ ...sure, neighbours }).reason).toBe('all 5 later versions show it too');
    expect(certaintyReason({ ...sure, neighbours: 1, neighbour: 'night' }).reason).toBe(
      'the next night shows it too',
    );
    expect(certaintyReason(sure).code).toBe('larger than noise');
  });

  it('name a missing repeat before the machine', () => {
    const likely = {
      verdict: 'possible improvement',
      x: Math.log(2.6),
      band: 0.12,
      changedBy: 'evidence',
    } as const;
    expect(certaintySentence({ ...likely, isNoiseMeasured: false })).toBe(
      '2.6× against an assumed noise of ±12.0%; no run was repeated yet',
    );
    expect(certaintyReason({ ...likely, kind: 'shared' }).reason).toBe('a shared machine');
    expect(certaintyReason({ ...likely, changedBy: null }).reason).toBe('near the noise');
  });

  it('never say "no change" where the interval is wider than 5%', () => {
    const noise = { verdict: 'unclear', x: -0.02, band: 0.12 } as const;
    expect(certaintyReason(noise).reason).toBe("can't tell under 12%");
    expect(certaintyReason({ ...noise, verdict: 'no change', band: 0.02 }).reason).toBe(
      'no change of 5% or more',
    );
  });

  it('do not claim to tell a change that they could not', () => {
    expect(cannotTellText(-0.09, 0.05)).toBe("can't tell under 9%");
    expect(cannotTellText(0, 0.05)).toBe("can't tell under 5%");
  });

  it('name why a test has no number', () => {
    expect(certaintyReason({ verdict: 'missing', missing: 'missed its SLA' })).toEqual({
      certainty: null,
      code: 'not measured',
      figure: '',
      reason: 'missed its SLA',
    });
    expect(certaintyReason({ verdict: 'stopped working', missing: 'failed' }).reason).toBe('failed');
  });

  it.each([
    [0.5, '−50%'],
    [0.968, '−3.2%'],
    [0.9, '−10%'],
    [1, '+0%'],
    [1.05, '+5%'],
    [1.99, '+99%'],
    [2, '2.0×'],
    [6.77, '6.8×'],
  ])('write a ratio of %s as %s', (ratio, text) => {
    expect(changeText(Math.log(ratio))).toBe(text);
  });
});
