import { WORKLOAD_PARTS } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { type AppliedCorrection, correct } from '../corrections/apply-correction';
import { previewChange } from '../corrections/preview';
import type { Database } from '../database';
import { SettingError } from '../errors';
import { inImport } from '../import/import-transaction';
import { findValue, getRow } from '../rows';
import { getServer } from '../servers/get-server';
import type { CorrectionPreview, RunChanges } from '../types/corrections';
import type { AppliedMerge, WorkloadMergeRequest } from '../types/merges';

/**
 * Puts two workloads of one benchmark together that are one suite: runs of the one count for the other, and so do those
 * of later uploads that are read as the one. Each run keeps what it was read as, so that they can be taken apart.
 *
 * @throws NotFoundError when a workload or the server is not there, or the merged one has no runs
 * @throws SettingError without a reason, for two benchmarks, for the same workload, or for published tables
 * @throws ConflictError when these runs were corrected since the preview
 */
export async function mergeWorkloads(
  database: Database,
  request: WorkloadMergeRequest,
): Promise<AppliedMerge> {
  return inImport(database, async (client) => {
    const { id, after } = await merge(client, request);
    return { id: String(id), runs: after.length };
  });
}

/** What the merge would change. Nothing is stored. */
export async function previewWorkloadMerge(
  database: Database,
  request: Pick<WorkloadMergeRequest, 'from' | 'into' | 'server'>,
): Promise<CorrectionPreview> {
  const { preview } = await previewChange(database, (client) =>
    merge(client, { ...request, reason: 'preview', by: 'preview' }),
  );
  return { ...preview, undoes: [] };
}

async function merge(client: PoolClient, request: WorkloadMergeRequest): Promise<AppliedCorrection> {
  const { reason, by, revision } = request;
  const server = request.server === null ? null : await getServer(client, request.server);
  const [away, kept] = [
    await findWorkload(client, request.from),
    await findWorkload(client, await leadsTo(client, request.into, server?.slug ?? null)),
  ];
  requireMergeable(away, kept);
  const select = server ? { server: server.slug, workload: away.slug } : { workload: away.slug };
  const merged = await correct(client, {
    kind: 'workload_merge',
    select,
    changes: differences(away, kept),
    reason,
    by,
    revision,
  });
  await client.query(
    'INSERT INTO merges (correction_id, workload_id, into_workload_id, on_server_id) VALUES ($1, $2, $3, $4)',
    [merged.id, away.id, kept.id, server?.id ?? null],
  );
  return merged;
}

interface WorkloadToMerge {
  id: number;
  slug: string;
  benchmark: string;
  publishedTitle: string | null;
  fields: Required<Pick<RunChanges, (typeof WORKLOAD_PARTS)[number]>>;
}

async function findWorkload(client: PoolClient, slug: string): Promise<WorkloadToMerge> {
  return getRow<WorkloadToMerge>(
    client,
    `SELECT id, slug, benchmark_id AS benchmark, published_title AS "publishedTitle",
       json_build_object('tables', tables, 'rowsPerTable', rows_per_table, 'clients', clients,
         'primaryKey', primary_key, 'cached', cached, 'label', label) AS fields
     FROM workloads WHERE slug = $1`,
    [slug],
    `No workload "${slug.slice(0, 200)}".`,
  );
}

async function leadsTo(client: PoolClient, slug: string, server: string | null): Promise<string> {
  return (await findValue<string>(client, 'SELECT kept_workload($1, $2) AS slug', [slug, server])) ?? slug;
}

function requireMergeable(away: WorkloadToMerge, kept: WorkloadToMerge): void {
  if (away.id === kept.id) {
    throw new SettingError(`The workload ${away.slug} can't be merged into itself.`);
  }
  if (away.benchmark !== kept.benchmark) {
    throw new SettingError(
      `${away.slug} is of ${away.benchmark}, ${kept.slug} of ${kept.benchmark}: two benchmarks.`,
    );
  }
  if (away.publishedTitle !== null || kept.publishedTitle !== null) {
    throw new SettingError('A published table is never merged with other runs.');
  }
}

/** What makes the one read as the other. The label is always said: else its words would follow the other fields. */
function differences({ fields: away }: WorkloadToMerge, { fields: kept }: WorkloadToMerge): RunChanges {
  return Object.fromEntries(
    WORKLOAD_PARTS.flatMap((field) =>
      away[field] === kept[field] && field !== 'label' ? [] : [[field, kept[field]]],
    ),
  );
}
