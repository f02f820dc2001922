import { describe, expect, it } from 'vitest';
import { differs, rowSummary, type ServerTrend, summaryText } from './row-summary';

const WORDS = { worse: 'slower', better: 'faster' };
const sure = (trend: ServerTrend['trend']) => ({ trend, sure: true });
const likely = (trend: ServerTrend['trend']) => ({ trend, sure: false });
const [WORSE, BETTER, SAME, OPEN, MISSING] = [
  sure('worse'),
  sure('better'),
  likely('same'),
  likely('open'),
  likely(null),
];
const read = (...servers: Omit<ServerTrend, 'name'>[]) =>
  rowSummary(
    servers.map((server, index) => ({ name: 'ABCDEF'[index] ?? '', ...server })),
    WORDS,
  );
const textOf = (...servers: Omit<ServerTrend, 'name'>[]) => summaryText(read(...servers));

describe('one word on a test for all servers', () => {
  it('is "same" where every measured server is surely slower, or surely faster', () => {
    expect(read(WORSE, WORSE)).toMatchObject({
      pattern: 'same',
      word: 'same',
      detail: '',
      direction: 'worse',
    });
    expect(read(BETTER, BETTER, BETTER)).toMatchObject({ pattern: 'same', direction: 'better' });
    expect(textOf(WORSE, WORSE, MISSING)).toBe('same; not measured on C');
  });

  it('is "only on" where one server changed and each other one did not', () => {
    expect(textOf(WORSE, SAME, SAME)).toBe('only on A');
    expect(textOf(SAME, BETTER)).toBe('faster only on B');
    expect(read(WORSE, SAME).pattern).toBe('only');
  });

  it('never says "only" or "same" while another server can’t tell or is not confirmed', () => {
    expect(textOf(WORSE, OPEN)).toBe('on A; can’t tell on B');
    expect(textOf(WORSE, WORSE, likely('worse'))).toBe('on A and B; likely on C');
    expect(textOf(WORSE, SAME, likely('better'))).toBe('on A; likely faster on C');
    expect(textOf(BETTER, likely('better'))).toBe('faster on A; likely on B');
    expect(textOf(BETTER, likely('worse'))).toBe('faster on A; likely slower on B');
    expect(textOf(likely('worse'), likely('worse'))).toBe('likely slower on A and B');
    expect(textOf(likely('worse'), likely('better'), OPEN)).toBe(
      'likely slower on A; likely faster on B; can’t tell on C',
    );
  });

  it('is "opposite" where one is slower and another faster', () => {
    expect(read(WORSE, WORSE, BETTER)).toMatchObject({
      pattern: 'opposite',
      word: 'opposite',
      detail: 'slower on A and B; faster on C',
      direction: null,
    });
  });

  it('is "no change" only if no server leaves it open', () => {
    expect(textOf(SAME, SAME)).toBe('no change');
    expect(textOf(SAME, OPEN)).toBe('within noise');
    expect(textOf(OPEN, OPEN)).toBe('within noise');
  });

  it('is "not measured" with fewer than two servers that have both versions', () => {
    expect(textOf()).toBe('not measured');
    expect(textOf(MISSING, MISSING)).toBe('not measured');
    expect(textOf(WORSE, MISSING)).toBe('not measured; only A has both versions');
    expect(textOf(WORSE)).toBe('not measured; only A has both versions');
  });

  it('differs where servers do not agree', () => {
    expect([read(WORSE, WORSE), read(SAME, SAME), read(MISSING, SAME)].map(differs)).toEqual([
      false,
      false,
      false,
    ]);
    expect([read(WORSE, SAME), read(WORSE, BETTER), read(WORSE, OPEN)].map(differs)).toEqual([
      true,
      true,
      true,
    ]);
  });
});
