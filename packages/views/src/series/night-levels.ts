import {
  isSure,
  type SeriesChange,
  type SeriesLevel,
  type SeriesVerdict,
  verdictDirection,
} from '@basecase/analysis';
import type { NightKind, NightTone } from '../document/nights-chart';
import type { MetricBase } from './series-base';
import { shownVerdict } from './shown-verdict';

/** A level with what its nights are drawn as. */
export interface TonedLevel extends SeriesLevel {
  tone: NightTone;
  /** False: the changes that its tone comes from are possible only. */
  isSure: boolean;
}

/**
 * What the levels of a series are against the base: what the overview, home and heatmaps say of them, too. A level that
 * is another only by what changed beside the software has no hue, nor has one whose number does not show what the software did.
 */
export function toneLevels(verdict: SeriesVerdict, base: MetricBase | null): TonedLevel[] {
  return verdict.levels.map((level): TonedLevel => {
    const plain = { ...level, tone: 'plain', isSure: true } as const;
    if (base === null || verdict.better === 'none') return plain;
    const ratio = level.value / base.value;
    const { verdict: word, isSeen } = shownVerdict(verdict, { night: level.start, ratio, base });
    const tone = verdictDirection(word);
    return tone === null || !isSeen ? plain : { ...level, tone, isSure: isSure(word) };
  });
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
  for (const { start, end, tone, isSure: sure } of levels) {
    if (tone !== 'plain') kinds.fill(sure ? tone : `maybe-${tone}`, start, end);
  }
  if (newest?.direction && newest.brokenBy === null) kinds.fill(`maybe-${newest.direction}`, newest.firstBad);
  return kinds.map((kind, night) => (outliers.has(night) ? 'outlier' : kind));
}
