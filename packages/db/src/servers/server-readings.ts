import type { PoolClient } from 'pg';
import type { WrittenRun } from '../epochs/write-runs';
import type { ServerToStore } from '../import/run-to-store';
import { serverSlug } from '../import/slug';
import { listValues, valuesOf } from '../rows';

/**
 * Keeps what the upload of a run carried about its machine; a run that is read again has what is read now.
 *
 * @param kindSeen what its logs show of the kind of machine, if the upload does not specify it
 */
export async function saveReading(
  client: PoolClient,
  { id, heatmapId }: WrittenRun,
  server: ServerToStore,
  kindSeen: 'virtual' | null,
): Promise<void> {
  await client.query(
    `INSERT INTO server_readings (heatmap_id, run_id, name, slug, cores, cpu, memory_bytes, storage, os, kind,
       cores_from_class, memory_from_class, kind_seen)
     VALUES ($13, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (heatmap_id, run_id) DO UPDATE SET name = excluded.name, slug = excluded.slug, cores = excluded.cores, cpu = excluded.cpu,
       memory_bytes = excluded.memory_bytes, storage = excluded.storage, os = excluded.os, kind = excluded.kind,
       cores_from_class = excluded.cores_from_class, memory_from_class = excluded.memory_from_class,
       kind_seen = excluded.kind_seen`,
    [
      id,
      server.name,
      serverSlug(server.name),
      ...valuesOf(server, 'cores', 'cpu', 'memoryBytes', 'storage', 'os'),
      server.kind ?? null,
      server.fromClass?.includes('cores') ?? false,
      server.fromClass?.includes('memoryBytes') ?? false,
      kindSeen,
      heatmapId,
    ],
  );
}

/** Servers that have runs of an upload. */
export async function serversOfUpload(client: PoolClient, uploadId: number): Promise<number[]> {
  return listValues<number>(
    client,
    `SELECT DISTINCT server_id AS id FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id WHERE upload_id = $1`,
    [uploadId],
  );
}
