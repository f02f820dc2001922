import { SERIES_RULE, type SeriesChange, type SeriesLevel, type SeriesVerdict } from '@basecase/analysis';
import type { NightKind, NightTone } from '../document/nights-chart';
import type { MetricBase } from './series-base';
import type { DataNight } from './series-data';

/** A level with what its nights are drawn as. */
export interface TonedLevel extends SeriesLevel {
  tone: NightTone;
  /** False: the changes that its tone comes from are possible only. */
  isSure: boolean;
}

/**
 * What the levels of a series are. A level has a hue when it is slower (or faster) than the base, and changes that the
 * software is charged with made it so: it is slower than a level before it, too. The first level is what was there
 * before, and what changed beside the software is taken out.
 */
export function toneLevels(
  verdict: SeriesVerdict,
  nights: readonly Pick<DataNight, 'measuredAt'>[],
  base: MetricBase | null,
): TonedLevel[] {
  const { levels, changes, better } = verdict;
  /** ln of a value against that of an earlier level, without what changed beside the software between them. */
  const against = (level: SeriesLevel, from: SeriesLevel) =>
    Math.log(level.value / from.value) -
    sumOf(
      changes,
      ({ firstBad, brokenBy }) => brokenBy !== null && firstBad > from.start && firstBad <= level.start,
    );
  return levels.map((level, index): TonedLevel => {
    const plain = { ...level, tone: 'plain', isSure: true } as const;
    if (base === null || better === 'none') return plain;
    const distance = Math.log(level.value / base.value) - besideSince(changes, nights, { base, level });
    const before = levels
      .slice(0, index)
      .map((from) => ({ from, distance: against(level, from) }))
      .filter((one) => Math.sign(one.distance) === Math.sign(distance))
      .sort((a, b) => Math.abs(b.distance) - Math.abs(a.distance))[0];
    if (!before || Math.min(Math.abs(distance), Math.abs(before.distance)) < SERIES_RULE.leastStep)
      return plain;
    const tone = distance < 0 === (better === 'higher-is-better') ? 'slower' : 'faster';
    const isSure = changes.some(
      ({ firstBad, direction, state, brokenBy }) =>
        firstBad > before.from.start &&
        firstBad <= level.start &&
        direction === tone &&
        state === 'sure' &&
        brokenBy === null,
    );
    return { ...level, tone, isSure };
  });
}

/** ln of what changed beside the software from the base to a level. */
function besideSince(
  changes: readonly SeriesChange[],
  nights: readonly Pick<DataNight, 'measuredAt'>[],
  { base, level }: { base: MetricBase; level: SeriesLevel },
): number {
  const isAfterBase = ({ firstBad }: SeriesChange) =>
    base.measuredAt === null || (nights[firstBad]?.measuredAt ?? '') > base.measuredAt;
  const beside = changes.filter(({ brokenBy }) => brokenBy !== null);
  return (
    sumOf(beside, (change) => change.firstBad <= level.start && isAfterBase(change)) -
    sumOf(beside, (change) => change.firstBad > level.start && !isAfterBase(change))
  );
}

function sumOf(changes: readonly SeriesChange[], isMeant: (change: SeriesChange) => boolean): number {
  return changes.filter(isMeant).reduce((sum, { ratio }) => sum + Math.log(ratio), 0);
}

/** The change of the newest nights, which have no level yet; null when they are as those before them. */
export function newestChange({ changes }: Pick<SeriesVerdict, 'changes'>): SeriesChange | null {
  return changes.find(({ doubts }) => doubts.includes('newest nights')) ?? null;
}

/** How each night is drawn. */
export function nightKinds(
  count: number,
  { verdict, levels }: { verdict: SeriesVerdict; levels: readonly TonedLevel[] },
): NightKind[] {
  const outliers = new Set(verdict.outliers);
  const newest = newestChange(verdict);
  const kinds = Array.from({ length: count }, (): NightKind => 'night');
  for (const { start, end, tone, isSure } of levels) {
    if (tone !== 'plain') kinds.fill(isSure ? tone : `maybe-${tone}`, start, end);
  }
  if (newest?.direction && newest.brokenBy === null) kinds.fill(`maybe-${newest.direction}`, newest.firstBad);
  return kinds.map((kind, night) => (outliers.has(night) ? 'outlier' : kind));
}
