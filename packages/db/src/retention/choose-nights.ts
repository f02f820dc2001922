import type { KeptReason } from './types';

/** Newest nights of a line that stay whatever their age. */
export const NEWEST_NIGHTS = 60;

const DAY_MS = 86_400_000;
/** 1 January 1970 was the fourth day of its week. */
const FIRST_WEEKDAY = 3;

/** A night as the rule sees it. */
export interface NightToChoose {
  orderedAt: Date;
  measuredAt: Date;
  results: number;
  /** A record was ever at it. */
  isOfRecord: boolean;
  /**
   * A level begins there that a record rests on: so many nights before it stay, and as many from it on. 0: none does.
   */
  reach: number;
  /**
   * The first one with another fact of the machine: an event of the axis must not move, nor the change attributed to
   * it.
   */
  isEvent: boolean;
  /** Why it stays in any case; null: nothing keeps it. */
  keptFor: Extract<KeptReason, 'permalink' | 'corrected' | 'release' | 'not stored'> | null;
}

/** young: the rule does not reach it yet. Else it goes, or why it stays. */
export type Fate = 'young' | 'goes' | KeptReason;

/**
 * Which nights of a line go: those that were measured before a time, but for the newest ones, one a week, those that
 * records were ever at, those around the changes of live records, those on both sides of a fact that changed, and those
 * that something else keeps. Weeks are those
 * of the builds, because that is where a night stands: many builds that were measured in one week later are a history
 * all the same.
 *
 * @param nights in build order
 */
export function chooseNights(nights: readonly NightToChoose[], before: Date): Fate[] {
  const changes = nights.flatMap(({ reach }, index) => (reach > 0 ? [{ index, reach }] : []));
  const ofWeek = nightsOfWeeks(nights);
  return nights.map((night, index): Fate => {
    if (night.measuredAt >= before) return 'young';
    if (index >= nights.length - NEWEST_NIGHTS) return 'newest';
    if (ofWeek.has(index)) return 'week';
    const isNear = changes.some((own) => index >= own.index - own.reach && index < own.index + own.reach);
    if (night.isOfRecord || isNear) return 'record';
    if (night.isEvent || nights[index + 1]?.isEvent) return 'event';
    return night.keptFor ?? 'goes';
  });
}

/** Of each week the night with the most results; of equal ones the earliest. */
function nightsOfWeeks(nights: readonly NightToChoose[]): Set<number> {
  const best = new Map<number, number>();
  for (const [index, { orderedAt, results }] of nights.entries()) {
    const week = isoWeek(orderedAt);
    const known = best.get(week);
    if (known === undefined || results > (nights[known]?.results ?? 0)) best.set(week, index);
  }
  return new Set(best.values());
}

/** Weeks begin on Monday, in UTC, and are counted from the one of 1 January 1970. */
function isoWeek(at: Date): number {
  return Math.floor((Math.floor(at.getTime() / DAY_MS) + FIRST_WEEKDAY) / 7);
}
