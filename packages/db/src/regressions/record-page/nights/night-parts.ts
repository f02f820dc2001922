import type { Database } from '../../../database';
import type { RegressionEntry } from '../../../types/regressions';
import { keptOf, NOTHING_STORED, type PartsRow, type RecordParts } from '../release-parts';
import { findRecordSeries, listNightSources } from './find-record-series';
import { listNightsElsewhere } from './list-nights-elsewhere';
import { nightEvidence } from './night-evidence';

/** What surrounds a record of nights: the series of its test, and what changed in the same night. */
export async function nightParts(
  database: Database,
  record: RegressionEntry & { id: number; heatmapId: number },
  row: Pick<PartsRow, 'parserVersion'>,
): Promise<RecordParts> {
  const { nights } = record;
  const [series, sources, elsewhere] = await Promise.all([
    findRecordSeries(database, record),
    listNightSources(database, record),
    nights
      ? listNightsElsewhere(database, {
          id: record.id,
          heatmapId: record.heatmapId,
          kind: record.kind,
          after: nights.lastGood.at,
          upTo: nights.firstBad.at,
        })
      : [],
  ]);
  const parserVersions = [...new Set(sources.flatMap(({ parserVersion }) => parserVersion ?? []))].sort(
    (a, b) => a - b,
  );
  const sigma = series?.view.verdicts.throughput?.sigma;
  return {
    ...NOTHING_STORED,
    parserVersions: parserVersions.length > 0 ? parserVersions : [row.parserVersion],
    elsewhere,
    judged: { ...keptOf(record), ...(sigma !== undefined && { sigma }) },
    evidence: series ? nightEvidence({ record, series, elsewhere }) : [],
    sources,
    series,
  };
}
