import {
  type ConfigLine,
  findReleaseLines,
  groupBy,
  nightLineName,
  withConfigLines,
} from '@basecase/analysis';
import { type RunFacts, textOrder } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import { releasesOfLine } from '../../lines/releases-of-line';
import type { BuildView } from '../../types/builds';
import type { SeriesLine } from '../../types/series';
import type { HeatmapAddress } from '../../types/servers';
import { BUILD_JSON, JOIN_BUILDS } from '../build-sql';
import type { CellRow, ColumnRow } from '../heatmaps/view-rows';
import { badReason } from '../views';

/** A variant of a heatmap, without its numbers. */
export interface PlainColumn {
  variantId: number;
  slug: string;
  label: string;
  product: string;
  version: string;
  sortKey: string;
  flavour: string | null;
  config: string | null;
  build: BuildView | null;
  /** The config that names the line which its config was joined to. */
  line?: string;
  /** Of a night: settings that its config changed on that line. */
  seam?: string;
  /** ISO 8601, of its newest run; and what that run says of machine and compiler. */
  at: string;
  facts: RunFacts;
  /** Id of its newest run. */
  run: string;
  runs: number;
}

/** A line of nights with its columns, in build order. */
export interface ColumnsOfLine {
  /** As addresses name it, within its heatmap. */
  key: string;
  line: SeriesLine;
  columns: PlainColumn[];
}

const COLUMNS = `
SELECT variants.id AS "variantId", variants.slug, versions.name AS version, products.name AS product,
  versions.sort_key AS "sortKey", variants.flavour, configs.name AS config, ${BUILD_JSON} AS build,
  (SELECT lines->'lines' FROM heatmaps WHERE heatmaps.id = $1) AS lines, newest.*
FROM (
  SELECT variant_id, (array_agg(runs.label ORDER BY at DESC, runs.id DESC))[1] AS label,
    (array_agg(runs.id ORDER BY at DESC, runs.id DESC))[1]::text AS run,
    (array_agg(facts ORDER BY at DESC, runs.id DESC))[1] AS facts, max(at) AS at, count(*)::int AS runs
  FROM runs WHERE runs.heatmap_id = $1 AND ${badReason('$1')} IS NULL
  GROUP BY variant_id
) AS newest
JOIN variants ON variants.id = newest.variant_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = variants.version_id AND (versions.known OR variants.build_id IS NOT NULL)
LEFT JOIN configs ON configs.id = variants.config_id
${JOIN_BUILDS}`;

/** Every column of a heatmap, with the newest run of each; bad runs are left out. */
export async function listPlainColumns(
  { pool }: Pick<Database, 'pool'>,
  heatmap: HeatmapAddress,
): Promise<PlainColumn[]> {
  const { rows } = await pool.query<
    Omit<PlainColumn, 'at' | 'line' | 'seam'> & { at: Date; lines: ConfigLine[] | null }
  >({
    name: 'plain-columns',
    text: COLUMNS,
    values: [await findHeatmapId(pool, heatmap)],
  });
  const columns = rows.map(({ lines: _, ...row }) => ({ ...row, at: row.at.toISOString() }));
  return withConfigLines(columns, rows[0]?.lines ?? []);
}

/** The lines of nights among some columns: the one with the newest night first. */
export function nightLinesOf(columns: readonly PlainColumn[]): ColumnsOfLine[] {
  return findReleaseLines(columns, NO_BASE)
    .flatMap(({ product, flavour, config, nights, columns: indexes }): ColumnsOfLine[] => {
      if (!nights) return [];
      const line = { product, ...nights, flavour, config };
      return [{ key: lineKey(line), line, columns: indexes.flatMap((index) => columns[index] ?? []) }];
    })
    .sort((a, b) => textOrder(newestOf(b), newestOf(a)) || textOrder(a.key, b.key));
}

const NO_BASE = -1;

/** `PostgreSQL,19devel@master,rel,x10b_c8r32` */
export function lineKey({ product, version, branch, flavour, config }: SeriesLine): string {
  return [product, nightLineName({ version, branch }), flavour ?? '', config ?? ''].join(',');
}

function newestOf({ columns }: ColumnsOfLine): string {
  return (
    columns
      .map(({ at }) => at)
      .sort(textOrder)
      .at(-1) ?? ''
  );
}

/**
 * Releases that nights of a line are set against, in order: those of the product with the same build flavour and a config of
 * one line. A version with several configs is that with the nights' own.
 */
export function releasesBeside(columns: readonly PlainColumn[], line: SeriesLine): PlainColumn[] {
  const byVersion = new Map(releasesOfLine(columns, line).map((column) => [column.version, column]));
  return [...byVersion.values()];
}

/** A run with what it measured. */
export interface RunCells {
  run: number;
  variant: number;
  cells: CellRow[] | null;
}

/**
 * Runs in the order of their columns, as `buildView` takes them. A column without a run in the meantime stays in its place,
 * empty.
 *
 * @param runs of each column the oldest first
 */
export function placeRuns(
  columns: readonly PlainColumn[],
  runs: readonly RunCells[],
): (ColumnRow & { cells: CellRow[] | null })[] {
  const byVariant = groupBy(runs, ({ variant }) => String(variant));
  return columns.flatMap(({ variantId, slug, label, product, version, flavour, config, build }) =>
    (byVariant.get(String(variantId)) ?? [{ run: 0, cells: null }]).map(({ run, cells }) => ({
      runId: run,
      variantId,
      slug,
      label,
      product,
      version,
      flavour,
      config,
      ...(build && { build }),
      cells,
    })),
  );
}
