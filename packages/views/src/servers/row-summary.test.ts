import { describe, expect, it } from 'vitest';
import { joinServerNames, rowSummary, type ServerTrend } from './row-summary';

const WORDS = { worse: 'slower', better: 'faster' };
const trend = (name: string, goodness: number | null): ServerTrend => {
  if (goodness === null) return { where: name, trend: null, open: null, goodness };
  const same = goodness < 1.05 ? 'same' : 'better';
  return { where: name, trend: goodness <= 0.95 ? 'worse' : same, open: null, goodness };
};
const read = (...goodness: (number | null)[]) =>
  rowSummary(
    goodness.map((value, index) => trend(`on server${index}`, value)),
    WORDS,
  );

describe('summary of a test on several servers', () => {
  it('reads slower on all servers', () => {
    expect(read(0.8, 0.8)).toMatchObject({ pattern: 'everywhere', text: 'slower on both', strong: false });
    expect(read(0.8, 0.82, 0.81).text).toBe('slower on all 3');
    expect(read(0.8, 0.82, null).text).toBe('slower on all 2 that ran it');
  });

  it('says where it is clearly more', () => {
    expect(read(0.68, 0.94).text).toBe('slower on both, more on server0');
  });

  it('stresses what the servers do not agree about', () => {
    expect(read(0.68, 1, 1)).toEqual({ pattern: 'only-worse', text: 'slower only on server0', strong: true });
    expect(read(0.69, 1.15)).toEqual({
      pattern: 'mixed',
      text: 'slower on server0, faster on server1',
      strong: true,
    });
  });

  it('says nothing where nothing changed, and that one server alone ran it', () => {
    expect(read(1, 1.01)).toEqual({ pattern: 'same', text: '', strong: false });
    expect(read(0.5, null)).toEqual({ pattern: 'alone', text: 'slower, run on server0 only', strong: false });
    expect(read(null, null).text).toBe('');
  });

  it('never says "only" or "all" while a server settles nothing', () => {
    const open = (name: string, word: string): ServerTrend => ({
      where: name,
      trend: null,
      open: word,
      goodness: 0.93,
    });
    const [slower, same] = [trend('on small', 0.8), trend('on middle', 1)];
    expect(rowSummary([slower, open('on large', 'unclear')], WORDS)).toEqual({
      pattern: 'open',
      text: 'slower on small, unclear on large',
      strong: false,
    });
    expect(rowSummary([slower, same, open('on large', 'possibly slower')], WORDS)).toEqual({
      pattern: 'mixed',
      text: 'slower on small, not on middle, possibly slower on large',
      strong: true,
    });
    expect(rowSummary([same, open('on large', 'unclear'), open('on huge', 'unclear')], WORDS).text).toBe(
      'unclear on large and huge',
    );
    expect(rowSummary([open('on large', 'unclear'), open('on huge', 'unclear')], WORDS).text).toBe(
      'unclear on both',
    );
    expect(rowSummary([open('on large', 'unclear')], WORDS)).toMatchObject({
      pattern: 'alone',
      text: 'unclear, run on large only',
    });
  });

  it('says the word before the names once', () => {
    const servers = ['on 8-core', 'on 24-core', 'on 48-core'].map((name) => ({ where: name }));
    expect(joinServerNames(servers)).toBe('on 8-core, 24-core and 48-core');
  });
});
