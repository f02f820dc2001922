import type { BenchmarkId, ServerKind } from '@basecase/ingest/model';
import type { WorkloadToStore } from '../import/run-to-store';
import { workloadDetails, workloadLabel } from '../import/workload-text';
import type { Origin, ServerView, WorkloadView } from '../types';

/** A row of `servers`, whether it came through Prisma or through SQL. */
export interface ServerRow extends Omit<ServerView, 'memoryBytes' | 'kind' | 'coresGuessed'> {
  memoryBytes: bigint | number | null;
  /** A constraint allows no other kinds than those of `SERVER_KINDS`. */
  kind?: string | null;
  coresGuessed?: boolean;
}

/**
 * Why the run of `runs` was marked as bad; null when it was not. One exclusion of a run is in force at a time.
 *
 * @param heatmap SQL of the id of the heatmap, where a statement reads one
 */
export const badReason = (heatmap = 'runs.heatmap_id') => `(SELECT reason FROM noise_exclusions
    WHERE noise_exclusions.heatmap_id = ${heatmap} AND run_id = runs.id AND other_id IS NULL AND removed_at IS NULL)`;

export function toServerView(row: ServerRow): ServerView {
  const { slug, name, cores, cpu, storage, os } = row;
  return {
    slug,
    name,
    cores,
    cpu,
    memoryBytes: row.memoryBytes === null ? null : Number(row.memoryBytes),
    storage,
    os,
    ...(row.kind && { kind: row.kind as ServerKind }),
    ...(row.coresGuessed && { coresGuessed: true }),
  };
}

/** A row of `workloads`. */
export interface WorkloadRow {
  slug: string;
  benchmarkId: string;
  tables: number | null;
  rowsPerTable: bigint | number | null;
  clients: number | null;
  primaryKey: boolean | null;
  cached: boolean | null;
  label: string | null;
  publishedTitle: string | null;
  publishedBase: string | null;
}

/**
 * @param origin of the runs that the view is about: a workload may have recorded and uploaded ones
 */
export function toWorkloadView(row: WorkloadRow, origin: Origin): WorkloadView {
  const { publishedTitle: title, publishedBase: base } = row;
  const workload: WorkloadToStore = {
    // Only the importer writes benchmarks, from this type.
    benchmark: row.benchmarkId as BenchmarkId,
    tables: row.tables,
    rowsPerTable: row.rowsPerTable === null ? null : Number(row.rowsPerTable),
    clients: row.clients,
    primaryKey: row.primaryKey,
    cached: row.cached,
    label: row.label,
    published: title === null ? null : { title, base },
  };
  return {
    slug: row.slug,
    benchmark: workload.benchmark,
    label: workloadLabel(workload),
    details: workloadDetails(workload),
    clients: row.clients,
    origin,
    relativeTo: title === null || base === null ? null : { table: title, base },
    source: title,
  };
}

/** Columns of `servers` as ServerRow, for queries written by hand. */
export const SERVER_JSON = `json_build_object('slug', servers.slug, 'name', servers.name, 'cores', servers.cores,
  'cpu', servers.cpu, 'memoryBytes', servers.memory_bytes, 'storage', servers.storage, 'os', servers.os,
  'kind', servers.machine_kind, 'coresGuessed', servers.cores_guessed)`;

/** Columns of `workloads` as WorkloadRow, for queries written by hand. */
export const WORKLOAD_JSON = `json_build_object('slug', workloads.slug, 'benchmarkId', workloads.benchmark_id,
  'tables', workloads.tables, 'rowsPerTable', workloads.rows_per_table, 'clients', workloads.clients,
  'primaryKey', workloads.primary_key, 'cached', workloads.cached, 'label', workloads.label,
  'publishedTitle', workloads.published_title, 'publishedBase', workloads.published_base)`;

/** Both, for a query that reads a heatmap as HeatmapRow. */
export const HEATMAP_COLUMNS = `${SERVER_JSON} AS server, ${WORKLOAD_JSON} AS workload`;

export interface HeatmapRow {
  server: ServerRow;
  workload: WorkloadRow;
}

/** @param origins of the runs that the view is about; none counts as uploaded */
export function toHeatmapViews(
  { server, workload }: HeatmapRow,
  origins: readonly Origin[],
): { server: ServerView; workload: WorkloadView } {
  return { server: toServerView(server), workload: toWorkloadView(workload, originOf(origins)) };
}

/** Origin of a heatmap whose runs have these origins: with an upload it no longer counts as the project's. */
export function originOf(origins: readonly Origin[]): Origin {
  const [first] = origins;
  return origins.length === 1 && first ? first : 'uploaded';
}
