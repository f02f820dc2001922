import type { ReasonClass } from '@basecase/analysis';
import type { FlaggedVerdict, RegressionKind, RegressionState } from '../../types/regressions';
import { LINE_NAME } from '../night-line-sql';

/**
 * A record by what lists choose and sort by. It is replaced by another object when its heatmap is written, and never
 * changed.
 */
export interface ListedRecord {
  readonly id: number;
  readonly heatmapId: number;
  readonly kind: RegressionKind;
  /** What people decided; `withdrawn`: the data do not show it any more, whatever they decided. */
  readonly state: RegressionState | 'withdrawn';
  readonly product: string;
  readonly serverId: number;
  readonly testId: number;
  /** Of its test. */
  readonly group: string;
  readonly verdict: FlaggedVerdict;
  readonly firstBadId: number;
  /** Name of the first bad version. */
  readonly firstBad: string;
  readonly cause: string;
  readonly reason: ReasonClass;
  /** One text for all records of a cause that lists name alike: of one product and version, one kind and reason. */
  readonly causePart: string;
  readonly p: number;
  /** |ln| of the level after / the level before. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly createdAt: number;
  /** Name of its version line, `19devel@master`; null of one between releases. */
  readonly line: string | null;
}

export type RecordTuple = [
  id: number,
  heatmapId: number,
  kind: RegressionKind,
  state: RegressionState | 'withdrawn',
  product: string,
  serverId: number,
  testId: number,
  group: string,
  verdict: FlaggedVerdict,
  firstBadId: number,
  firstBad: string,
  cause: string,
  reason: ReasonClass,
  p: number,
  levelRatio: number,
  createdAt: number,
  line: string | null,
];

/** `RecordTuple` of a row of `regressions`; wants its heatmap, product and test, and `JOIN_LINE`. */
export const RECORD_TUPLE = `json_build_array(regressions.id, heatmaps.id, kind,
  CASE WHEN withdrawn_at IS NULL THEN state::text ELSE 'withdrawn' END, products.name, regressions.server_id, test_id,
  tests."group", verdict, first_bad_id, first_bad, cause, reason, p, level_ratio, extract(epoch FROM regressions.created_at),
  ${LINE_NAME})`;

/** @param text returns one shared string for equal texts: records share most of them */
export function toListedRecord(
  tuple: RecordTuple,
  text: <T extends string | null>(value: T) => T,
): ListedRecord {
  const [id, heatmapId, kind, state, product, serverId, testId, group, verdict, firstBadId, firstBad] = tuple;
  const [cause, reason, p, levelRatio, createdAt, line] = tuple.slice(11) as [
    string,
    ReasonClass,
    number,
    number,
    number,
    string | null,
  ];
  return {
    id,
    heatmapId,
    kind: text(kind),
    state: text(state),
    product: text(product),
    serverId,
    testId,
    group: text(group),
    verdict: text(verdict),
    firstBadId,
    firstBad: text(firstBad),
    cause: text(cause),
    reason: text(reason),
    causePart: text(JSON.stringify([cause, product, firstBad, kind, reason])),
    p,
    size: Math.abs(Math.log(levelRatio)),
    createdAt,
    line: text(line),
  };
}
