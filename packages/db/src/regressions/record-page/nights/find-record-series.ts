import type { Database } from '../../../database';
import { NotFoundError } from '../../../errors';
import { getSeries } from '../../../queries/series/get-series';
import type { RecordSeries, RegressionSource } from '../../../types/regression-page';
import type { RegressionEntry } from '../../../types/regressions';
import type { SeriesView } from '../../../types/series';
import type { Origin } from '../../../types/workloads';
import { columnName } from '../../recompute/column-name';
import { cropSeries } from './crop-series';
import { levelCosts, measuredNights, spansAround } from './level-costs';
import { listSameNight } from './list-same-night';

/** Nights before the change that are shown. */
const BEFORE = 60;

/** The nights around a record, with their verdicts; null when they are no longer stored. */
export async function findRecordSeries(
  database: Database,
  record: RegressionEntry & { id: number; heatmapId: number },
): Promise<RecordSeries | null> {
  const whole = await findSeries(database, record);
  if (!whole) return null;
  const indexOf = (column: string) => whole.nights.findIndex((night) => night.column === column);
  const [firstBad, lastGood] = [indexOf(record.firstBad.column), indexOf(record.lastGood.column)];
  if (firstBad < 0 || lastGood < 0) return null;
  const spans = spansAround(whole.verdicts.throughput ?? { levels: [] }, {
    firstBad,
    count: whole.nights.length,
  });
  const first = Math.max(0, Math.min(firstBad - BEFORE, lastGood));
  return {
    view: { ...cropSeries(whole, first), records: [] },
    firstBad: firstBad - first,
    lastGood: lastGood - first,
    levelNights: {
      before: measuredNights(whole, spans.before),
      after: measuredNights(whole, spans.after),
    },
    costs: levelCosts(whole, spans),
    sameNight: await listSameNight(database, record),
  };
}

async function findSeries(
  database: Database,
  { server, workload, test, nights }: RegressionEntry,
): Promise<SeriesView | null> {
  try {
    return await getSeries(database, {
      server: server.slug,
      workload: workload.slug,
      test: test.key,
      line: nights?.lineKey,
    });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

const SOURCES = `
SELECT uploads.id::text, filename, origin, parser_version AS "parserVersion",
  json_agg(json_build_object('id', runs.id::text, 'label', runs.label, 'column', variants.slug) ORDER BY runs.at, runs.id) AS runs
FROM runs JOIN uploads ON uploads.id = upload_id JOIN variants ON variants.id = variant_id
WHERE runs.heatmap_id = $1 AND variants.slug = ANY ($2)
GROUP BY uploads.id ORDER BY min(runs.at), uploads.id`;

interface SourceRow {
  id: string;
  filename: string;
  origin: Origin;
  parserVersion: number | null;
  runs: { id: string; label: string; column: string }[];
}

/**
 * The uploads behind the last good and the first bad night; those of all the others are behind the nights themselves.
 */
export async function listNightSources(
  { pool }: Pick<Database, 'pool'>,
  { heatmapId, firstBad, lastGood, nights }: RegressionEntry & { heatmapId: number },
): Promise<RegressionSource[]> {
  const { rows } = await pool.query<SourceRow>(SOURCES, [heatmapId, [lastGood.column, firstBad.column]]);
  const version = nights?.line.version ?? '';
  return rows.map(({ id: upload, filename, origin, parserVersion, runs }) => ({
    upload: { id: upload, filename, origin },
    parserVersion,
    runs: runs.map(({ column, ...run }) => ({
      ...run,
      version: columnName({
        version,
        build: (column === firstBad.column ? nights?.firstBad : nights?.lastGood) ?? null,
      }),
    })),
  }));
}
