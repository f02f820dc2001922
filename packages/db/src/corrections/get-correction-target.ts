import { type Database, inTransaction } from '../database';
import { heatmapIdsOfRuns } from '../epochs/heatmap-ids';
import { listCampaigns } from '../queries/uploads/upload-campaign';
import { listRows, listValues } from '../rows';
import type { CorrectionTarget, RunSelector } from '../types/corrections';
import type { ServerName } from '../types/workloads';
import { loadReadings } from './load-readings';
import { attributesOf } from './run-reading';
import { selectRuns } from './select-runs';

/**
 * Runs that are about to be corrected, with what a form offers for them.
 *
 * @throws NotFoundError as the correction itself
 */
export async function getCorrectionTarget(
  database: Database,
  select: RunSelector,
): Promise<CorrectionTarget> {
  const found = await inTransaction(database, async (client) => {
    const { ids } = await selectRuns(client, select);
    const readings = await loadReadings(client, ids);
    const rows = await listRows<RunFacts>(client, FACTS, [ids, await heatmapIdsOfRuns(client, ids)]);
    return { readings, facts: new Map(rows.map((row) => [row.id, row])) };
  });
  const runs = found.readings.map(({ id, label, results, asRead, counted, corrected }) => {
    const { loggedClients, at } = found.facts.get(id) ?? { loggedClients: null, at: asRead.at };
    return {
      id: String(id),
      label,
      results,
      asRead: attributesOf(asRead),
      counted,
      corrected,
      loggedClients: loggedClients ?? [],
      at: new Date(at).toISOString(),
    };
  });
  const uploads = new Map([...found.facts.values()].map(({ upload, filename }) => [upload, filename]));
  const [only, ...others] = uploads;
  return {
    upload: only && others.length === 0 ? { id: only[0], filename: only[1] } : null,
    runs,
    results: runs.reduce((sum, { results }) => sum + results, 0),
    known: await listKnown(database, [...new Set(runs.map(({ counted }) => counted.product))]),
  };
}

interface RunFacts {
  id: number;
  at: string | Date;
  upload: string;
  filename: string;
  loggedClients: number[] | null;
}

const FACTS = `
SELECT runs.id, at, uploads.id::text AS upload, filename,
  (SELECT array_agg(DISTINCT clients ORDER BY clients) FROM results
   WHERE results.heatmap_id = runs.heatmap_id AND run_id = runs.id AND clients IS NOT NULL)
    AS "loggedClients"
FROM runs JOIN uploads ON uploads.id = upload_id 
WHERE runs.heatmap_id = ANY ($2) AND runs.id = ANY ($1)`;

/** Enough to find one's own by typing; the newest versions first. */
const MAX_KNOWN = 300;

async function listKnown(
  database: Database,
  products: readonly string[],
): Promise<CorrectionTarget['known']> {
  const { pool } = database;
  const names = (sql: string, values: unknown[] = []) => listValues<string>(pool, sql, values);
  const [servers, known, versions, configs, campaigns] = await Promise.all([
    listRows<ServerName>(pool, 'SELECT slug, name, cores FROM servers ORDER BY lower(name), slug'),
    names('SELECT name FROM products ORDER BY lower(name)'),
    names(
      `SELECT versions.name FROM versions JOIN products ON products.id = product_id
       WHERE products.name = ANY ($1) ORDER BY versions.known DESC, sort_key DESC LIMIT ${MAX_KNOWN}`,
      [products],
    ),
    names(
      `SELECT DISTINCT configs.name FROM configs JOIN products ON products.id = product_id
       WHERE products.name = ANY ($1) ORDER BY configs.name LIMIT ${MAX_KNOWN}`,
      [products],
    ),
    listCampaigns(database),
  ]);
  return { servers, products: known, versions, configs, campaigns };
}
