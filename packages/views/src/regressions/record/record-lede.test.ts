import { isJudged } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { makePage } from '../../testing/test-page';
import { makeColumn } from '../../testing/test-record';
import { ladderHint } from './ladder-rows';
import { recordCard } from './record-card';
import { recordLede, recordTitle } from './record-lede';

describe('the head of a record', () => {
  it('is one number, one verdict, and sentences with their numbers', () => {
    expect(recordLede(makePage())).toEqual({
      title: 'update-zipf range=100 is slower since PostgreSQL 16.10',
      meta: [
        '48-core (ax162-s)',
        'sysbench, IO-bound, 8 tables × 250M rows, 40 clients',
        'build o2nofp',
        'config x10a_c32r128',
      ],
      ratio: '0.84',
      level: 'r2',
      base: 'of 15.15',
      noise: 'noise ±5.5%',
      verdict: 'Sure',
      topic: 'likely-real',
      notMeasured: '',
      sentences: [
        '16.10 reaches 35\u202f046 queries/s, 15.15 reached 41\u202f562.',
        '16% slower; CPU per operation 1.19x (accounts for all of it). Causes overlap, so shares can add up to more than 100%.',
        'Run-to-run noise: ±5.5% (95%).',
      ],
    });
  });

  it('says how much it is where no explanation does', () => {
    expect(recordLede(makePage({ explanation: null })).sentences[0]).toBe(
      '16.10 reaches 35\u202f046 queries/s, 15.15 reached 41\u202f562: 16% less.',
    );
  });

  it('says that the versions were compared round by round where their medians have another ratio', () => {
    const page = makePage();
    const ladderOf = (toLastGood: number) =>
      page.ladder.map((step) =>
        step.role === 'first bad' && isJudged(step.verdict)
          ? {
              ...step,
              toLastGood,
              verdict: {
                ...step.verdict,
                rounds: { x: -0.1, se: 0.01, p: 0, n: 24, low: -0.12, high: -0.08 },
              },
            }
          : step,
      );
    expect(recordLede({ ...page, ladder: ladderOf(0.9) }).sentences[0]).toBe(
      '16.10 reaches 35\u202f046 queries/s, 15.15 reached 41\u202f562; compared round by round: 10% less.',
    );
    expect(ladderHint(ladderOf(0.9), 'queries/s')).toBe(
      'queries/s in release order, bars from zero; values are medians, ratios were compared round by round',
    );
    expect(recordCard({ ...page, ladder: ladderOf(0.9) }).tiles[0]?.words).toMatch(
      /; compared round by round$/,
    );
    // A record of an older release has the ratio of its medians.
    const [own, base] = ['first bad', 'last good'].map(
      (role) => page.ladder.find((step) => step.role === role)?.value ?? 0,
    );
    const older = ladderOf((own ?? 0) / (base ?? 1));
    expect(recordLede({ ...page, ladder: older })).toEqual(recordLede(page));
    expect(ladderHint(older, 'queries/s')).toBe('queries/s in release order, bars from zero');
  });

  it('says when nothing is known of the noise, and what is not settled', () => {
    const { judged } = makePage();
    const open = {
      ...judged,
      calibrated: false,
      stepSentence: 'Only one run since 18.1 so far.',
      settleSentence: '2 more runs of this version would settle this.',
      shiftSentence: '3.1% slower across the board: server or base run?',
    };
    expect(recordLede(makePage({ judged: open })).sentences.slice(2)).toEqual([
      'Run-to-run noise: ±5.5% (95%). No independent repeat run of this server and workload yet, so the noise is assumed. Run the base once more on another day, or record in rounds.',
      'Only one run since 18.1 so far.',
      '3.1% slower across the board: server or base run?',
      '2 more runs of this version would settle this.',
    ]);
  });

  it('names both configs where they differ', () => {
    const firstBad = makeColumn('18.0', 'x10b_c32r128');
    expect(recordLede(makePage({ firstBad })).meta.at(-1)).toBe('config x10a_c32r128, then x10b_c32r128');
  });

  it.each([
    [{ step: 'isolated' }, 'was slower in PostgreSQL 16.10 only'],
    [
      { fix: { claimed: null, seen: '18.2', status: 'verified' } },
      'was slower from PostgreSQL 16.10 until 18.2',
    ],
    [{ kind: 'improvement' }, 'is faster since PostgreSQL 16.10'],
    [{ withdrawnAt: '2026-02-01T00:00:00.000Z' }, 'seemed slower since PostgreSQL 16.10'],
    [{ build: { flavour: null, config: 'x10cw8' } }, 'is slower since PostgreSQL 16.10 with x10cw8'],
  ] as const)('has the tense and the place of %j', (change, words) => {
    expect(recordTitle(makePage(change))).toBe(`update-zipf range=100 ${words}`);
  });

  it('claims no queries per second where ratios are all that was published', () => {
    const page = makePage({ explanation: null });
    const workload = { ...page.workload, relativeTo: { table: 'Postgres 18', base: '14.0' } };
    const ladder = page.ladder.map((step) => ({ ...step, value: step.value && step.value / 40_000 }));
    expect(recordLede({ ...page, workload, ladder }).sentences[0]).toBe(
      '16.10 reaches 0.88 of 14.0, 15.15 reached 1.04: 16% less.',
    );
  });
});
