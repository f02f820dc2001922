import { describe, expect, it } from 'vitest';
import { chooseNights, NEWEST_NIGHTS, type NightToChoose } from './choose-nights';

const DAY = 86_400_000;
/** A Monday. */
const FIRST = Date.UTC(2026, 0, 5, 2);
const ALL = 300;

/** 300 nights in a row; the newest 60 are the last nine weeks, but for a few days. */
function nights(change: (night: number) => Partial<NightToChoose> = () => ({})): NightToChoose[] {
  return Array.from({ length: ALL }, (_, night) => ({
    orderedAt: new Date(FIRST + night * DAY),
    measuredAt: new Date(FIRST + night * DAY),
    results: 30,
    isOfRecord: false,
    reach: 0,
    isEvent: false,
    keptFor: null,
    ...change(night),
  }));
}

const after = (night: number) => new Date(FIRST + night * DAY);
const LATE = after(ALL);

function stayOf(chosen: readonly string[]): number[] {
  return chosen.flatMap((fate, night) => (fate === 'goes' ? [] : [night]));
}

describe('chooseNights', () => {
  it('keeps one night a week, the earliest of equal ones, and the newest of the line', () => {
    const chosen = chooseNights(nights(), LATE);
    const mondays = Array.from({ length: 35 }, (_, week) => week * 7).filter(
      (night) => night < ALL - NEWEST_NIGHTS,
    );
    const newest = Array.from({ length: NEWEST_NIGHTS }, (_, index) => ALL - NEWEST_NIGHTS + index);
    expect(stayOf(chosen)).toEqual([...mondays, ...newest]);
    expect(chosen.filter((fate) => fate === 'newest')).toHaveLength(NEWEST_NIGHTS);
    expect(chosen[7]).toBe('week');
  });

  it('keeps the night with the most results of its week', () => {
    const chosen = chooseNights(
      nights((night) => ({ results: night === 10 ? 31 : night === 14 ? 29 : 30 })),
      LATE,
    );
    expect([7, 8, 10, 14, 15].map((night) => chosen[night])).toEqual([
      'goes',
      'goes',
      'week',
      'goes',
      'week',
    ]);
  });

  it('does not reach what was measured later than the rule says, whenever it was committed', () => {
    const chosen = chooseNights(nights(), after(20));
    expect(stayOf(chosen.slice(0, 21))).toEqual([0, 7, 14, 20]);
    expect(new Set(chosen.slice(20))).toEqual(new Set(['young']));
    const late = nights(() => ({ measuredAt: after(1000) }));
    expect(new Set(chooseNights(late, LATE))).toEqual(new Set(['young']));
  });

  it('keeps every night of a record, and those around the changes of live ones', () => {
    const chosen = chooseNights(
      nights((night) => ({
        isOfRecord: night === 99 || night === 100 || night === 150,
        reach: night === 100 ? 3 : 0,
      })),
      LATE,
    );
    const kept = chosen.flatMap((fate, night) => (fate === 'record' ? [night] : []));
    // 98 is a Monday: it stays for its week.
    expect(kept).toEqual([97, 99, 100, 101, 102, 150]);
    expect(chosen[98]).toBe('week');
  });

  it('keeps both sides of a fact that changed, so that it stays where it was', () => {
    const chosen = chooseNights(
      nights((night) => ({ isEvent: night === 101 })),
      LATE,
    );
    expect(chosen.flatMap((fate, night) => (fate === 'event' ? [night] : []))).toEqual([100, 101]);
  });

  it('keeps nights that are kept for other reasons, with the reason', () => {
    const reasons = ['permalink', 'corrected', 'release', 'not stored'] as const;
    const chosen = chooseNights(
      nights((night) => ({ keptFor: reasons[night - 50] ?? null })),
      LATE,
    );
    expect(chosen.slice(50, 54)).toEqual(reasons);
  });

  it('lets nothing more go the second time', () => {
    const all = nights((night) => ({
      isOfRecord: night === 120,
      reach: night === 120 ? 12 : 0,
      results: 20 + (night % 5),
    }));
    const left = all.filter((_, night) => chooseNights(all, LATE)[night] !== 'goes');
    expect(left.length).toBeLessThan(130);
    expect(chooseNights(left, LATE)).not.toContain('goes');
  });
});
