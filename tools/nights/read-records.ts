import type { Database } from '@basecase/db/database';

/** A record of a line of nights as it stands. */
export interface NightRecord {
  id: number;
  server: string;
  test: string;
  kind: 'regression' | 'improvement';
  /** Commit of its first bad build. */
  firstBad: string;
  /** Level after / level before, with its 95% interval. */
  ratio: number;
  low: number;
  high: number;
  isSure: boolean;
  /** Why it is not sure. */
  doubts: readonly string[];
  isWithdrawn: boolean;
  /** False: judged in pairs of nights, while there were too few for a series. */
  isOfSeries: boolean;
  /** How often the first bad build moved in its history. */
  moves: number;
}

/**
 * First bad builds of all records of a changed level in the order of their ids. Records of releases have none and are left
 * out, as are tests that stopped working: the plan has nights with failures and gaps.
 */
const SELECT = `
SELECT regressions.id, servers.name AS server, tests.key AS test, kind, builds.commit AS "firstBad",
  level_ratio AS ratio, coalesce((series ->> 'low')::float8, ratio * exp(-band)) AS low,
  coalesce((series ->> 'high')::float8, ratio * exp(band)) AS high,
  verdict NOT LIKE 'possible %' AS "isSure", coalesce(series -> 'doubts', '[]') AS doubts,
  withdrawn_at IS NOT NULL AS "isWithdrawn", series IS NOT NULL AS "isOfSeries",
  (SELECT count(*)::int FROM regression_events
   WHERE regression_events.heatmap_id = regressions.heatmap_id AND regression_id = regressions.id AND regression_events.kind = 'moved'
     AND detail -> 'from' -> 1 IS DISTINCT FROM detail -> 'to' -> 1) AS moves
FROM regressions
JOIN servers ON servers.id = server_id
JOIN tests ON tests.id = test_id
JOIN variants ON variants.id = first_bad_id
JOIN builds ON builds.id = build_id
WHERE stop IS NULL
ORDER BY regressions.id`;

export async function readRecords({ pool }: Database): Promise<NightRecord[]> {
  const { rows } = await pool.query<NightRecord>(SELECT);
  return rows;
}
