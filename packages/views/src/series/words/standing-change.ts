import { SERIES_RULE, type SeriesChange, type SeriesVerdict } from '@basecase/analysis';

/**
 * The last change that the software is charged with and that stays; a sure one before one that is possible. The way back to
 * the level before is none.
 */
export function standingChange({ changes }: Pick<SeriesVerdict, 'changes'>): SeriesChange | null {
  const standing = changes.filter(
    (change) =>
      change.direction !== null &&
      change.brokenBy === null &&
      change.fixed === null &&
      !change.doubts.includes('newest nights') &&
      !isWayBack(change, changes),
  );
  return standing.findLast(({ state }) => state === 'sure') ?? standing.at(-1) ?? null;
}

/** Nothing is left of an earlier change after it. */
function isWayBack(change: SeriesChange, changes: readonly SeriesChange[]): boolean {
  const undone = changes.find(({ fixed }) => fixed === change.firstBad);
  if (!undone) return false;
  const between = changes.filter(
    ({ firstBad }) => firstBad >= undone.firstBad && firstBad <= change.firstBad,
  );
  const left = between.reduce((sum, { ratio }) => sum + Math.log(ratio), 0);
  return Math.abs(left) < SERIES_RULE.leastStep;
}
