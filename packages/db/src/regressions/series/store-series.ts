import {
  ENOUGH_NIGHTS,
  findBreaks,
  judgeNights,
  levelCosts,
  type Matrix,
  placeAmong,
  type ReleaseLine,
  type SeriesVerdict,
} from '@basecase/analysis';
import { COSTS, type CostId } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { releasesOfLine } from '../../lines/releases-of-line';
import type { StoredRelease, StoredVerdict } from '../../types/series';
import type { Heatmap, HeatmapColumn } from '../load-heatmap';
import { type ChangeLine, changeLines } from '../recompute/change-lines';
import { lineNames } from '../recompute/line-names';
import type { StoredRecord } from '../stored-record';
import { annotationsOf, type StoredAnnotation } from './annotations-in-force';

/** A series as it is stored. */
export interface SeriesToStore {
  workloadId: number;
  testId: number;
  productId: number;
  versionId: number;
  branch: string | null;
  flavour: string | null;
  config: string | null;
  /** Variants of the nights, in build order. */
  columns: number[];
  verdict: StoredVerdict;
  release: StoredRelease | null;
  /** ISO 8601, of the newest night that has the test. */
  newestAt: string;
}

/** The series of a line of nights, one for each test that some night has. */
export function toSeries(
  heatmap: Heatmap,
  matrix: Matrix<HeatmapColumn>,
  { judged, productId }: { judged: JudgedSeries; productId: number },
): SeriesToStore[] {
  const { line, verdicts } = judged;
  const columns = line.columns.flatMap((index) => matrix.columns[index] ?? []);
  const testIds = new Map(heatmap.tests.map(({ id, key }) => [key, id]));
  const versionId = heatmap.runs.find(({ slug }) => slug === columns[0]?.slug)?.versionId;
  const release = lastRelease(matrix, judged);
  const place = placeAmong(columns, matrix.columns[release ?? -1]?.at ?? '');
  return verdicts.flatMap((verdict, row): SeriesToStore[] => {
    const testId = testIds.get(matrix.rows[row]?.key ?? '');
    const newest = columns.findLast((_, night) => isMeasured(matrix, row, line.columns[night] ?? -1));
    if (testId === undefined || versionId === undefined || !newest) return [];
    const last = verdict.levels.at(-1);
    return [
      {
        workloadId: heatmap.workloadId,
        testId,
        productId,
        versionId,
        branch: line.nights.branch,
        flavour: line.flavour,
        config: line.config,
        columns: columns.map(({ variantId }) => variantId),
        verdict: {
          ...verdict,
          costs: costsOf(matrix, row, last ? line.columns.slice(last.start, last.end) : []),
        },
        release: release === null ? null : releaseOf(matrix, row, { index: release, place }),
        newestAt: newest.at,
      },
    ];
  });
}

function isMeasured({ status }: Matrix<unknown>, row: number, column: number): boolean {
  return (status[row]?.[column] ?? 'missing') !== 'missing';
}

/**
 * The newest release before the version line, or of it, with the same build flavour and a config of one line; of a release with
 * several the nights' own. Null: none was measured.
 */
function lastRelease(matrix: Matrix<HeatmapColumn>, { line }: JudgedSeries): number | null {
  const ownKey = matrix.columns[line.columns[0] ?? -1]?.sortKey ?? '';
  const placed = matrix.columns.map((column, index) => ({ ...column, index }));
  const candidates = releasesOfLine(placed, line).filter(({ sortKey }) => sortKey <= ownKey);
  return candidates.at(-1)?.index ?? null;
}

function releaseOf(
  matrix: Matrix<HeatmapColumn>,
  row: number,
  { index, place }: { index: number; place: number },
): StoredRelease | null {
  const column = matrix.columns[index];
  const value =
    matrix.status[row]?.[index] === 'ok' ? (matrix.values.throughput?.[row]?.[index] ?? null) : null;
  if (!column || value === null || value <= 0) return null;
  return {
    version: column.version,
    column: column.slug,
    ...(place > 0 && { place }),
    value,
    runs: Math.max(1, matrix.repeats[row]?.[index] ?? 1),
    costs: costsOf(matrix, row, [index]),
  };
}

function costsOf(
  matrix: Matrix<unknown>,
  row: number,
  columns: readonly number[],
): Partial<Record<CostId, number>> {
  const found = levelCosts(matrix, row, columns);
  const costs: Partial<Record<CostId, number>> = {};
  for (const cost of COSTS) {
    const value = found?.[cost] ?? null;
    if (value !== null) costs[cost] = value;
  }
  return costs;
}

const INSERT = `
INSERT INTO series (heatmap_id, server_id, workload_id, test_id, product_id, version_id, branch, flavour, config_id, columns, verdict,
  release, newest_at)
SELECT heatmaps.id, server_id, workload_id, "testId", "productId", "versionId", branch, flavour,
  configs.id, added.columns, verdict, release, "newestAt"
FROM jsonb_to_recordset($2) AS added ("workloadId" int, "testId" int, "productId" int, "versionId" int, branch text,
  flavour text, config text, columns int[], verdict jsonb, release jsonb, "newestAt" timestamptz)
JOIN heatmaps ON heatmaps.server_id = $1 AND heatmaps.workload_id = added."workloadId"
LEFT JOIN configs ON configs.product_id = added."productId" AND configs.name = added.config`;

/** Writes the series of some heatmaps in place of those that were there. */
export async function storeSeries(
  client: PoolClient,
  serverId: number,
  { heatmapIds, series }: { heatmapIds: ReadonlyMap<number, number>; series: readonly SeriesToStore[] },
): Promise<void> {
  await client.query('DELETE FROM series WHERE heatmap_id = ANY ($1)', [[...heatmapIds.values()]]);
  if (series.length > 0) await client.query(INSERT, [serverId, JSON.stringify(series)]);
}

/** A line of nights of a heatmap, judged. */
export interface JudgedSeries {
  line: ReleaseLine & { nights: NonNullable<ReleaseLine['nights']> };
  /** `19devel@master` */
  name: string;
  /** Null: the first line of its name. Else its build flavour and config. */
  build: ChangeLine['build'];
  /** Of each row of the matrix; indexes count the columns of the line. */
  verdicts: SeriesVerdict[];
}

/** Context for judging a line. */
interface SeriesContext {
  annotations: readonly StoredAnnotation[];
  /** Records of the heatmap that are alive: their first bad nights are fixed once they are sure. */
  records: readonly StoredRecord[];
  testIds: ReadonlyMap<string, number>;
}

/**
 * True for a line with enough nights to be judged as a series; a shorter one is judged pair by pair, as releases are.
 */
export function isSeries<Line extends ReleaseLine>(line: Line): line is Line & JudgedSeries['line'] {
  return line.nights !== null && line.columns.length >= ENOUGH_NIGHTS;
}

/** Judges every line of nights of a product (docs/method.md §10). */
export function judgeHeatmapSeries(
  matrix: Matrix<HeatmapColumn>,
  product: string,
  { annotations, records, testIds }: SeriesContext,
): JudgedSeries[] {
  return lineNames(changeLines(matrix.columns, product).filter(isSeries)).flatMap(
    ({ line, name, build }): JudgedSeries[] => {
      if (name === null) return [];
      const columns = line.columns.flatMap((index) => matrix.columns[index] ?? []);
      const breaks = findBreaks(columns, annotationsOf(annotations, product)).map(({ night, label }) => ({
        at: night,
        label,
      }));
      const placeOf = new Map(columns.map(({ variantId }, index) => [variantId, index]));
      const held = (row: number) => {
        const test = testIds.get(matrix.rows[row]?.key ?? '');
        return records.flatMap((record) => {
          const isFixed =
            record.testId === test && record.series?.line === name && !record.stop && isSureRecord(record);
          const firstBad = placeOf.get(record.firstBadId);
          return isFixed && firstBad !== undefined ? [{ firstBad }] : [];
        });
      };
      return [{ line, name, build, verdicts: judgeNights(matrix, { columns: line.columns, breaks, held }) }];
    },
  );
}

/** A sure one stays in place while it is reported at all: later nights may make it doubtful, or it may be over. */
function isSureRecord({ withdrawn, wasSure }: StoredRecord): boolean {
  return !withdrawn && wasSure;
}
