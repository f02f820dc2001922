import type { PoolClient } from 'pg';
import { type AppliedCorrection, correct, toReason } from '../corrections/apply-correction';
import { checkChanges } from '../corrections/correction-fields';
import { previewChange } from '../corrections/preview';
import type { Database } from '../database';
import { noteShared } from '../epochs/changes';
import { SettingError } from '../errors';
import { serverId } from '../import/dimensions';
import { inImport } from '../import/import-transaction';
import { namedServer } from '../import/settings';
import { serverSlug } from '../import/slug';
import { getValue } from '../rows';
import { getServer } from '../servers/get-server';
import type { CorrectionPreview, CorrectionRequest } from '../types/corrections';
import type { AppliedMerge, ServerMergeRequest } from '../types/merges';
import { refreshMerged } from './refresh-merged';

/**
 * Makes a name lead to a server: its runs, and those of later uploads that carry it, count there. The name may be that of
 * a server with runs, or one that nothing carries yet. Each run keeps what it was read as, so that it can be taken out.
 *
 * @throws NotFoundError when the kept server is not there
 * @throws SettingError for no name, no reason, or a name that leads to a server already
 * @throws ConflictError when these runs were corrected since the preview
 */
export async function mergeServers(database: Database, request: ServerMergeRequest): Promise<AppliedMerge> {
  return inImport(database, async (client) => {
    const { id, after } = await merge(client, request);
    return { id: String(id), runs: after.length };
  });
}

/** What the merge would change. Nothing is stored. */
export async function previewServerMerge(
  database: Database,
  { from, into }: Pick<ServerMergeRequest, 'from' | 'into'>,
): Promise<CorrectionPreview> {
  const request = { from, into, reason: 'preview', by: 'preview' };
  const { preview } = await previewChange(database, (client) => merge(client, request));
  return { ...preview, undoes: [] };
}

async function merge(client: PoolClient, request: ServerMergeRequest): Promise<AppliedCorrection> {
  const { reason, by, revision } = request;
  const kept = await getServer(client, request.into);
  const away = await nameOf(client, request.from);
  if (away.leadsTo === kept.slug) {
    const what = away.slug === kept.slug ? 'that server itself' : 'merged into it already';
    throw new SettingError(`"${away.name}" can't be merged into ${kept.name}: it is ${what}.`);
  }
  if (away.leadsTo !== away.slug) {
    throw new SettingError(`"${away.name}" is another name of "${away.leadsTo}". Take it out there first.`);
  }
  const kind = 'server_merge';
  const changes = { server: kept.name };
  const merged = away.hasRuns
    ? await correct(client, { kind, select: { server: away.slug }, changes, reason, by, revision })
    : await noteMerge(client, { kind, changes, reason, by });
  await client.query('INSERT INTO merges (correction_id, server_id, into_server_id) VALUES ($1, $2, $3)', [
    merged.id,
    away.id,
    kept.id,
  ]);
  await refreshMerged(client, [merged.id]);
  return merged;
}

interface AwayName {
  id: number;
  slug: string;
  name: string;
  leadsTo: string;
  hasRuns: boolean;
}

/** A name as a server; one that nothing carries yet becomes one without runs. */
async function nameOf(client: PoolClient, from: string): Promise<AwayName> {
  // The same check of a name as where a run is corrected.
  const { server: name = '' } = checkChanges({ server: from });
  const find = () =>
    client.query<AwayName>(
      `SELECT id, slug, name, kept_server(slug) AS "leadsTo",
         EXISTS (SELECT FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id
           WHERE heatmaps.server_id = servers.id) AS "hasRuns"
       FROM servers WHERE slug IN ($1, $2) ORDER BY slug = $1 DESC LIMIT 1`,
      [from, serverSlug(name)],
    );
  const known = (await find()).rows[0];
  if (known) return known;
  await serverId(client, namedServer(name));
  const made = (await find()).rows[0];
  if (!made) throw new Error(`The server "${name}" was not made.`);
  return made;
}

/** A merge of what no run carries yet: a correction without runs, which those that come later take over. */
async function noteMerge(
  client: PoolClient,
  { kind, changes, reason, by }: Pick<CorrectionRequest, 'kind' | 'changes' | 'reason' | 'by'>,
): Promise<AppliedCorrection> {
  const id = await getValue<number>(
    client,
    'INSERT INTO corrections (kind, changes, reason, by) VALUES ($1, $2, $3, $4) RETURNING id',
    [kind, JSON.stringify(changes), toReason(reason), by],
  );
  noteShared(client);
  return { id: id, revision: '', before: [], after: [] };
}
