import { describe, expect, it } from 'vitest';
import { nextVisit } from './visit';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 9, minute));
const iso = (minute: number) => at(minute).toISOString();
const stored = (since: string | null, minute: number) => JSON.stringify({ since, at: iso(minute) });

describe('a visit of a browser', () => {
  it('has no time before it at first', () => {
    expect(nextVisit(null, at(0))).toEqual({ since: null, at: iso(0) });
  });

  it('continues while pages are opened, and keeps the time of the visit before', () => {
    expect(nextVisit(stored(iso(0), 10), at(40))).toEqual({ since: iso(0), at: iso(40) });
  });

  it('ends after a rest of more than 30 minutes: the next one begins with its last page view', () => {
    expect(nextVisit(stored(null, 10), at(41))).toEqual({ since: iso(10), at: iso(41) });
  });

  it.each(['', 'x', '{}', '[]', 'null', '{"at":"yesterday"}', '{"at":7}'])(
    'is the first one after %j',
    (text) => {
      expect(nextVisit(text, at(5))).toEqual({ since: null, at: iso(5) });
    },
  );

  it('ignores a time that is none', () => {
    expect(nextVisit(JSON.stringify({ since: 'soon', at: iso(0) }), at(5)).since).toBeNull();
  });
});
