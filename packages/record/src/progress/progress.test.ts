import { describe, expect, it } from 'vitest';
import { compareTests } from '../rounds/estimate-tests';
import { madeNoise, madePlan, madeRounds } from '../testing/made-rounds';
import { drawEnd } from './draw-end';
import { drawProgress } from './draw-progress';
import { linesOfEvent } from './line-of-event';
import { amount, duration } from './numbers';
import { followProgress, type ProgressFollower } from './progress-view';

const plan = madePlan();
const rounds = madeRounds(plan, 12, (round, test, variant) => {
  if (variant === 'a') return 8652;
  return test.startsWith('insert') ? 8652 * 0.9 * madeNoise(round, 0.01) : 8652 * madeNoise(round, 0.09);
});
const compared = compareTests(plan, rounds);

function follower(): ProgressFollower {
  let milliseconds = 0;
  const one = followProgress(plan, 14, () => (milliseconds += 1000));
  one.take({ type: 'rounds', rounds: 12, compared, lastSeconds: 60 });
  one.take({ type: 'round-begins', round: 13 });
  one.take({ type: 'slice-begins', round: 13, test: 'insert range=100', variant: 'b' });
  one.take({ type: 'restarted', round: 13 });
  one.take({
    type: 'lost',
    round: 12,
    test: 'insert range=100',
    variant: 'a',
    reason: 'stolen time was 9.0%',
  });
  return one;
}

describe('progress', () => {
  const view = follower().view();

  it('says round, time left, and what each test is known to', () => {
    expect(drawProgress(view, { columns: 80, lines: 24, plain: false })).toEqual([
      'Round 13 of about 48            36 min left       Ctrl C keeps what is there',
      '[██████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░] 25%    now: insert range=100, b',
      '',
      expect.stringMatching(/^test {32}a {8}b {3}ratio {4}so far {8}round$/),
      expect.stringMatching(/^point-query range=100 {11}8 652 .* {10}12$/),
      expect.stringMatching(/^insert range=100 {16}8 652 {4}7 796 {2}▼ 0\.90 {4}± 1\.\d% {2}known {4}12$/),
      '',
      'round 13    servers restarted',
      'round 12    left out insert range=100, a: stolen time was 9.0%',
    ]);
  });

  it.each([80, 79, 61, 50, 49, 20])('is never wider than %i columns', (columns) => {
    for (const line of drawProgress(view, { columns, lines: 24, plain: false })) {
      expect(line.length).toBeLessThanOrEqual(columns);
    }
  });

  it('drops throughput under 80 columns, rounds under 62, the table under 50', () => {
    const header = (columns: number) => drawProgress(view, { columns, lines: 24, plain: true })[3];
    expect(header(80)).toContain('  a');
    expect(header(79)).not.toContain('  a');
    expect(header(79)).toContain('round');
    expect(header(61)).not.toContain('round');
    expect(header(49)).toBeUndefined();
  });

  it('has no signs where the font may have none', () => {
    const text = drawProgress(view, { columns: 80, lines: 24, plain: true }).join('\n');
    expect(text).toMatch(/ v 0\.90/);
    expect(text).not.toMatch(/[▼▽█░]/);
  });

  it('is one line for each event without a terminal', () => {
    const event = { type: 'rounds' as const, rounds: 12, compared, lastSeconds: 60 };
    const lines = linesOfEvent(event, view);
    expect(lines[1]).toMatch(/^insert range=100 0\.90 \+-1\.\d% known slower$/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them is what is tested
    expect(lines.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f▼▽]/);
  });
});

describe('the end', () => {
  const recording = {
    why: 'most' as const,
    id: 'r1',
    directory: '/r',
    plan,
    rounds,
    failures: [],
    compared,
    tarballs: [],
    seconds: 2460,
  };

  it('has the result first, and what is not known', () => {
    const text = drawEnd(recording, false);
    expect(text).toMatch(/^Done after 12 rounds, the most, 41 min\. 1 of 2 known to ± 3%\./);
    expect(text).toMatch(/▼ 1 slower {5}insert range=100 {12}0\.90 ± 0\.02 {3}cpu\/o 1\.1\d/);
    expect(text).toMatch(/1 within noise: a change of 5% can't be distinguished from none/);
    expect(text).toMatch(/1 not known to ± 3% yet; widest: point-query range=100 ± \d\.\d%/);
  });

  it('lists the rounds that are kept after Ctrl C', () => {
    const text = drawEnd({ ...recording, why: 'stopped', rounds: rounds.slice(0, 8) }, false);
    expect(text).toContain('Stopped by Ctrl C in round 9. 8 whole rounds are kept, round 9 is not.');
  });

  it('gives the reason for a missing measurement', () => {
    const failure = {
      type: 'failed' as const,
      at: '',
      round: 1,
      variant: 'b',
      test: null,
      reason: 'it did not start',
    };
    expect(drawEnd({ ...recording, failures: [failure] }, false)).toContain(
      'not measured: b: it did not start',
    );
  });
});

it.each([
  [20_136.4, '20 136'],
  [974, '974'],
  [1.234, '1.23'],
  [1_234_567, '1 234 567'],
])('%d per second is %s', (value, text) => {
  expect(amount(value)).toBe(text);
});

it.each([
  [45, '45 s'],
  [26 * 60, '26 min'],
  [7800, '2 h 10 min'],
  [7200, '2 h'],
])('%i seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
