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

/** What is read of each, as SQL of a row of `regressions` with its heatmap, product and test, and `JOIN_LINE`. */
const FIELDS: Record<Exclude<keyof ListedRecord, 'causePart'>, string> = {
  id: 'regressions.id',
  heatmapId: 'heatmaps.id',
  kind: 'kind',
  state: "CASE WHEN withdrawn_at IS NULL THEN state::text ELSE 'withdrawn' END",
  product: 'products.name',
  serverId: 'regressions.server_id',
  testId: 'test_id',
  group: 'tests."group"',
  verdict: 'verdict',
  firstBadId: 'first_bad_id',
  firstBad: 'first_bad',
  cause: 'cause',
  reason: 'reason',
  p: 'p',
  size: 'abs(ln(level_ratio))',
  createdAt: 'extract(epoch FROM regressions.created_at)',
  line: LINE_NAME,
};
const NAMES = Object.keys(FIELDS);

/** Values of the fields: a list of many has no room for their names. */
export const RECORD_TUPLE = `json_build_array(${Object.values(FIELDS).join(', ')})`;

/** @param text returns one shared string for equal texts: records share most of them */
export function toListedRecord(
  tuple: readonly unknown[],
  text: <T extends string | null>(value: T) => T,
): ListedRecord {
  const shared = (value: unknown) => (typeof value === 'string' ? text(value) : value);
  const record = Object.fromEntries(
    NAMES.map((name, index) => [name, shared(tuple[index])]),
  ) as unknown as Omit<ListedRecord, 'causePart'>;
  const { cause, product, firstBad, kind, reason } = record;
  return { ...record, causePart: text(JSON.stringify([cause, product, firstBad, kind, reason])) };
}
