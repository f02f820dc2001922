import type { RegressionPage } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { recordLink } from '../link/record-link';
import { makePage } from '../testing/test-page';
import { recordLede } from './record/record-lede';

const stopped = (change: Partial<RegressionPage> = {}): RegressionPage =>
  makePage({
    verdict: 'stopped working',
    mark: 'stopped',
    ...{ ratio: null, levelRatio: null, band: null, p: null, explanation: null, lastSeen: '16.10' },
    stop: { reason: 'failed', value: 962, newName: null },
    ...change,
  });

const sentencesOf = (change: Partial<RegressionPage> = {}) => recordLede(stopped(change)).sentences;

describe('a record of a stop', () => {
  it('has a word where others have a ratio, and what the test did before', () => {
    expect(recordLede(stopped())).toMatchObject({
      title: 'update-zipf range=100 stopped working in PostgreSQL 16.10',
      ratio: 'stopped',
      level: 'r5',
      base: 'after 962 queries/s in 15.15',
      noise: 'failed',
      verdict: 'Stopped working',
    });
  });

  it.each([
    ['failed', 'The test failed in 16.10.'],
    ['0 operations', 'The test did no operation in 16.10.'],
    ['not run', 'The test has no result in 16.10, which ran the others.'],
  ] as const)('gives the reason: %s', (reason, expected) => {
    const stop = { reason, value: 962, newName: null };
    expect(sentencesOf({ stop })).toEqual([`${expected} It reached 962 queries/s in 15.15.`]);
  });

  it('names the newest version that shows it, the one that works again, and a new name', () => {
    expect(sentencesOf({ lastSeen: '17.0' }).at(-1)).toBe('The newest that shows it is 17.0.');
    const over = { claimed: null, seen: '17.1', status: 'verified' } as const;
    expect(recordLede(stopped({ fix: over })).title).toContain(
      'did not work from PostgreSQL 16.10 until 17.1',
    );
    expect(sentencesOf({ fix: over }).at(-1)).toBe('It works again since 17.1.');
    const renamed = { reason: 'not run', value: 962, newName: 'update-zipf2' } as const;
    expect(sentencesOf({ stop: renamed }).at(-1)).toMatch(/^It may be update-zipf2 now: /);
  });

  it('opens with a sentence and no number that is none', () => {
    const card = recordLink(stopped());
    expect(card).toMatchObject({ chart: null, more: '' });
    expect(recordLink(stopped({ lastSeen: '17.0' })).more).toBe('It is still so in 17.0.');
    expect(card.sentence).toMatch(/^update-zipf 100 stopped working in PostgreSQL 16\.10 on /);
    expect(JSON.stringify([card, recordLede(stopped())])).not.toMatch(/NaN|Infinity|−100|-100%|0\.00/);
  });
});
