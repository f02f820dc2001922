import { isSure, NEWEST_NIGHTS, nightVerdict, type SeriesChange, verdictDirection } from '@basecase/analysis';
import type { Database } from '../../database';
import type { JoinedConfigs } from '../../epochs/heatmap-list';
import type {
  SeriesLine,
  SeriesLineEntry,
  SeriesSummaryEntry,
  StoredRelease,
  StoredVerdict,
} from '../../types/series';
import { HEATMAP_COLUMNS, type HeatmapRow, originOf, toHeatmapViews } from '../views';
import { lineKey } from './night-lines';

/** A line of nights in a heatmap: of builds without a branch, that of the only branch of their version. */
const LINES = `
WITH lines AS (
  SELECT heatmap_id, variants.product_id, variants.version_id, flavour, config_id,
    coalesce(branch, (SELECT min(branch) FROM builds AS named WHERE named.version_id = variants.version_id
      HAVING count(DISTINCT branch) = 1)) AS branch,
    count(DISTINCT variants.id)::int AS nights, max(runs.at) AS newest_at
  FROM builds
  JOIN variants ON variants.build_id = builds.id
  JOIN runs ON runs.variant_id = variants.id
  GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT ${HEATMAP_COLUMNS}, nights, newest_at AS "newestAt", products.name AS product, versions.name AS version,
  lines.branch, lines.flavour, configs.name AS config, heatmaps.id AS "heatmapId", heatmaps.lines->'lines' AS joined,
  (SELECT json_agg(json_build_object('verdict', verdict, 'release', release, 'nights', cardinality(columns))) FROM series
    WHERE $1 AND series.heatmap_id = lines.heatmap_id
      AND series.version_id = lines.version_id AND series.branch IS NOT DISTINCT FROM lines.branch
      AND series.flavour IS NOT DISTINCT FROM lines.flavour
      AND series.config_id IS NOT DISTINCT FROM lines.config_id) AS series
FROM lines
JOIN heatmaps ON heatmaps.id = lines.heatmap_id
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
JOIN products ON products.id = lines.product_id
JOIN versions ON versions.id = lines.version_id
LEFT JOIN configs ON configs.id = lines.config_id
ORDER BY newest_at DESC, servers.name, workloads.slug, versions.sort_key DESC, configs.sort_key NULLS FIRST`;

interface Row extends HeatmapRow, SeriesLine {
  heatmapId: number;
  joined: JoinedConfigs[] | null;
  nights: number;
  newestAt: Date;
  series: JudgedTest[] | null;
}

/** Every line of nights of every heatmap, the one with the newest night first. */
export async function listSeriesLines({ pool }: Database): Promise<SeriesLineEntry[]> {
  const { rows } = await pool.query<Row>(LINES, [false]);
  return alongConfigs(rows).map(toEntry);
}

/** The same with what the newest evaluation says of their tests. */
export async function listSeriesSummaries({ pool }: Database): Promise<SeriesSummaryEntry[]> {
  const { rows } = await pool.query<Row>(LINES, [true]);
  return alongConfigs(rows).map((row) => ({ ...toEntry(row), ...summarizeLevels(row.series ?? []) }));
}

/** One row for the configs of a line that continue each other, in the place of the newest; series have the name of the line. */
function alongConfigs(rows: readonly Row[]): (Row & { configs?: string[] })[] {
  const found = new Map<string, Row & { configs?: string[] }>();
  for (const row of rows) {
    const { heatmapId, product, version, branch, flavour, config, joined } = row;
    const line = joined?.find(
      (each) =>
        each.product === product &&
        each.flavour === flavour &&
        each.nights?.version === version &&
        each.nights.branch === branch &&
        config !== null &&
        each.configs.includes(config),
    );
    const name = line?.configs[0] ?? config;
    const key = JSON.stringify([heatmapId, product, version, branch, flavour, name]);
    const own = found.get(key);
    found.set(key, {
      ...(own ?? row),
      config: name,
      nights: (own?.nights ?? 0) + row.nights,
      series: own?.series ?? row.series,
      ...(line && { configs: line.configs }),
    });
  }
  return [...found.values()];
}

function toEntry({
  nights,
  newestAt,
  product,
  version,
  branch,
  flavour,
  config,
  configs,
  ...row
}: Row & { configs?: string[] }): SeriesLineEntry {
  const line = { product, version, branch, flavour, config };
  return {
    key: lineKey(line),
    ...toHeatmapViews(row, [originOf([])]),
    line,
    ...(configs && { configs, keys: configs.map((own) => lineKey({ ...line, config: own })) }),
    nights,
    newestAt: newestAt.toISOString(),
  };
}

/** What an evaluation keeps of a test of a line. */
interface JudgedTest {
  verdict: StoredVerdict;
  release: StoredRelease | null;
  /** Of the line, whether they have the test or not. */
  nights: number;
}

/** A test that is missing in the newest nights of its line has no current state. */
const NEWEST = NEWEST_NIGHTS + 1;

/** How many tests of a line are at another level than the last release, and how many may be. */
function summarizeLevels(
  series: readonly JudgedTest[],
): Pick<SeriesSummaryEntry, 'tests' | 'slower' | 'faster' | 'possible' | 'release'> {
  const measured = series.filter(isMeasured);
  const found = measured.flatMap(({ verdict, release }) => {
    const last = verdict.levels.at(-1);
    if (!last || !release) return [];
    const base = { value: release.value, runs: release.runs, place: release.place };
    const { verdict: word } = nightVerdict(verdict, last.end - 1, base);
    return isSure(word) ? [verdictDirection(word)] : [];
  });
  return {
    tests: series.length,
    slower: found.filter((direction) => direction === 'slower').length,
    faster: found.filter((direction) => direction === 'faster').length,
    possible: measured.filter(({ verdict }) => newestChange(verdict) !== undefined).length,
    release: series.find(({ release }) => release !== null)?.release?.version ?? null,
  };
}

/** True for a test that some of the newest nights of its line have. */
function isMeasured({ verdict, nights }: JudgedTest): boolean {
  const last = Math.max(verdict.levels.at(-1)?.end ?? 0, (newestChange(verdict)?.firstBad ?? -1) + 1);
  return last > nights - NEWEST;
}

function newestChange({ changes }: StoredVerdict): SeriesChange | undefined {
  return changes.find(({ doubts }) => doubts.includes('newest nights'));
}
