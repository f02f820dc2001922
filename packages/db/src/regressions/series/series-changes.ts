import {
  DEFAULT_RULE,
  explainNights,
  logLoss,
  type Matrix,
  reasonClass,
  type SeriesChange,
  type SeriesVerdict,
} from '@basecase/analysis';
import type { FlaggedVerdict, RegressionKind } from '../../types/regressions';
import type { Heatmap, HeatmapColumn } from '../load-heatmap';
import { toRecordChange } from '../recompute/to-record-change';
import type { RecordChange } from '../stored-record';
import type { JudgedSeries } from './judge-heatmap-series';

/**
 * Changes of a line of nights that records are made of (docs/method.md §10): slower levels, and faster ones that no
 * earlier level reached. An environment change is not attributed to a build and makes none. A single newest night keeps
 * an existing record and makes none.
 */
export function seriesChanges(
  heatmap: Heatmap,
  matrix: Matrix<HeatmapColumn>,
  { judged, productId }: { judged: JudgedSeries; productId: number },
): RecordChange[] {
  const columns = judged.line.columns.flatMap((index) => matrix.columns[index] ?? []);
  const testIds = new Map(heatmap.tests.map(({ id, key }) => [key, id]));
  return judged.verdicts.flatMap((verdict, row) => {
    const testId = testIds.get(matrix.rows[row]?.key ?? '');
    if (testId === undefined) return [];
    return verdict.changes.flatMap((change): RecordChange[] => {
      const kind = kindOf(verdict, change);
      if (kind === null) return [];
      const explanation = explainNights(matrix, row, { columns: judged.line.columns, verdict, change });
      const stored = toRecordChange(heatmap, columns, {
        kind,
        testId,
        productId,
        line: judged.name,
        build: judged.build,
        firstBad: change.firstBad,
        lastGood: change.lastGood,
        lastSeen: (change.fixed ?? columns.length) - 1,
        fixed: change.fixed,
        step: change.doubts.includes('newest nights') ? 'last' : 'step',
        verdict: verdictOf(change, kind),
        ratio: change.ratio,
        levelRatio: change.ratio,
        band: Math.log(change.high / change.low) / 2,
        p: change.p,
        explanation,
        reason: reasonClass(explanation),
        series: {
          line: judged.name,
          low: change.low,
          high: change.high,
          nights: change.nights,
          doubts: change.doubts,
        },
        onlyIfKnown: change.nights < 2,
      });
      return stored ? [stored] : [];
    });
  });
}

/** Null for a change that makes no record. */
function kindOf({ levels, changes }: SeriesVerdict, change: SeriesChange): RegressionKind | null {
  if (change.brokenBy !== null || change.direction === null) return null;
  if (change.direction === 'slower') return 'regression';
  // Values of another machine before a break are not a level to reach.
  const from = changes.findLast(
    ({ brokenBy, firstBad }) => brokenBy !== null && firstBad < change.firstBad,
  )?.firstBad;
  const own = levels.find(({ start }) => start >= change.firstBad);
  const before = levels.filter(({ start }) => start < change.firstBad);
  const earlier = before.filter(({ start }) => start >= (from ?? 0));
  const value = own?.value ?? (before.at(-1)?.value ?? 0) * change.ratio;
  const isNewHigh = earlier.every((level) => Math.log(value / level.value) >= logLoss(DEFAULT_RULE.delta));
  return isNewHigh ? 'improvement' : null;
}

function verdictOf({ state, ratio }: SeriesChange, kind: RegressionKind): FlaggedVerdict {
  if (state === 'possible') return `possible ${kind}`;
  return Math.abs(Math.log(ratio)) >= logLoss(DEFAULT_RULE.big) ? kind : `small ${kind}`;
}
