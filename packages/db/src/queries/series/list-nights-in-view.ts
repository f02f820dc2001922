import { placeAmong, type SeriesVerdict } from '@basecase/analysis';
import type { Database } from '../../database';
import type { NightsInView } from '../../types/compare';
import type { SeriesLine } from '../../types/series';
import { lineKey } from './night-lines';

const NIGHTS = `
SELECT products.name AS product, versions.name AS version, branch, series.flavour, configs.name AS config,
  array(SELECT variants.slug FROM unnest(columns) WITH ORDINALITY AS night (id, place)
    JOIN variants ON variants.id = night.id ORDER BY place) AS columns,
  json_object_agg(tests.key, verdict) AS verdicts
FROM series
JOIN tests ON tests.id = test_id
JOIN products ON products.id = series.product_id
JOIN versions ON versions.id = series.version_id
LEFT JOIN configs ON configs.id = series.config_id
WHERE series.heatmap_id = $1
GROUP BY products.name, versions.name, branch, series.flavour, configs.name, columns
ORDER BY 1, 2, 3, 4, 5`;

const TIMES = `
SELECT variants.slug, max(runs.at) AS at, build_id IS NULL AS "isRelease"
FROM runs JOIN variants ON variants.id = variant_id
WHERE runs.heatmap_id = $1 GROUP BY variants.id`;

interface TimeRow {
  slug: string;
  at: Date;
  isRelease: boolean;
}

interface Row extends SeriesLine {
  columns: string[];
  verdicts: Record<string, SeriesVerdict>;
}

/** The lines of nights of a heatmap as the newest evaluation judged them; all tests of a line have the same nights. */
export async function listNightsInView(
  { pool }: Pick<Database, 'pool'>,
  heatmapId: number,
): Promise<NightsInView[]> {
  const { rows } = await pool.query<Row>(NIGHTS, [heatmapId]);
  const isBroken = rows.some(({ verdicts }) =>
    Object.values(verdicts).some(({ changes }) => changes.some(({ brokenBy }) => brokenBy !== null)),
  );
  const times = isBroken ? (await pool.query<TimeRow>(TIMES, [heatmapId])).rows : [];
  const atOf = new Map(times.map(({ slug, at }) => [slug, at.toISOString()]));
  return rows.map(({ columns, verdicts, ...line }) => {
    const nights = columns.map((slug) => ({ at: atOf.get(slug) ?? '' }));
    const places = times
      .filter(({ isRelease }) => isRelease)
      .map(({ slug, at }) => [slug, placeAmong(nights, at.toISOString())] as const)
      .filter(([, place]) => place > 0);
    return { line: lineKey(line), columns, verdicts, places: Object.fromEntries(places) };
  });
}
