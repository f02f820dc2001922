import {
  type FoundBreak,
  nightLineName,
  type SeriesChange,
  type SeriesLevel,
  type SeriesVerdict,
} from '@basecase/analysis';
import type { Database } from '../../database';
import type { StoredAnnotation } from '../../regressions/series/annotations-in-force';
import { listRows } from '../../rows';
import type { SeriesAnnotation, SeriesChangeRecord, StoredRelease, StoredVerdict } from '../../types/series';
import type { ColumnsOfLine, PlainColumn } from './night-lines';

/** A series as the evaluation of its heatmap left it. */
export interface StoredSeries {
  testId: number;
  /** Variants that the indexes of the verdict count. */
  columns: number[];
  verdict: StoredVerdict;
  release: StoredRelease | null;
}

const SERIES = `
SELECT test_id AS "testId", columns, verdict, release
FROM series
JOIN products ON products.id = series.product_id
JOIN versions ON versions.id = series.version_id
LEFT JOIN configs ON configs.id = series.config_id
WHERE series.heatmap_id = $1 AND products.name = $2 AND versions.name = $3
  AND branch IS NOT DISTINCT FROM $4 AND flavour IS NOT DISTINCT FROM $5 AND configs.name IS NOT DISTINCT FROM $6
  AND ($7::int IS NULL OR test_id = $7)`;

interface LineQuestion {
  heatmapId: number;
  line: ColumnsOfLine;
  /** Of this test alone; left out: of all tests. */
  testId?: number;
}

/** What the newest evaluation says of a line, and whether runs came since. */
export async function readStoredSeries(
  { pool }: Database,
  { heatmapId, line: { line }, testId }: LineQuestion,
): Promise<{ series: StoredSeries[]; isStale: boolean }> {
  const { product, version, branch, flavour, config } = line;
  const [series, stale] = await Promise.all([
    pool.query<StoredSeries>(SERIES, [heatmapId, product, version, branch, flavour, config, testId ?? null]),
    pool.query<{ stale: boolean }>('SELECT stale_since IS NOT NULL AS stale FROM heatmaps WHERE id = $1', [
      heatmapId,
    ]),
  ]);
  return { series: series.rows, isStale: stale.rows[0]?.stale ?? true };
}

/**
 * A stored verdict with indexes that count other nights: those of a page, where newer ones may have come and old ones are
 * left out. Levels without a night among them are left out, and so are changes whose first bad night is not there.
 */
export function storedVerdict<Verdict extends SeriesVerdict>(
  { columns, verdict }: { columns: readonly number[]; verdict: Verdict },
  nights: readonly Pick<PlainColumn, 'variantId'>[],
): Verdict {
  const placeOf = new Map(nights.map(({ variantId }, index) => [variantId, index]));
  const places = columns.map((variantId) => placeOf.get(variantId) ?? null);
  /** The first night from an index on that is shown. */
  const from = (index: number) => places.slice(index).find((place) => place !== null) ?? null;
  const before = (index: number) => places.slice(0, index).findLast((place) => place !== null) ?? null;
  const levels = verdict.levels.flatMap((level): SeriesLevel[] => {
    const [start, last] = [from(level.start), before(level.end)];
    return start === null || last === null || start > last ? [] : [{ ...level, start, end: last + 1 }];
  });
  const changes = verdict.changes.flatMap((change): SeriesChange[] => {
    const [firstBad, lastGood] = [places[change.firstBad] ?? null, before(change.lastGood + 1)];
    if (firstBad === null || lastGood === null) return [];
    const fixed = change.fixed === null ? null : from(change.fixed);
    return [{ ...change, firstBad, lastGood, fixed }];
  });
  const outliers = verdict.outliers.flatMap((index) => places[index] ?? []);
  return { ...verdict, levels, changes, outliers };
}

/** The release of a series, with its place among other nights: those of a page. */
export function storedRelease(
  { columns, release }: Pick<StoredSeries, 'columns' | 'release'>,
  nights: readonly Pick<PlainColumn, 'variantId'>[],
): StoredRelease | null {
  if (release?.place === undefined) return release;
  const before = new Set(columns.slice(0, release.place));
  return { ...release, place: nights.findLastIndex(({ variantId }) => before.has(variantId)) + 1 };
}

/** A record with the test that it is of. */
type RecordOfTest = SeriesChangeRecord & { testId: number };

const RECORDS = `
SELECT test_id AS "testId", regressions.slug, variants.slug AS "firstBad", kind, state, verdict,
  (count(*) OVER (PARTITION BY cause))::int - 1 AS "sameNight"
FROM regressions
JOIN variants ON variants.id = first_bad_id
JOIN products ON products.id = regressions.product_id
WHERE regressions.heatmap_id = $1 AND withdrawn_at IS NULL AND products.name = $2
  AND regressions.series ->> 'line' = $3 AND first_bad_id = ANY ($4)
ORDER BY regressions.id`;

/** Records of a line of nights that are alive, of all tests. */
export async function listSeriesRecords(
  { pool }: Database,
  { heatmapId, line }: { heatmapId: number; line: ColumnsOfLine },
): Promise<RecordOfTest[]> {
  return listRows<RecordOfTest>(pool, RECORDS, [
    heatmapId,
    line.line.product,
    nightLineName(line.line),
    line.columns.map(({ variantId }) => variantId),
  ]);
}

/**
 * Marks of the axis: what people said, and facts that changed between two runs.
 *
 * @param said what people said of the product of the nights
 * @param breaks what was found of it, and of facts, in the nights
 */
export function toAnnotations(
  nights: readonly Pick<PlainColumn, 'at'>[],
  { said, breaks }: { said: readonly StoredAnnotation[]; breaks: readonly FoundBreak<StoredAnnotation>[] },
): SeriesAnnotation[] {
  const facts = breaks.flatMap(({ said: by, night, label }): SeriesAnnotation[] =>
    by === null ? [{ id: null, at: nights[night]?.at ?? '', label, by: null, night }] : [],
  );
  const start = nights[0]?.at;
  const events = said.map((event): SeriesAnnotation => {
    const { id, at, label, by } = event;
    const found = breaks.find((own) => own.said === event)?.night ?? null;
    // What happened before the first night breaks nothing; the first night is the first one after it all the same.
    return { id, at, label, by, night: start !== undefined && start >= at ? 0 : found };
  });
  return [...facts, ...events].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}
