import type { SeriesChange } from '@basecase/analysis';
import type { Database } from '../../../database';
import { BUILD_JSON, JOIN_BUILDS } from '../../../queries/build-sql';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../../../queries/views';
import type { BuildView } from '../../../types/builds';
import type { ElsewhereEntry } from '../../../types/regression-page';
import type { RegressionKind, RegressionState } from '../../../types/regressions';
import type { StoredVerdict } from '../../../types/series';
import { columnName } from '../../recompute/column-name';

/**
 * The same test of the same version line and branch in other heatmaps, with its nights in order. Servers of another
 * size have other configs: of several the record's own is first.
 */
const SERIES = `
WITH own AS MATERIALIZED (
  SELECT heatmap_id, test_id, kind, first_bad_id, series ->> 'line' AS line
  FROM regressions WHERE heatmap_id = $1 AND id = $2
)
SELECT DISTINCT ON (servers.name, workloads.slug) ${HEATMAP_COLUMNS}, series.verdict,
  (SELECT json_agg(json_build_object('id', variants.id, 'build', ${BUILD_JSON}, 'version', versions.name) ORDER BY place)
    FROM unnest(columns) WITH ORDINALITY AS night (id, place)
    JOIN variants ON variants.id = night.id JOIN versions ON versions.id = variants.version_id ${JOIN_BUILDS}) AS nights,
  (SELECT json_agg(json_build_object('firstBad', other.first_bad_id, 'slug', other.slug, 'state', other.state))
    FROM regressions AS other WHERE other.heatmap_id = series.heatmap_id
      AND other.test_id = series.test_id AND other.kind = own.kind AND other.withdrawn_at IS NULL) AS records
FROM own
JOIN variants AS bad ON bad.id = own.first_bad_id
JOIN series ON series.test_id = own.test_id AND series.version_id = bad.version_id
  AND concat_ws('@', (SELECT name FROM versions WHERE versions.id = series.version_id), series.branch)
    = own.line
  AND series.heatmap_id <> own.heatmap_id
JOIN servers ON servers.id = series.server_id
JOIN workloads ON workloads.id = series.workload_id
ORDER BY servers.name, workloads.slug, series.config_id IS NOT DISTINCT FROM bad.config_id DESC,
  series.flavour IS NOT DISTINCT FROM bad.flavour DESC, series.id`;

interface Night {
  id: number;
  version: string;
  build: BuildView;
}

interface Row extends HeatmapRow {
  verdict: StoredVerdict;
  nights: Night[] | null;
  records: { firstBad: number; slug: string; state: RegressionState }[] | null;
}

interface Suspected {
  id: number;
  heatmapId: number;
  kind: RegressionKind;
  /** Places in time of the last good and the first bad build. */
  after: string;
  upTo: string;
}

/**
 * What the same line says of the same test on other servers and in other workloads, around the commits that a record
 * suspects:
 * a change whose own suspects may be the same ones, or the level that goes through them.
 */
export async function listNightsElsewhere(
  { pool }: Pick<Database, 'pool'>,
  suspected: Suspected,
): Promise<ElsewhereEntry[]> {
  const { rows } = await pool.query<Row>(SERIES, [suspected.heatmapId, suspected.id]);
  return rows.flatMap((row) => toEntry(row, suspected) ?? []);
}

function toEntry(row: Row, { kind, after, upTo }: Suspected): ElsewhereEntry | null {
  const { verdict, records } = row;
  const nights = row.nights ?? [];
  const at = (index: number) => nights[index]?.build.at ?? '';
  const views = toHeatmapViews(row, []);
  const entry = (firstBad: number, lastGood: number) => ({
    ...views,
    build: null,
    firstBad: nameOf(nights[firstBad]),
    lastGood: nameOf(nights[lastGood]),
  });
  const direction = kind === 'regression' ? 'slower' : 'faster';
  const change = verdict.changes.find(
    (own) => own.direction === direction && at(own.firstBad) > after && at(own.lastGood) < upTo,
  );
  if (change) {
    const record = records?.find(({ firstBad }) => firstBad === nights[change.firstBad]?.id);
    return {
      ...entry(change.firstBad, change.lastGood),
      slug: record?.slug ?? null,
      state: record?.state ?? null,
      ratio: change.ratio,
      verdict: wordOf(change, kind),
    };
  }
  const bad = nights.findIndex(({ build }) => build.at >= upTo);
  const good = nights.findLastIndex(({ build }) => build.at <= after);
  const [before, now] = [levelAt(verdict, good), levelAt(verdict, bad)];
  if (bad < 0 || good < 0 || !before || before !== now) return null;
  return { ...entry(bad, good), slug: null, state: null, ratio: 1, verdict: 'no change' };
}

/** A change with an environment change is not attributed to a build. */
function wordOf({ state, brokenBy }: SeriesChange, kind: RegressionKind): ElsewhereEntry['verdict'] {
  if (brokenBy !== null) return 'unclear';
  return state === 'possible' ? `possible ${kind}` : kind;
}

function levelAt({ levels }: StoredVerdict, night: number) {
  return levels.find(({ start, end }) => night >= start && night < end);
}

function nameOf(night: Night | undefined): string {
  return night ? columnName(night) : '';
}
