import { describe, expect, it } from 'vitest';
import { makeEvent } from '../testing/test-event';
import { homeUrl, inboxItems, inboxSince, openText, sinceTime } from './inbox';

const NOW = new Date('2026-11-27T09:00:00.000Z');
const event = (slug: string, firstSeen: string, change: Parameters<typeof makeEvent>[0] = {}) =>
  makeEvent({ slug, firstSeen, ...change });
const failed = {
  id: '7',
  filename: 'old-box.tar.gz',
  state: 'failed' as const,
  errorMessage: 'the archive ends in the middle of a file',
  createdAt: '2026-11-01T00:00:00.000Z',
};

describe('the inbox', () => {
  const items = inboxItems(
    [
      event('old', '2026-11-20T00:00:00.000Z'),
      event('sure', '2026-11-26T00:00:00.000Z'),
      event('likely', '2026-11-26T01:00:00.000Z', { certainty: 'likely' }),
      event('muted', '2026-11-26T02:00:00.000Z', { muted: true }),
    ],
    [
      event('fixed', '2026-11-09T00:00:00.000Z', {
        state: 'fixed',
        fixedIn: '9.1.0',
        changedAt: '2026-11-25T00:00:00.000Z',
      }),
    ],
    [failed],
  );
  const kinds = (since: string) => inboxSince(items, since).newest.map(({ kind }) => kind);

  it('has what is new after a time, the newest first, and uploads that failed until they are dismissed', () => {
    expect(kinds('2026-11-24T09:02:00.000Z')).toEqual(['Likely', 'Regression', 'Fixed', 'Upload failed']);
    expect(kinds('2026-11-19T00:00:00.000Z')).toEqual([
      'Likely',
      'Regression',
      'Fixed',
      'Regression',
      'Upload failed',
    ]);
    expect(kinds('2026-11-27T00:00:00.000Z')).toEqual(['Upload failed']);
  });

  it('counts each kind and leaves out what there is none of', () => {
    const { counts } = inboxSince(items, '2026-11-24T09:02:00.000Z');
    expect(counts.map(({ count, text }) => `${count} ${text}`)).toEqual([
      '1 new regression',
      '1 likely, not confirmed',
      '1 fixed',
      '1 upload failed',
    ]);
    expect(inboxSince([], NOW.toISOString())).toMatchObject({ newest: [], rest: [], counts: [] });
  });

  it('folds all but the newest five, unless one more would be folded', () => {
    const many = (count: number) =>
      inboxSince(
        inboxItems(
          Array.from({ length: count }, (_, index) => event(`of-${index}`, '2026-11-26T00:00:00.000Z')),
          [],
          [failed],
        ),
        '2026-11-24T00:00:00.000Z',
      );
    const lengths = (count: number) => [many(count).newest.length, many(count).rest.length];
    expect(lengths(0)).toEqual([1, 0]);
    expect(lengths(5)).toEqual([6, 0]);
    expect(lengths(6)).toEqual([5, 2]);
    expect(lengths(42)).toEqual([5, 38]);
    expect(many(42).all).toBe('All 42 events and 1 failed upload');
  });

  it('leads each line to its event or upload', () => {
    expect(items.map(({ href }) => href)).toEqual([
      '/regressions/likely',
      '/regressions/sure',
      '/regressions/fixed',
      '/regressions/old',
      '/uploads/7',
    ]);
  });
});

describe('since when things are new', () => {
  const since = (query: string, lastVisit: string | null) =>
    sinceTime(homeUrl.parse(new URLSearchParams(query)), lastVisit, NOW);

  it('is the last visit, and seven days before a first one', () => {
    expect(since('', '2026-11-24T09:02:00.000Z')).toBe('2026-11-24T09:02:00.000Z');
    expect(since('', null)).toBe('2026-11-20T09:00:00.000Z');
  });

  it('is what the address says', () => {
    expect(since('since=30d', '2026-11-24T09:02:00.000Z')).toBe('2026-10-28T09:00:00.000Z');
    expect(since('since=2026-11-01', null)).toBe('2026-11-01T00:00:00.000Z');
    expect(since('since=soon', null)).toBe('2026-11-20T09:00:00.000Z');
  });
});

it('says how many are open', () => {
  expect([openText(0), openText(1), openText(10)]).toEqual([
    '0 regressions are open in all',
    '1 regression is open in all',
    '10 regressions are open in all',
  ]);
});
