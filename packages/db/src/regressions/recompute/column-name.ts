import { type Build, buildName } from '@basecase/ingest/model';
import type { HeatmapColumn } from '../load-heatmap';

/** `18.4`, `19devel 20260829-g4eb13e8a`: a column as records, feeds and slugs name it. */
export function columnName({ version, build }: { version: string; build?: Build | null }): string {
  return build ? `${version} ${buildName(build)}` : version;
}

/** The place of a column among those of its product, in byte order; `columnKeySql` makes the same. */
export function columnKey({ sortKey, build }: Pick<HeatmapColumn, 'sortKey' | 'build'>): string {
  return build ? `${sortKey} ${build.at} ${String(build.number ?? 0).padStart(NUMBER_DIGITS, '0')}` : sortKey;
}

const NUMBER_DIGITS = 10;

/** `columnKey` of a variant, given as SQL aliases of its version and its build. */
export const columnKeySql = (version: string, build: string) =>
  `${version}.sort_key || CASE WHEN ${build}.id IS NULL THEN '' ELSE ' ' ||
    to_char(${build}.ordered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' ||
    lpad(coalesce(${build}.number, 0)::text, ${NUMBER_DIGITS}, '0') END`;
